import { type AgentEvent, emptyThread, reduceAll } from '../../src/logic/index.ts';
import { cpuOf, median } from './cpu.ts';
import { foldShown } from './shown.ts';
import { table } from './table.ts';

/** How a thread grows: what it starts with, what it gets over and over, and the two counts that are compared. */
interface Growth {
  readonly start?: readonly AgentEvent[];
  readonly event: (i: number) => readonly AgentEvent[];
  readonly sizes: readonly [few: number, many: number];
}

const open: AgentEvent = { type: 'run_started', runId: 'r' };
const call: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'write' };

function step(i: number, withText: boolean): AgentEvent[] {
  const turnId = `t${i}`;
  return [
    { type: 'turn_started', turnId },
    { type: 'thinking_delta', delta: 'Next I look at ', turnId },
    { type: 'thinking_delta', delta: 'the file.', turnId },
    ...(withText ? [{ type: 'text_delta', delta: 'I look.', turnId } as const] : []),
    { type: 'tool_call_started', callId: `c${i}`, name: 'Bash', turnId },
    { type: 'tool_args_delta', callId: `c${i}`, delta: '{"command":"ls"}' },
    { type: 'tool_call_ready', callId: `c${i}` },
    { type: 'tool_call_finished', callId: `c${i}`, result: 'ok' },
  ];
}

/** A call whose one argument is long, in deltas of 16 bytes. */
const argument = (sizes: Growth['sizes']): Growth => ({
  start: [open, call, { type: 'tool_args_delta', callId: 'c', delta: '{"content":"' }],
  event: () => [{ type: 'tool_args_delta', callId: 'c', delta: 'sixteen bytes, \\n' }],
  sizes,
});
const prose = (type: 'text_delta' | 'thinking_delta', delta: string): Growth => ({
  start: [open],
  event: () => [{ type, delta }],
  sizes: [4_000, 64_000],
});

const growing: Readonly<Record<string, Growth>> = {
  steps: { start: [open], event: (i) => step(i, true), sizes: [400, 3_200] },
  'steps without text': { start: [open], event: (i) => step(i, false), sizes: [400, 3_200] },
  rounds: {
    event: (i) => [
      { type: 'run_started', runId: `r${i}` },
      ...step(0, true),
      { type: 'run_finished', outcome: 'completed' },
    ],
    sizes: [400, 3_200],
  },
  'two calls at once': {
    start: [open, call, { ...call, callId: 'd' }],
    event: (i) => [
      { type: 'tool_args_delta', callId: i % 2 ? 'c' : 'd', delta: i < 2 ? '{"content":"' : 'some more text. ' },
    ],
    sizes: [4_000, 64_000],
  },
  'one text': prose('text_delta', 'a few words more '),
  'one thought, one paragraph': prose('thinking_delta', 'a few words more '),
  'one thought, many paragraphs': prose('thinking_delta', 'A paragraph.\n\n'),
  'an argument of 200 KB': argument([1_500, 12_500]),
  'an argument of 10 MB': argument([12_500, 625_000]),
  'one output': {
    start: [open, call, { type: 'tool_call_ready', callId: 'c' }],
    event: () => [{ type: 'tool_output_delta', callId: 'c', delta: 'a line of output\n' }],
    sizes: [4_000, 64_000],
  },
};

const SAMPLE = 20_000;
const RUNS = 9;
const QUICK_RUNS = 3;
const WARM_UP = 2;

/** Folds the events that come behind `count` others; the thread forks, so that it does not grow. Gives CPU time an event. */
function measurer({ start = [], event }: Growth, count: number): () => number {
  const before = Array.from({ length: count }, (_, i) => event(i));
  const thread = reduceAll(emptyThread, [...start, ...before.flat()]);
  const next = event(count);
  const rounds = Math.ceil(SAMPLE / next.length);
  const action = () => {
    for (let i = 0; i < rounds; i++) next.reduce(foldShown, thread);
  };
  return () => (cpuOf(action) * 1e6) / (rounds * next.length);
}

/** The two sizes take turns, so that what else the machine does falls on both. */
function costs(growth: Growth, runs: number): [few: number, many: number] {
  const few = measurer(growth, growth.sizes[0]);
  const many = measurer(growth, growth.sizes[1]);
  const pairs = Array.from({ length: WARM_UP + runs }, () => [few(), many()] as const).slice(WARM_UP);
  return [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
}

/** What an event costs at two sizes of each kind: a cost that does not grow has the ratio 1. */
export function growth(part: string, quick: boolean): string {
  const chosen = Object.entries(growing).filter(([name]) => name.includes(part));
  const rows = chosen.map(([name, each]) => {
    const [few, many] = costs(each, quick ? QUICK_RUNS : RUNS);
    return [name, each.sizes.join(' / '), few.toFixed(0), many.toFixed(0), (many / few).toFixed(2)];
  });
  return `What grows, and what an event costs behind few and behind many others (1 step = 8 events)
${table(['what grows', 'sizes', 'ns at few', 'ns at many', 'ratio'], rows)}`;
}
