import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';

/** @typedef {{ program: string, folder: string }} Bench */
/** @typedef {{ run: number, waited: number, whole: number }} Paced milliseconds: from its first to its last output, of that in its writes; with its start */
/** @typedef {'command' | 'proxy'} How */

const agent = path.join(import.meta.dirname, 'agent.mjs');

/**
 * An agent that works and writes at the pace of a real one, alone or recorded.
 * @param {Bench} bench @param {How} how @param {boolean} recorded @param {number} seconds
 * @returns {Promise<Paced>}
 */
export async function paced(bench, how, recorded, seconds) {
  if (how === 'proxy') return pacedOverHttp(bench, recorded, seconds);
  const started = performance.now();
  const args = [agent, 'paced', String(seconds)];
  const child = recorded ? record(bench, ['--', process.execPath, ...args]) : start(args, bench.folder);
  const told = text(child.stderr);
  child.stdout.resume();
  await exit(child);
  clean(bench);
  const [, run, waited] = (/ran ([\d.]+) waited ([\d.]+)/.exec(await told) ?? []).map(Number);
  if (run === undefined || waited === undefined) throw new Error('the agent did not tell its times');
  return { run, waited, whole: performance.now() - started };
}

/** @param {Bench} bench @param {boolean} recorded @param {number} seconds @returns {Promise<Paced>} */
async function pacedOverHttp(bench, recorded, seconds) {
  const { address, close } = await serve(bench, recorded);
  const started = performance.now();
  const { first, last } = await get(`${address}/paced/${seconds}`);
  await close();
  return { run: last - first, waited: 0, whole: last - started };
}

/**
 * As many bytes as fast as they go; `most` is the largest memory of the recording program.
 * @param {Bench} bench @param {How} how @param {boolean} recorded @param {number} bytes
 */
export async function flood(bench, how, recorded, bytes) {
  if (how === 'proxy') {
    const { address, close, recorder } = await serve(bench, recorded);
    const watch = watchMemory(recorder);
    const started = performance.now();
    const got = await get(`${address}/flood/${bytes}`);
    const ms = performance.now() - started;
    const most = watch();
    const kept = await close();
    return { ms, most, bytes: got.bytes, kept: kept ?? bytes };
  }
  const started = performance.now();
  const args = [agent, 'flood', String(bytes)];
  const child = recorded ? record(bench, ['--', process.execPath, ...args]) : start(args, bench.folder);
  const watch = watchMemory(recorded ? child.pid : undefined);
  let got = 0;
  child.stdout.on('data', (chunk) => {
    got += chunk.length;
  });
  child.stderr.resume();
  // Its last output, not its end: sealing and cleaning up are not the agent's time.
  await new Promise((resolve) => child.stdout.once('end', resolve));
  const ms = performance.now() - started;
  const most = watch();
  await exit(child);
  const kept = recorded ? recordedBytes(bench) : bytes;
  clean(bench);
  return { ms, most, bytes: got, kept };
}

/**
 * The memory of a recorder whose agent does nothing.
 * @param {Bench} bench @param {How} how
 */
export async function idle(bench, how) {
  if (how === 'proxy') {
    const { address, close, recorder } = await serve(bench, true);
    await get(`${address}/paced/0.1`);
    const memory = memoryOf(recorder, 'VmRSS');
    await close();
    return memory;
  }
  const child = record(bench, ['--', process.execPath, agent, 'paced', '0.5']);
  const first = new Promise((resolve) => child.stdout.once('data', resolve));
  child.stderr.resume();
  await first;
  const memory = memoryOf(child.pid, 'VmRSS');
  child.stdout.resume();
  await exit(child);
  clean(bench);
  return memory;
}

/**
 * How long a chunk takes to the client, and the client's word that it came back to the server.
 * @param {Bench} bench @param {'direct' | 'proxy'} how @param {number} count
 */
