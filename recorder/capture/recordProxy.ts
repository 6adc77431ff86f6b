import path from 'node:path';
import type { Io } from '../io.ts';
import { reasonOf } from '../reasons.ts';
import { UsageError } from '../usageError.ts';
import { type Facts, headerOf } from './facts.ts';
import { totalsInWords } from './inWords.ts';
import { checkFolder, REELS_FOLDER, rawFolderIn } from './output.ts';
import { type RunningProxy, startProxy } from './proxy/proxy.ts';
import { type Recording, startRecording } from './recording.ts';
import { sealRaw } from './sealRaw.ts';

export interface ProxyCommandOptions extends Facts {
  readonly proxy: string;
  /** 0 takes one that is free. */
  readonly port: number;
  /** The folder of the sealed reels. */
  readonly output?: string;
  readonly raw?: boolean;
  /** Only event streams are recorded; everything passes. */
  readonly onlySse?: boolean;
  /** Seconds of silence after which an upstream counts as gone. */
  readonly timeout?: number;
}

interface Done {
  readonly what: string;
  readonly recording: Recording;
}

/**
 * `runreel record --proxy <upstream>`: passes requests on and records a reel of each, until a signal ends it; then
 * seals them. Sealing waits until then, because it would hold streams up. Gives 1 where one could not be sealed.
 * @throws {UsageError}
 */
export async function recordProxy(options: ProxyCommandOptions, io: Io): Promise<number> {
  const upstream = upstreamUrl(options.proxy);
  const folder = path.resolve(io.cwd, options.output ?? REELS_FOLDER);
  if (!options.raw) checkFolder(folder);
  const tell = (sentence: string) => io.err(`runreel: ${sentence}\n`);
  const done: Done[] = [];
  const asked = nextSignal(io);
  const proxy = await start({
    upstream,
    port: options.port,
    timeout: options.timeout === undefined ? undefined : options.timeout * 1000,
    now: io.clock.now,
    open(request, transport, startedAt) {
      if (options.onlySse && transport !== 'sse') return undefined;
      const title = `${request.method} ${request.path.replace(/\?.*$/s, '')}`;
      const recordedAt = new Date(io.clock.date().getTime() - (io.clock.now() - startedAt)).toISOString();
      try {
        return startRecording({
          folder: rawFolderIn(io.cwd),
          name: title,
          header: headerOf(options, { agent: upstream.hostname, title, recordedAt, transport, request }),
          startedAt,
          onFailure: (error) => tell(`the recording of ${title} stopped: ${reasonOf(error)}; the stream goes on.`),
        });
      } catch (error) {
        tell(`${title} is not recorded: ${reasonOf(error)}; it passes all the same.`);
        return undefined;
      }
    },
    onUnreachable: tell,
    onEnd(request, status, recording) {
      if (!recording) return;
      const what = `${request.method} ${request.path} ${status ?? 'without an answer'}`;
      done.push({ what, recording });
      tell(`recorded ${what}: ${totalsInWords(recording.totals)}.`);
    },
  });
  io.out(`${proxy.address}\n`);
  tell(`records what goes to ${upstream.href}; Ctrl-C ends it.`);
  await asked;
  await proxy.close();
  return await sealAll(done, options.raw ? undefined : folder, io);
}

async function sealAll(done: readonly Done[], folder: string | undefined, io: Io): Promise<number> {
  if (done.length === 0) io.err('runreel: nothing was asked, so nothing is recorded.\n');
  let status = 0;
  for (const { what, recording } of done) {
    if (folder === undefined) {
      io.out(`${what}: the private recording is ${recording.path}.\n`);
      continue;
    }
    const file = path.basename(recording.path).replace(/\.raw\.jsonl$/, '.reel.jsonl');
    const { ok, sentence } = await sealRaw(recording.path, path.join(folder, file), io);
    io.out(`${what}: ${sentence}\n`);
    if (!ok || recording.totals.failure !== undefined) status = 1;
  }
  return status;
}

/** @throws {UsageError} */
function upstreamUrl(said: string): URL {
  const url = URL.canParse(said) ? new URL(said) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`--proxy "${said}" is no address; it is one such as https://api.example.com.`);
}

/** @throws {UsageError} where the port cannot be had. */
async function start(options: Parameters<typeof startProxy>[0]): Promise<RunningProxy> {
  try {
    return await startProxy(options);
  } catch (error) {
    throw new UsageError(`port ${options.port} cannot be used: ${reasonOf(error)}; --port 0 takes a free one.`);
  }
}

/** Settles with the first signal that asks this program to end. The next one ends it as ever. */
function nextSignal({ onSignal }: Io): Promise<void> {
  return new Promise((resolve) => {
    const off = onSignal(() => {
      off();
      resolve();
    });
  });
}
