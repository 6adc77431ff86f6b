import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../logic/events.ts';
import { isPending } from '../../logic/lastAnswer.ts';
import { reduce } from '../../logic/reducer.ts';
import { Sequence } from '../../logic/sequence.ts';
import { emptyThread, type Item, type Round, type Thread } from '../../logic/thread.ts';
import { createFindings } from './findings.ts';
import { createInvariants } from './invariants.ts';

/** Makes another state out of the right one, after one event only: the state that a wrong reducer would give. */
type Wrong = (after: Thread, before: Thread) => Thread;

/** The rules that a fold breaks whose last state is made wrong. */
function rulesAfter(events: readonly AgentEvent[], wrong: Wrong): string[] {
  const findings = createFindings(() => ({ line: 1, event: 1 }));
  const invariants = createInvariants(findings.report);
  let thread = emptyThread;
  events.forEach((event, i) => {
    const before = thread;
    const right = reduce(before, event);
    thread = i === events.length - 1 ? wrong(right, before) : right;
    invariants.see(before, event, thread);
  });
  return findings.list().map(({ rule }) => rule);
}

const right: Wrong = (after) => after;
/** As if the last event had changed nothing. */
const ignored: Wrong = (_, before) => before;

function withRound(change: (round: Round) => Round): Wrong {
  return (thread) => {
    const round = thread.rounds.at(-1);
    return round ? { ...thread, rounds: thread.rounds.with(thread.rounds.length - 1, change(round)) } : thread;
  };
}

const withItems = (change: (items: Item[]) => Item[]) =>
  withRound((round) => {
    const items = change([...round.items]).reduce((all, item) => all.append(item), Sequence.empty<Item>());
    return { ...round, items };
  });

const run: AgentEvent = { type: 'run_started', runId: 'r' };
const turn = (turnId: string): AgentEvent => ({ type: 'turn_started', turnId });
const call = (callId: string): AgentEvent => ({ type: 'tool_call_started', callId, name: 'Bash' });
const said: AgentEvent = { type: 'text_delta', delta: 'Hello' };
const end: AgentEvent = { type: 'run_finished', outcome: 'completed' };

describe('what a wrong reducer would give is told', () => {
  it.each<[rule: string, what: string, events: AgentEvent[], wrong: Wrong]>([
    ['R1.2', 'dots beside a text', [run, said], withRound((round) => hideAnswer(round))],
    ['R1.1', 'an older text as the answer', [run, said, call('c'), said], (after, before) => answerOf(before, after)],
    ['R4.6', 'two rows of one call', [run, call('c'), call('d')], withItems(([one, two]) => twice(one, two))],
    ['R4.7', 'a row of a call that runs', [run, call('c'), { type: 'tool_call_ready', callId: 'c' }], ignored],
    ['R4.7', 'a row of a call with a result', [run, call('c'), { type: 'tool_call_finished', callId: 'c' }], ignored],
    ['R4.7', 'a row that outlives its turn', [run, turn('1'), call('c'), turn('2')], ignored],
    ['R4.7', 'a row after the end', [run, call('c'), end], (_, before) => endOnly(before)],
    ['R5.7', 'an approval after the end', [run, approval, end], (_, before) => endOnly(before)],
    ['R5.7', 'an agent after the end', [run, { type: 'delegation_started', childId: 'a' }, end], (_, b) => endOnly(b)],
    ['R5.1', 'a blank text', [run, said], withItems((items) => items.map(blank))],
    ['R5.1', 'a thought put before the text that it followed', [run, said, thought], withItems((all) => all.reverse())],
    ['R1.6', 'a round that another one leaves running', [run, { ...run, runId: 's' }], reopened],
    ['R3.3', 'a control character in a name', [run, { ...call('c'), name: 'Ba\u0000sh' } as AgentEvent], right],
  ])('%s: %s', (rule, _, events, wrong) => {
    expect(rulesAfter(events, right).filter((each) => each !== 'R3.3')).toEqual([]);
    expect(rulesAfter(events, wrong)).toContain(rule);
  });

  it('R4.7: a row of a delegated agent', () => {
    const events: AgentEvent[] = [
      run,
      { type: 'delegation_started', childId: 'a' },
      { ...call('c'), agentId: 'a' },
      { type: 'tool_call_ready', callId: 'c', agentId: 'a' },
    ];
    expect(rulesAfter(events, ignored)).toEqual(['R4.7']);
  });

  it('R5.4: an event that came before may change nothing', () => {
    const ready: AgentEvent = { type: 'tool_call_ready', callId: 'c', seq: 1 };
    expect(rulesAfter([{ ...run, seq: 1 }, call('c'), ready], right)).toEqual([]);
  });

  it('a finding is told once, and of many of a rule some', () => {
    const findings = createFindings(() => ({ line: 3, event: 7 }));
    for (let i = 0; i < 50; i++) findings.report('R4.6', `The call ${i % 25} has two rows.`);
    expect(findings.list()).toHaveLength(21);
    expect(findings.list()[0]).toEqual({ rule: 'R4.6', text: 'The call 0 has two rows.', at: { line: 3, event: 7 } });
    expect(findings.list()[20]?.text).toBe('The rule is broken in 5 more places.');
  });
});

const approval: AgentEvent = { type: 'approval_requested', approvalId: 'a', name: 'Bash' };
const thought: AgentEvent = { type: 'thinking_delta', delta: 'So' };
const blank = (item: Item): Item => (item.kind === 'assistant_text' ? { ...item, text: '\n\n' } : item);

/** The state of a round that has said nothing, with the items of one that has. */
function hideAnswer(round: Round): Round {
  const fresh = reduce(emptyThread, run).rounds.at(-1);
  const hidden = fresh ? { ...fresh, items: round.items } : round;
  expect(isPending(hidden)).toBe(true);
  return hidden;
}

function answerOf(before: Thread, after: Thread): Thread {
  const [old, now] = [before.rounds.at(-1), after.rounds.at(-1)];
  return old && now ? withRound(() => ({ ...old, items: now.items }))(after, before) : after;
}

function twice(one: Item | undefined, two: Item | undefined): Item[] {
  return one?.kind === 'tool_call' && two ? [one, { ...one, key: two.key }] : [];
}

const endOnly = (before: Thread): Thread => withRound((round) => ({ ...round, status: 'completed' }))(before, before);

function reopened(after: Thread, before: Thread): Thread {
  const first = before.rounds.at(0);
  return first ? { ...after, rounds: after.rounds.with(0, first) } : after;
}
