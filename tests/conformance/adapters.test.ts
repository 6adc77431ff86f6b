import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAll } from '../../src/adapters/decodeAll.ts';
import { createDecoder, detectFormat, type FormatName } from '../../src/adapters/index.ts';
import type { AgentEvent } from '../../src/logic/events.ts';
import { reduceAll } from '../../src/logic/reducer.ts';
import { emptyThread } from '../../src/logic/thread.ts';

/** Logs of real agents lie beside the repository: they are read here and never become part of it. */
const shared = path.resolve(import.meta.dirname, '../../../shared');

/** Where a log's folder tells its format. */
const folders: readonly [folder: string, format: FormatName, ending: RegExp][] = [
  ...['aisdk', 'aisdk-s2', 'aisdk-cut'].map((name) => recording(name, 'ai-sdk-ui')),
  ...['agui-copilot', 'agui-tanstack'].map((name) => recording(name, 'ag-ui')),
  ...['claude', 'claude-s2', 'claude-cut', 'qwen'].map((name) => recording(name, 'claude-stream-json')),
  ['logs/ag-ui', 'ag-ui', /\.jsonl$/],
  ['logs/claude-stream-json', 'claude-stream-json', /\.jsonl?$/],
];

function recording(name: string, format: FormatName): [string, FormatName, RegExp] {
  return [`recordings/${name}`, format, /(?<!timed)\.(?:sse|jsonl)$/];
}

interface Log {
  readonly name: string;
  readonly format: FormatName;
  readonly bytes: Uint8Array;
}

function logsIn([folder, format, ending]: (typeof folders)[number]): Log[] {
  const place = path.join(shared, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => ending.test(file))
    .map((file) => ({ name: `${folder}/${file}`, format, bytes: readFileSync(path.join(place, file)) }));
}

const logs = folders.flatMap(logsIn);
if (logs.length === 0) console.info(`No logs of real agents at ${shared}: their conformance is not checked.`);

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const threadOf = (events: readonly AgentEvent[]): string => JSON.stringify(reduceAll(emptyThread, events));

describe.skipIf(logs.length === 0)('logs of real agents', () => {
  describe.each(logs)('$name', ({ format, bytes }) => {
    const whole = decodeAll(format, [bytes]);

    it('is told by its beginning', () => {
      expect(detectFormat(new TextDecoder().decode(bytes))).toBe(format);
    });

    it.each([1, 7])('gives the same events and the same thread in pieces of %i bytes', (size) => {
      const events = decodeAll(format, pieces(bytes, size));
      expect(events).toEqual(whole);
      expect(threadOf(events)).toBe(threadOf(whole));
    });

    it('gives the same events however it is cut', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
          const at = [...new Set(cuts)].sort((a, b) => a - b);
          const chunks = [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length));
          expect(decodeAll(format, chunks)).toEqual(whole);
        }),
        { numRuns: 5 },
      );
    });

    it('R5.4: holds next to nothing that is unknown, and nothing that cannot be read', () => {
      const decoder = createDecoder(format);
      const events = [...decoder.push(bytes), ...decoder.end()];
      const { unknown, malformed } = decoder.diagnostics;
      const count = Object.values(unknown).reduce((sum, one) => sum + one, 0);
      expect(malformed).toBe(0);
      expect(count / events.length, `unknown: ${JSON.stringify(unknown)}`).toBeLessThan(0.01);
    });

    it('R1.6, R5.7: is one round, and the round has ended', () => {
      const { rounds } = reduceAll(emptyThread, whole);
      expect(rounds).toHaveLength(1);
      expect(rounds.at(0)?.status).not.toBe('running');
    });
  });
});
