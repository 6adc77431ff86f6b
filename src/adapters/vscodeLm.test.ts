import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../logic/events.ts';
import { buildPreparingMarker } from '../logic/preparing/marker.ts';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread } from '../logic/thread.ts';
import { decodeAll } from './decodeAll.ts';

const read = (...parts: object[]): AgentEvent[] =>
  decodeAll(
    'vscode-lm',
    parts.map((part) => `${JSON.stringify(part)}\n`),
  );
const thinking = (value: string) => ({ type: 'thinking', value });
const text = (value: string) => ({ type: 'text', value });
const bash = (byteCount: number) => buildPreparingMarker('Bash', byteCount);
const completed = { type: 'run_finished', outcome: 'completed' };

describe('R4.5: markers in the thinking channel', () => {
  it('a part that is a marker tells of a call in preparation', () => {
    expect(read(thinking(bash(1024)), text('x'))).toEqual([
      { type: 'tool_preparing', toolName: 'Bash', byteCount: 1024 },
      { type: 'text_delta', delta: 'x' },
      completed,
    ]);
  });

  it.each([
    'tool_preparing Bash 5',
    '\0tool_preparing\0\x005\0',
    '\0tool_preparing\0Bash\0many\0',
    '\0tool_prepared\0Bash\x005\0',
    'a \0 b',
  ])('what only looks like a marker stays thinking: %j', (value) => {
    const events = read(thinking(value), thinking(' more'));
    const thought = events.map((event) => (event.type === 'thinking_delta' ? event.delta : '')).join('');
    expect(thought).toBe(`${value} more`);
    expect(events.some((event) => event.type === 'tool_preparing')).toBe(false);
  });

  it('a response_metadata marker is usage', () => {
    const metadata = { model: 'm', inputTokens: 5, outputTokens: 7, cost: 0.1, latencyMs: 300, attempts: 2 };
    expect(read(thinking(`\0response_metadata\0${JSON.stringify(metadata)}\0`))).toEqual([
      { type: 'usage', ...metadata },
      completed,
    ]);
  });

  it('markers and thinking joined and cut anywhere never leak into each other', () => {
    const piece = fc.oneof(
      fc.string().map((said) => said.replaceAll('\0', '')),
      fc.nat(1e6).map(bash),
      fc.constant('\0response_metadata\0{"model":"m"}\0'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 6 }), (pieces, cuts) => {
        const joined = pieces.join('');
        const at = [...new Set(cuts.map((cut) => cut % (joined.length + 1)))].sort((a, b) => a - b);
        const parts = [0, ...at].map((from, i) => thinking(joined.slice(from, at[i] ?? joined.length)));
        const events = read(...parts);
        const thought = events.map((event) => (event.type === 'thinking_delta' ? event.delta : '')).join('');
        expect(thought).toBe(pieces.filter((one) => !one.startsWith('\0')).join(''));
        const told = events.filter(({ type }) => type === 'tool_preparing' || type === 'usage');
        expect(told).toHaveLength(pieces.filter((one) => one.startsWith('\0')).length);
      }),
    );
  });
});

describe('R5.7: the end', () => {
  const call = { type: 'tool_call', callId: 'c1', name: 'Bash', input: { command: 'ls' } };
  const statusOf = (events: AgentEvent[]) => reduceAll(emptyThread, events).rounds.at(-1)?.status;

  it('a stream that ends with a call stops for its tool, any other completes the run', () => {
    expect(statusOf(read(text('I look.'), call))).toBe('running');
    expect(statusOf(read(call, text('Done.')))).toBe('completed');
  });

  it('a stream that is cut inside a part is interrupted', () => {
    const events = decodeAll('vscode-lm', ['{"type":"text","value":"Half"}\n{"type":"te']);
    expect(statusOf(events)).toBe('failed');
  });
});

describe('R4.7: the end of a stream whose calls run', () => {
  const call = (callId: string, name = 'Bash') => ({ type: 'tool_call', callId, name, input: {} });
  const stateOf = (...parts: object[]) => {
    const round = reduceAll(emptyThread, read(...parts)).rounds.at(-1);
    return [round?.status, ...[...(round?.items ?? [])].map((item) => ('status' in item ? item.status : item.kind))];
  };

  it('leaves the round open where every call that was prepared came', () => {
    const two = [thinking(bash(9)), thinking(bash(4)), thinking(bash(12)), thinking(bash(5))];
    expect(stateOf(...two, call('c1'), call('c2'))).toEqual(['running', 'running', 'running']);
  });

  it('is no end where one never came: no row stays behind', () => {
    expect(stateOf(thinking(bash(9)), thinking(bash(4)), call('c1'))).toEqual(['failed', 'aborted', 'notice']);
    expect(stateOf(call('c1'), thinking(bash(4)), call('c1'))).toEqual(['failed', 'aborted', 'notice']);
    expect(stateOf(call('c1'), thinking(buildPreparingMarker('read', 0)), call('c2'))[0]).toBe('failed');
  });
});
