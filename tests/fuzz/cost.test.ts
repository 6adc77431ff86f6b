import { expect, test } from 'vitest';
import {
  type AgentEvent,
  currentStep,
  emptyThread,
  isPending,
  lastAnswer,
  reduce,
  reduceAll,
  type Thread,
  traceEvents,
} from '../../src/logic/index.ts';

/**
 * Counts work, not time: the characters that string functions and regular expressions are given, and
 * the slots of arrays that are copied or gone through.
 */
function workOf(action: () => void): number {
  let work = 0;
  const undo: (() => void)[] = [];
  const count = (owner: object, name: PropertyKey, measure: (self: unknown, args: readonly unknown[]) => number) => {
    const known = Reflect.getOwnPropertyDescriptor(owner, name);
    const original: unknown = known?.value;
    if (!known || typeof original !== 'function') throw new Error(`No function ${String(name)} to count.`);
    const counting = function (this: unknown, ...args: unknown[]): unknown {
      work += measure(this, args);
      return Reflect.apply(original, this, args);
    };
    Reflect.defineProperty(owner, name, { ...known, value: counting });
    undo.push(() => Reflect.defineProperty(owner, name, known));
  };
  const ownLength = (self: unknown) => (typeof self === 'string' || Array.isArray(self) ? self.length : 0);
  const read = [
    'replace',
    'replaceAll',
    'indexOf',
    'includes',
    'match',
    'matchAll',
    'split',
    'trim',
    'search',
    'normalize',
  ];
  for (const name of [...read, Symbol.iterator]) count(String.prototype, name, ownLength);
  for (const name of ['charCodeAt', 'charAt', 'codePointAt']) count(String.prototype, name, () => 1);
  for (const name of [
    'slice',
    'map',
    'filter',
    'concat',
    'indexOf',
    'find',
    'findIndex',
    'reduceRight',
    Symbol.iterator,
  ]) {
    count(Array.prototype, name, ownLength);
  }
  for (const name of ['exec', 'test']) count(RegExp.prototype, name, (_, [text]) => ownLength(text));
  count(JSON, 'parse', (_, [text]) => ownLength(text));
  try {
    action();
  } finally {
    for (const each of undo.reverse()) each();
  }
  return work;
}

/** Folds one event and asks for what the screen shows. */
function fold(thread: Thread, event: AgentEvent): Thread {
  const next = reduce(thread, event);
  const round = next.rounds.at(-1);
  if (round) {
    lastAnswer(round);
    isPending(round);
    currentStep(round);
    traceEvents(round).length;
  }
  return next;
}

interface Growth {
  readonly start: readonly AgentEvent[];
  readonly event: (i: number) => AgentEvent | readonly AgentEvent[];
  readonly few: number;
}

const open: AgentEvent = { type: 'run_started', runId: 'r' };
const call: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'write' };
const step = (i: number): AgentEvent[] => [
  { type: 'thinking_delta', delta: 'Next.', itemId: `t${i}` },
  { type: 'tool_call_started', callId: `c${i}`, name: 'Bash', args: { command: 'ls' } },
  { type: 'tool_call_finished', callId: `c${i}`, result: 'ok' },
];
const growing: Record<string, Growth> = {
  steps: { start: [open], event: step, few: 400 },
  rounds: {
    start: [],
    event: (i) => [{ type: 'run_started', runId: `r${i}` }, ...step(i), { type: 'run_finished', outcome: 'completed' }],
    few: 400,
  },
  'a text': { start: [open], event: () => ({ type: 'text_delta', delta: 'Some words. ' }), few: 2000 },
  'a thought of one paragraph': {
    start: [open],
    event: () => ({ type: 'thinking_delta', delta: 'and then ' }),
    few: 2000,
  },
  'a thought of many paragraphs': {
    start: [open],
    event: () => ({ type: 'thinking_delta', delta: 'Then.\n\n' }),
    few: 2000,
  },
  'a string argument': {
    start: [open, call, { type: 'tool_args_delta', callId: 'c', delta: '{"content":"' }],
    event: () => ({ type: 'tool_args_delta', callId: 'c', delta: 'abcdefgh \\n 1234' }),
    few: 2000,
  },
  'a list argument': {
    start: [open, call, { type: 'tool_args_delta', callId: 'c', delta: '{"list":[0' }],
    event: () => ({ type: 'tool_args_delta', callId: 'c', delta: ', {"a": 1}' }),
    few: 2000,
  },
  'many arguments': {
    start: [open, call, { type: 'tool_args_delta', callId: 'c', delta: '{"first":1' }],
    event: (i) => ({ type: 'tool_args_delta', callId: 'c', delta: `,"n${i}":"v"` }),
    few: 2000,
  },
  'an output': {
    start: [open, call, { type: 'tool_call_ready', callId: 'c' }],
    event: () => ({ type: 'tool_output_delta', callId: 'c', delta: 'line of output\n' }),
    few: 2000,
  },
  'a delegated agent': {
    start: [open, { type: 'delegation_started', childId: 'a' }],
    event: (i) => step(i).map((each) => ({ ...each, agentId: 'a' })),
    few: 400,
  },
  'numbered events': {
    start: [open],
    event: (i) => ({ type: 'text_delta', delta: 'word ', seq: `id-${i}` }),
    few: 2000,
  },
};

const SAMPLE = 50;

/** The work of some events behind `count` others. */
function workBehind({ start, event }: Growth, count: number): number {
  const events = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => event(from + i)).flat();
  let thread = reduceAll(emptyThread, [...start, ...events(0, count)]);
  const sample = events(count, count + SAMPLE);
  return workOf(() => {
    for (const each of sample) thread = fold(thread, each);
  });
}

test.each(Object.entries(growing))('the work of an event does not grow with %s', (_, growth) => {
  const few = workBehind(growth, growth.few);
  const many = workBehind(growth, growth.few * 8);
  expect(few).toBeGreaterThan(0);
  // A trie and a hash map are a level or two deeper.
  expect(many / few).toBeLessThan(1.35);
});

test('the end of a run that left many calls and approvals open costs what they are', () => {
  const workOfEnd = (count: number) => {
    const left = Array.from({ length: count }, (_, i): AgentEvent[] => [
      { type: 'tool_call_started', callId: `c${i}`, name: 'Bash', args: {} },
      { type: 'approval_requested', approvalId: `a${i}`, name: 'Bash', callId: `c${i}` },
    ]).flat();
    const thread = reduceAll(emptyThread, [open, ...left]);
    return workOf(() => void reduce(thread, { type: 'run_finished', outcome: 'completed' }));
  };
  // Eight times as many, in tries a level deeper.
  expect(workOfEnd(2000) / workOfEnd(250)).toBeLessThan(12);
});

test('the count tells a fold that reads its text again on each delta', () => {
  const rereading = (length: number) => workOf(() => void 'x'.repeat(length).replace(/\s+/g, ' '));
  expect(rereading(8000) / rereading(1000)).toBeGreaterThan(4);
});