export async function pingPong(bench, how, count) {
  const { upstream, close, address } = await serve(bench, how === 'proxy');
  // The word goes beside the proxy, over the server's own standard input.
  const { times } = await get(`${address}/pingpong/${count}`, () => upstream.stdin.write('.'));
  await close();
  const sorted = times.slice(20).sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

/** An upstream, and before it a recording proxy or none. @param {Bench} bench @param {boolean} recorded */
async function serve(bench, recorded) {
  const upstream = start([agent, 'serve'], bench.folder);
  upstream.stderr.resume();
  const own = await line(upstream.stdout);
  const proxy = recorded ? record(bench, ['--proxy', own]) : undefined;
  proxy?.stderr.resume();
  const address = proxy ? await line(proxy.stdout) : own;
  return {
    upstream,
    address,
    recorder: proxy?.pid,
    /** Gives how many bytes were recorded. */
    async close() {
      proxy?.kill('SIGINT');
      upstream.kill();
      await Promise.all([upstream, ...(proxy ? [proxy] : [])].map(exit));
      const kept = recorded ? recordedBytes(bench) : undefined;
      clean(bench);
      return kept;
    },
  };
}

/**
 * @param {string} address @param {() => void} [onChunk]
 * @returns {Promise<{ first: number, last: number, bytes: number, times: number[] }>}
 */
function get(address, onChunk = () => {}) {
  return new Promise((resolve, reject) => {
    request(address, { agent: false }, (answer) => {
      const times = /** @type {number[]} */ ([]);
      let bytes = 0;
      let first = 0;
      let before = performance.now();
      answer.on('data', (/** @type {Buffer} */ chunk) => {
        const now = performance.now();
        first ||= now;
        bytes += chunk.length;
        if (times.length < 10_000) times.push(now - before);
        before = now;
        onChunk();
      });
      answer.on('end', () => resolve({ first, last: performance.now(), bytes, times }));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** @param {readonly string[]} args @param {string} cwd */
const start = (args, cwd) => spawn(process.execPath, args, { cwd, stdio: 'pipe' });

/** @param {Bench} bench @param {readonly string[]} args */
const record = ({ program, folder }, args) => start([program, 'record', '--raw', ...args], folder);

/** How many bytes the end line of the one private file counts. @param {Bench} bench */
function recordedBytes({ folder }) {
  const raw = path.join(folder, '.runreel');
  const [name = ''] = readdirSync(raw).filter((each) => each.endsWith('.jsonl'));
  const file = openSync(path.join(raw, name), 'r');
  const end = Buffer.alloc(200);
  const length = readSync(file, end, 0, end.length, fstatSync(file).size - end.length);
  closeSync(file);
  return Number(/"bytes":(\d+)\}\]\n$/.exec(end.toString('utf8', 0, length))?.[1]);
}

/** @param {Bench} bench */
const clean = ({ folder }) => rmSync(path.join(folder, '.runreel'), { recursive: true, force: true });

/** @param {import('node:child_process').ChildProcess} child */
const exit = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(undefined);
    else child.once('exit', resolve);
  });

/** @param {import('node:stream').Readable} stream */
async function text(stream) {
  let all = '';
  for await (const chunk of stream) all += chunk;
  return all;
}

/** What a program says first. @param {import('node:stream').Readable} stream @returns {Promise<string>} */
const line = (stream) =>
  new Promise((resolve, reject) => {
    stream.once('data', (chunk) => resolve(String(chunk).trim()));
    stream.once('end', () => reject(new Error('a program of the bench ended before it was ready')));
  });

/** Samples until it is called. @param {number | undefined} pid */
function watchMemory(pid) {
  let most = 0;
  const sample = () => {
    most = Math.max(most, memoryOf(pid, 'VmRSS'));
  };
  const timer = setInterval(sample, 20);
  return () => {
    clearInterval(timer);
    sample();
    // The system keeps the mark itself, between the samples too.
    return Math.max(most, memoryOf(pid, 'VmHWM'));
  };
}

/** @param {number | undefined} pid @param {'VmRSS' | 'VmHWM'} which */
function memoryOf(pid, which) {
  if (pid === undefined) return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // It has ended.
  }
}
