import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeAll } from '../../src/adapters/decodeAll.ts';
import { createDecoder, detectFormat } from '../../src/adapters/index.ts';
import { reduceAll } from '../../src/logic/reducer.ts';
import { emptyThread } from '../../src/logic/thread.ts';
import { check } from '../../src/reel/index.ts';
import { conform, diagnosticsOf, expectOneRun, expectReference } from './conform.ts';
import { bytesOf, logs, shared, strangeFiles, timedLines } from './logs.ts';

/** Files that are broken, and how many of their lines. */
const broken: Readonly<Record<string, { readonly lines: number; readonly reason: string }>> = {};

if (logs.length === 0) console.info(`No logs of real agents at ${shared}: their conformance is not checked.`);

const unknown: { log: string; kind: string; count: number; share: string }[] = [];
afterAll(() => {
  if (unknown.length > 0) console.table(unknown);
});

describe.skipIf(logs.length === 0)('logs of real agents', { timeout: 120_000 }, () => {
  describe.each(logs)('$name', ({ name, format, bytes, isWholeRun }) => {
    conform(format, bytes);

    it('R7.4: keeps every rule that can be checked without eyes, at every prefix', () => {
      const { findings } = check(bytes, { format, thorough: true });
      expect(findings.filter(({ rule }) => rule !== 'section 8' && rule !== 'R5.4')).toEqual([]);
    });

    it('R5.4: holds next to nothing that is unknown, and nothing that cannot be read', () => {
      const told = diagnosticsOf(format, bytes);
      const share = `${(told.share * 100).toFixed(1)} %`;
      for (const [kind, count] of Object.entries(told.unknown)) unknown.push({ log: name, kind, count, share });
      expect(told.malformed, broken[name]?.reason).toBe(broken[name]?.lines ?? 0);
      expect(told.share, `unknown: ${JSON.stringify(told.unknown)}`).toBeLessThan(0.01);
    });

    if (isWholeRun) {
      it('R1.6, R5.7: is one round, and the round has ended', () => {
        expectOneRun(decodeAll(format, [bytes]));
      });
    }
  });

  const conversations = logs.filter(({ name }) => name.endsWith('.jsonl') && existsSync(clientOf(name)));

  describe.each(conversations)('$name with its client', ({ name, format }) => {
    it('R1.6: both sides are read, and the prompt is told', () => {
      const decoder = createDecoder(format);
      const events = bothSides(name).flatMap(({ from, text }) => decoder.push(text, from));
      events.push(...decoder.end());
      expectReference(events);
      expect(decoder.diagnostics).toEqual({ unknown: {}, malformed: 0 });
      const { rounds } = reduceAll(emptyThread, events);
      expect([...rounds].map(({ status }) => status)).not.toContain('running');
      expect(rounds.at(0)?.user?.text).toMatch(/\S/);
    });
  });

  it.each(strangeFiles)('%s is none of the formats', (file) => {
    expect(detectFormat(new TextDecoder().decode(bytesOf(file).subarray(0, 64 * 1024)))).toBeUndefined();
  });
});

const clientOf = (log: string) => path.join(shared, log.replace(/\.jsonl$/, '.client.jsonl'));

/** What the agent and its client said to each other, in the order of their times. */
function bothSides(log: string) {
  const text = readFileSync(path.join(shared, log.replace(/\.jsonl$/, '.timed.jsonl')), 'utf8');
  const agent = timedLines(text).map(({ t, line }) => ({ t, from: 'agent' as const, text: `${line}\n` }));
  const lines = readFileSync(clientOf(log), 'utf8').split('\n');
  const client = lines.flatMap((line) => {
    if (line === '') return [];
    const { t, ...message }: { t: number } = JSON.parse(line);
    return [{ t, from: 'client' as const, text: `${JSON.stringify(message)}\n` }];
  });
  return [...agent, ...client].sort((one, other) => one.t - other.t);
}
