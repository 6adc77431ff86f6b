import { expect, test } from 'vitest';
import { type AgentEvent, callArguments, emptyThread, parseArguments, reduce } from './index.ts';

test('R3.2: all that formats carry: an object, its text, a beginning of it, nothing, free text', () => {
  expect(parseArguments({ b: 1, a: 2 })).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
  expect(parseArguments('{"b":1,"2":[1]}')).toEqual([
    ['b', 1],
    ['2', [1]],
  ]);
  expect(parseArguments('{"b":1,"a":{"c":"d')).toEqual([
    ['b', 1],
    ['a', { c: 'd' }],
  ]);
  for (const nothing of [undefined, null, '', '  ', 'null', '{}']) expect(parseArguments(nothing)).toEqual([]);
  expect(parseArguments('ls -la')).toEqual([['', 'ls -la']]);
});

test('R3.2: names such as __proto__ are data', () => {
  const pairs = parseArguments('{"__proto__":{"x":1},"constructor":2}');
  expect(pairs).toEqual([
    ['__proto__', { x: 1 }],
    ['constructor', 2],
  ]);
  expect(Reflect.get({}, 'x')).toBeUndefined();
});

test('R3.2: half an escape and half a pair wait for their rest (B18)', () => {
  const text = '{"title":"A\\uD83D\\uDE80B","n":1}';
  const titles = Array.from(text, (_, i) => parseArguments(text.slice(0, i + 1))[0]?.[1]);
  const steps = titles.filter((title, i) => title !== titles[i - 1]);
  expect(steps).toEqual([undefined, '', 'A', 'A🚀', 'A🚀B'].slice(titles[0] === undefined ? 1 : 0));
  expect(parseArguments(text)).toEqual([
    ['title', 'A🚀B'],
    ['n', 1],
  ]);
});

test('R3.2: text that was read while it streamed in is not read again (B51)', () => {
  let thread = reduce(emptyThread, { type: 'tool_call_started', callId: 'c', name: 'write' });
  const text = JSON.stringify({ content: 'x'.repeat(1000), n: 1 });
  for (let i = 0; i < text.length; i += 10) {
    const delta: AgentEvent = { type: 'tool_args_delta', callId: 'c', delta: text.slice(i, i + 10) };
    thread = reduce(thread, delta);
    const call = thread.rounds.at(0)?.items.at(0);
    expect(call?.kind === 'tool_call' && call.byteCount).toBe(Math.min(i + 10, text.length));
  }
  const call = thread.rounds.at(0)?.items.at(0);
  expect(call?.kind === 'tool_call' && Object.fromEntries(callArguments(call))).toEqual(JSON.parse(text));
});
