import fc from 'fast-check';
import type { AgentEvent } from '../../src/logic/events.ts';

/** Few ids, so that events meet: repeated starts, late results, two agents in one call. */
const callId = fc.constantFrom('c1', 'c2', 'c3');
const agentId = fc.constantFrom(undefined, undefined, undefined, 'a', 'b');
const runId = fc.constantFrom('r1', 'r2');
const turnId = fc.constantFrom(undefined, undefined, 't1', 't2', 't3');
const itemId = fc.constantFrom(undefined, undefined, 'i1', 'i2');
const toolName = fc.constantFrom('Bash', 'write');
const approvalId = fc.constantFrom('p1', 'p2');
const outcome = fc.constantFrom('completed' as const, 'aborted' as const, 'failed' as const);
const text = fc.constantFrom('', ' \n', '\u200b', 'One', ' two.', '\n\n', 'Next *step*', '\ud83d', '\ude80', 'e\u0301');
const argsPiece = fc.constantFrom(
  '',
  '{',
  '"command":',
  '"make',
  ' all"',
  ',"description":"Bu',
  'ild"',
  '}',
  '{"10":1,"2":[1,2,',
  '\\ud83d\\ude80',
  'ü🚀',
  'null',
);
const args = fc.constantFrom<unknown>(
  undefined,
  {},
  { command: 'ls' },
  { b: 1, a: [1, 2] },
  '{"command":"ls"',
  'plain',
  [1],
);
const bytes = fc.constantFrom(0, 5, 9, 1434);
const result = fc.constantFrom<unknown>(undefined, 'ok', { raw: 'no' });

/** A kind of event with some of its fields; those that are undefined are left out. */
function event(type: AgentEvent['type'], fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<AgentEvent> {
  return fc.record({ type: fc.constant(type), ...fields }).map(fromWire);
}

function fromWire(fields: object): AgentEvent {
  return JSON.parse(JSON.stringify(fields));
}

const outer = fc.oneof(
  event('run_started', { runId }),
  event('user_message', { text: fc.constantFrom('Hi', 'Go'), id: fc.constantFrom(undefined, 'u1', 'u2') }),
  event('run_finished', {
    outcome,
    runId: fc.option(runId, { nil: undefined }),
    error: fc.constantFrom(undefined, 'gone'),
  }),
);

/** What providers want back with a thought; nothing that is shown depends on it. */
const seal = {
  signature: fc.constantFrom(undefined, undefined, 's1', 's2'),
  redacted: fc.constantFrom(undefined, undefined, undefined, true),
};

const prose = fc.oneof(
  event('text_delta', { agentId, delta: text, turnId, itemId }),
  event('thinking_delta', { agentId, delta: text, turnId, itemId, ...seal }),
  event('text', { agentId, text, turnId, itemId }),
  event('thinking', { agentId, text, turnId, itemId, ...seal }),
);

const calls = fc.oneof(
  event('tool_call_started', {
    agentId,
    callId,
    name: fc.constantFrom('Bash', 'write', ''),
    turnId,
    title: fc.constantFrom(undefined, undefined, 'Title'),
    args: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: args }),
  }),
  event('tool_args_delta', { agentId, callId, delta: argsPiece }),
  event('tool_args_delta', { agentId, callId, delta: argsPiece }),
  event('tool_args', { agentId, callId, args }),
  event('tool_call_ready', { agentId, callId, args }),
  event('tool_output_delta', { agentId, callId, delta: text }),
  event('tool_output', { agentId, callId, output: result }),
  event('tool_call_finished', { agentId, callId, result, isError: fc.constantFrom(undefined, true) }),
);

const others = fc.oneof(
  event('turn_started', {
    agentId,
    turnId: fc.constantFrom('t1', 't2', 't3'),
    retryOf: fc.constantFrom(undefined, undefined, 't1', 't2'),
  }),
  event('approval_requested', {
    agentId,
    approvalId,
    name: fc.constantFrom('Bash', ''),
    callId: fc.option(callId, { nil: undefined }),
    args,
  }),
  event('approval_resolved', { agentId, approvalId, decision: fc.constantFrom('approved', 'denied') }),
  event('delegation_started', {
    agentId,
    childId: fc.constantFrom('a', 'b', 'd'),
    callId: fc.option(callId, { nil: undefined }),
    title: fc.constantFrom(undefined, 'Look'),
  }),
  event('delegation_finished', { agentId, childId: fc.constantFrom('a', 'b', 'd'), outcome }),
  event('usage', {
    agentId,
    turnId,
    inputTokens: fc.constantFrom(undefined, 10),
    outputTokens: fc.constantFrom(undefined, 1, 2),
    contextWindow: fc.constantFrom(undefined, 100, 200),
    model: fc.constantFrom(undefined, 'm'),
  }),
  event('notice', { agentId, level: fc.constantFrom('info', 'error'), text: fc.constantFrom('gone', 'note') }),
  // What nobody knows is no AgentEvent; it comes over the wire all the same.
  fc.constantFrom({ type: 'strange' }, { type: '__proto__' }).map(fromWire),
);

const markers = event('tool_preparing', { agentId, toolName, byteCount: bytes });

const body = (withMarkers: boolean) =>
  fc.oneof(
    { weight: 2, arbitrary: outer },
    { weight: 8, arbitrary: prose },
    { weight: 10, arbitrary: calls },
    { weight: 6, arbitrary: others },
    { weight: withMarkers ? 3 : 0, arbitrary: markers },
  );

/** Numbers events as a stream does, and now and then sends some of them again. */
function numbered(events: AgentEvent[], again: readonly number[]): AgentEvent[] {
  const stamped = events.map((each, i) => ({ ...each, seq: i + 1 }));
  return again.reduce<AgentEvent[]>((all, at) => {
    const from = at % (all.length + 1);
    return [...all.slice(0, from), ...all.slice(Math.max(0, from - 3), from), ...all.slice(from)];
  }, stamped);
}

/** Events in any order, with times that grow. */
export function eventSequences({ markers: withMarkers = true, maxLength = 40 } = {}): fc.Arbitrary<AgentEvent[]> {
  const plain = fc.array(body(withMarkers), { maxLength, size: 'max' });
  const events = fc.oneof(
    { weight: 3, arbitrary: plain },
    {
      weight: 1,
      arbitrary: fc.tuple(plain, fc.array(fc.nat(50), { maxLength: 3 })).map(([all, at]) => numbered(all, at)),
    },
  );
  return fc
    .tuple(events, fc.boolean())
    .map(([all, timed]) => (timed ? all.map((each, i) => ({ at: 1000 + i * 100, ...each })) : all));
}
