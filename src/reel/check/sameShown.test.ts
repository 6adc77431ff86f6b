import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../logic/events.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { emptyThread } from '../../logic/thread.ts';
import { createComparison } from './sameShown.ts';

const start: AgentEvent = { type: 'run_started', runId: 'r' };
const prompt: AgentEvent = { type: 'user_message', text: 'Hi' };
const call: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'Bash', args: { a: 1, list: [1, 2] } };
const said: AgentEvent = { type: 'text', text: 'Hello', itemId: 'm' };
const thought: AgentEvent = { type: 'thinking', text: 'So' };
const agent: AgentEvent = { type: 'delegation_started', childId: 'a', title: 'Look' };

function difference(one: readonly AgentEvent[], other: readonly AgentEvent[]) {
  return createComparison()(reduceAll(emptyThread, one), reduceAll(emptyThread, other));
}

describe('R5.3: what two windows show is compared', () => {
  it.each<[what: string, one: AgentEvent[], other: AgentEvent[]]>([
    ['2 rounds instead of 1', [start, prompt, { ...prompt, text: 'Again' }], [start, prompt]],
    ['what the user said', [start, prompt], [start, { ...prompt, text: 'Ho' }]],
    ['its status', [start, { type: 'run_finished', outcome: 'failed' }], [start]],
    ['its answer', [start, said], [start, { ...said, text: 'Hello!' }]],
    ['its run line', [start, { ...call, name: 'Read' } as AgentEvent], [start, call]],
    ['its number of steps', [start, thought, said], [start, said]],
    ['its usage', [start, { type: 'usage', inputTokens: 1 }], [start, { type: 'usage', inputTokens: 2 }]],
    ['2 items instead of 1', [start, { type: 'notice', level: 'info', text: 'a' }, said], [start, said]],
    ['its text', [start, { ...thought, text: 'No' } as AgentEvent, said], [start, thought, said]],
    ['its result', [start, call, done('a')], [start, call, done('b')]],
    ['its status', [start, call, done('a', true)], [start, call, done('a')]],
    [
      'its arguments',
      [start, { ...call, args: { a: 1, list: [1, 3] } } as AgentEvent, done('a')],
      [start, call, done('a')],
    ],
    ['its title', [start, { ...agent, title: 'See' } as AgentEvent], [start, agent]],
    ['its answer', [start, agent, { ...said, agentId: 'a' }], [start, agent, { ...said, agentId: 'a', text: 'x' }]],
    ['its code', [start, { ...notice, code: 'retry' } as AgentEvent], [start, notice]],
  ])('%s', (what, one, other) => {
    expect(difference(one, one)).toBeUndefined();
    expect(difference(one, other)).toContain(what);
  });

  it('the order of the members of a result is none of what is shown', () => {
    expect(difference([start, call, done({ a: 1, b: 2 })], [start, call, done({ b: 2, a: 1 })])).toBeUndefined();
  });
});

const notice: AgentEvent = { type: 'notice', level: 'info', text: 'a' };

function done(result: unknown, isError = false): AgentEvent {
  return { type: 'tool_call_finished', callId: 'c', result, isError };
}
