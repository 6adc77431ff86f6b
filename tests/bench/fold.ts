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

/** Folds an event and asks for all that the screen shows of it. */
function fold(thread: Thread, event: AgentEvent): Thread {
  const next = reduce(thread, event);
  const round = next.rounds.at(-1);
  if (!round) return next;
  lastAnswer(round);
  isPending(round);
  currentStep(round);
  if (traceEvents(round).length < 0) throw new Error('A trace has a length.');
  return next;
}

function cpuNanoseconds(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

const SAMPLE = 20_000;
const RUNS = 9;
const WARM_UP = 2;

/** Folds the events that come behind `count` others; the thread forks, so that it does not grow. Gives CPU time an event. */
function measurer({ start = [], event }: Growth, count: number): () => number {
  const before = Array.from({ length: count }, (_, i) => event(i));
  const thread = reduceAll(emptyThread, [...start, ...before.flat()]);
  const next = event(count);
  const rounds = Math.ceil(SAMPLE / next.length);
  const action = () => {
    for (let i = 0; i < rounds; i++) next.reduce(fold, thread);
  };
  return () => cpuNanoseconds(action) / (rounds * next.length);
}

/** The two sizes take turns, so that what else the machine does falls on both. */
function costs(growth: Growth): [few: number, many: number] {
  const few = measurer(growth, growth.sizes[0]);
  const many = measurer(growth, growth.sizes[1]);
  const pairs = Array.from({ length: WARM_UP + RUNS }, () => [few(), many()] as const).slice(WARM_UP);
  return [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints what an event costs at two sizes of each kind, and how many events a second of CPU time takes at 200 steps. */
export function bench(part: string): void {
  const names = Object.keys(growing).filter((name) => name.includes(part));
  const rows = names.map((name) => {
    const growth = growing[name];
    if (!growth) throw new Error(`No bench "${name}".`);
    const [few, many] = costs(growth);
    return {
      grows: name,
      sizes: growth.sizes.join(' / '),
      'ns at few': Math.round(few),
      'ns at many': Math.round(many),
      ratio: (many / few).toFixed(2),
    };
  });
  console.table(rows);
  const events = [open, ...Array.from({ length: 200 }, (_, i) => step(i, true)).flat()];
  const times = Array.from({ length: 15 }, () => cpuNanoseconds(() => void events.reduce(fold, emptyThread)));
  const perSecond = events.length / (median(times.slice(5)) / 1e9);
  console.log(
    `${Math.round(perSecond).toLocaleString('en')} events a second of CPU time at 200 steps (${events.length} events)`,
  );
}
