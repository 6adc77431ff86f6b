import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../src/adapters/index.ts';
import { chunkBytes, formatReel, parseReel, threadAt } from '../src/reel/index.ts';

const folder = path.resolve(import.meta.dirname, '../fixtures');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

/** Names of people and machines count only where they stand alone in a path: they are words too. */
const asSegment = (name: string) => new RegExp(`[/\\\\]${name.replace(/[^\w]/g, '\\$&')}(?![\\w.-])`);
const thisMachine = [asSegment(userInfo().username), asSegment(hostname()), asSegment('work'), asSegment('root')];
const emailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

it('R7.6: there are fixtures, and every one is named after its agent and its scenario', () => {
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) expect(name).toMatch(/^[a-z0-9-]+[/\\][a-z0-9-]+\.reel\.jsonl$/);
});

describe.each(files)('R7.6: fixtures/%s', (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const reel = parseReel(text);

  it('is read and written back as it is', () => {
    expect(reel.truncated).toBe(false);
    expect(formatReel(reel)).toBe(text);
  });

  it('tells the program, its version, the prompt and the model', () => {
    const { agent, title, prompt, model, format } = reel.header;
    expect([agent.name, title, prompt, model]).toEqual(Array(4).fill(expect.stringMatching(/\S/)));
    expect(agent.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(formats).toContain(format);
  });

  it('has an end line that counts its chunks and bytes', () => {
    const chunks = reel.lines.flatMap((line) => (line.kind === 'o' || line.kind === 'b' ? [chunkBytes(line)] : []));
    expect(reel.lines.at(-1)).toMatchObject({
      kind: 'x',
      chunks: chunks.length,
      bytes: chunks.reduce((sum, bytes) => sum + bytes.length, 0),
    });
    expect(chunks.length).toBeGreaterThan(1);
  });

  it('shows one round, which ends, and holds nothing that its reader does not know', () => {
    const { rounds, diagnostics } = threadAt(reel, Number.POSITIVE_INFINITY);
    expect([...rounds].map(({ user, status }) => [user?.text, status])).toEqual([
      [reel.header.prompt, expect.stringMatching(/^(?:completed|failed|aborted)$/)],
    ]);
    expect(diagnostics.unknown).toEqual({});
  });

  it('is at most 5 MiB', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5 * 1024 * 1024);
  });

  it('R7.3: names no person and no machine', () => {
    const outsideTheSandbox = text.replaceAll(/\/home\/dev\/[\w./-]*/g, '');
    for (const pattern of [...thisMachine, emailAddress]) expect(outsideTheSandbox).not.toMatch(pattern);
  });
});
