import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { isPending, lastAnswer } from '../../logic/lastAnswer.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Item } from '../../logic/thread.ts';
import { roundOf, sse } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder } from '../index.ts';

const read = (...events: object[]): AgentEvent[] => decodeAll('ag-ui', [sse(events)]);
const itemsOf = (events: Iterable<AgentEvent>): Item[] => [...roundOf(events).items];

const started = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const finished = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const content = (messageId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
const callStart = (toolCallId: string, toolCallName: string) => ({ type: 'TOOL_CALL_START', toolCallId, toolCallName });
const callArgs = (toolCallId: string, delta: string) => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
const callEnd = (toolCallId: string) => ({ type: 'TOOL_CALL_END', toolCallId });
const callResult = (toolCallId: string, text: string) => ({ type: 'TOOL_CALL_RESULT', toolCallId, content: text });

describe('calls', () => {
  it('B20: a start that comes twice makes one call, whose arguments are neither emptied nor doubled', () => {
    const call = [callStart('c1', 'open_ticket'), callArgs('c1', '{"nr":5}'), callEnd('c1')];
    for (const again of [[callStart('c1', 'open_ticket')], call]) {
      const events = read(started, ...call, ...again, callResult('c1', 'ok'), finished);
      expect(events.filter(({ type }) => type === 'tool_args_delta')).toHaveLength(1);
      expect(itemsOf(events)).toMatchObject([
        { kind: 'tool_call', args: '{"nr":5}', result: { text: 'ok' }, status: 'done' },
      ]);
    }
  });

  it('chunks open and close their calls by themselves', () => {
    const events = read(
      started,
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c1', toolCallName: 'bash', delta: '{"a":' },
      { type: 'TOOL_CALL_CHUNK', delta: '1}' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c2', toolCallName: 'read', delta: '{}' },
      callResult('c1', '{"exitCode":2,"stdout":"","stderr":"no"}'),
      finished,
    );
    expect(events.filter(({ type }) => type === 'tool_call_ready')).toMatchObject([{ callId: 'c1' }, { callId: 'c2' }]);
    expect(itemsOf(events)).toMatchObject([
      { callId: 'c1', args: '{"a":1}', status: 'done', result: { text: 'no', exitCode: 2 } },
      { callId: 'c2', args: '{}', status: 'aborted' },
    ]);
  });
});

describe('calls in chunks', () => {
  const chunk = (toolCallId: string, more: object) => ({ type: 'TOOL_CALL_CHUNK', toolCallId, ...more });

  it('B11: the name comes late', () => {
    const late = [
      chunk('c1', { delta: '{"pa' }),
      chunk('c1', { toolCallName: 'read_file' }),
      chunk('c1', { delta: 'th":"a.txt"}' }),
    ];
    expect(itemsOf(read(started, ...late, finished))).toMatchObject([
      { callId: 'c1', name: 'read_file', toolKind: 'read', args: '{"path":"a.txt"}', byteCount: 16 },
    ]);
  });

  it('B12: a name that is repeated with every piece is one name', () => {
    const pieces = ['{', '"path":"a"', '}'].map((delta) => chunk('c1', { toolCallName: 'write_to_file', delta }));
    expect(itemsOf(read(started, ...pieces, finished))).toMatchObject([
      { name: 'write_to_file', args: '{"path":"a"}' },
    ]);
  });

  it('B13: the pieces of two calls at once each reach their own', () => {
    const pieces = [
      chunk('a', { toolCallName: 'alpha', delta: '' }),
      chunk('b', { toolCallName: 'beta', delta: '' }),
      chunk('a', { delta: '{"x":' }),
      chunk('b', { delta: '{"y":' }),
      chunk('a', { delta: '1}' }),
      chunk('b', { delta: '2}' }),
    ];
    expect(itemsOf(read(started, ...pieces, finished))).toMatchObject([
      { callId: 'a', name: 'alpha', args: '{"x":1}' },
      { callId: 'b', name: 'beta', args: '{"y":2}' },
    ]);
  });
});

describe('B49: agents at once', () => {
  const agents = ['sa', 'sb'].map((subagentRunId) => ({ type: 'SUBAGENT_STARTED', subagentRunId }));
  const words = (subagentRunId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CHUNK', subagentRunId, delta });

  it('the chunks of a call go on, whatever another agent says between them', () => {
    const chunk = (delta: string) => ({ type: 'TOOL_CALL_CHUNK', subagentRunId: 'sb', toolCallId: 'c', delta });
    const pieces = [
      { ...chunk('{"command":"make '), toolCallName: 'bash' },
      { ...words('sa', 'I read.'), messageId: 'm' },
      chunk('test"}'),
    ];
    expect(itemsOf(read(started, ...agents, ...pieces, finished))).toMatchObject([
      { childId: 'sa', items: { length: 1 } },
      { childId: 'sb', items: { length: 1 } },
    ]);
    const events = read(started, ...agents, ...pieces, finished);
    const calls = itemsOf(events).flatMap((item) => (item.kind === 'delegation' ? [...item.items] : []));
    expect(calls).toMatchObject([{ text: 'I read.' }, { name: 'bash', args: '{"command":"make test"}' }]);
  });

  it('chunks of texts by turns each reach their own, with an id or without', () => {
    const events = read(
      started,
      ...agents,
      { ...words('sa', 'A1'), messageId: 'x' },
      { ...words('sb', 'B1'), messageId: 'y' },
      words('sa', ' A2'),
      { type: 'TOOL_CALL_RESULT', subagentRunId: 'sb', toolCallId: 'c', content: 'ok' },
      { ...words('sa', ' A3'), messageId: 'x' },
      finished,
    );
    const texts = itemsOf(events).flatMap((item) => (item.kind === 'delegation' ? [...item.items] : []));
    expect(texts).toMatchObject([{ text: 'A1 A2 A3' }, { text: 'B1' }]);
  });

  it('chunks of two messages of one agent by turns, too', () => {
    const by = (messageId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CHUNK', messageId, delta });
    const events = read(started, by('x', 'A1'), by('y', 'B1'), by('x', ' A2'), finished);
    expect(itemsOf(events)).toMatchObject([{ text: 'A1 A2' }, { text: 'B1' }]);
  });
});

it('B22, R5.4: a result that comes before its call is kept for it; without the call no row is made up', () => {
  const result = callResult('x9', '12 lines');
  const words = { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'ok' };
  expect(itemsOf(read(started, result, callStart('x9', 'Read notes'), callEnd('x9'), words, finished))).toMatchObject([
    { name: 'Read notes', status: 'done', result: { text: '12 lines' } },
    { text: 'ok' },
  ]);
  expect(itemsOf(read(started, result, words, finished))).toMatchObject([{ text: 'ok' }]);
});

it('a snapshot closes the call that chunks left open, before its result', () => {
  const chunk = { type: 'TOOL_CALL_CHUNK', toolCallId: 'c1', toolCallName: 'bash', delta: '{}' };
  const messages = [
    { id: 'a', role: 'assistant', toolCalls: [{ id: 'c1', function: { name: 'bash', arguments: '{}' } }] },
    { id: 'b', role: 'tool', toolCallId: 'c1', content: 'ok' },
  ];
  const types = read(started, chunk, { type: 'MESSAGES_SNAPSHOT', messages }, finished).map(({ type }) => type);
  expect(types.slice(-3)).toEqual(['tool_call_ready', 'tool_call_finished', 'run_finished']);
});

describe('texts and thoughts', () => {
  it('R5.5: a chunk after a result begins another message, also under an id that came before', () => {
    const chunk = (messageId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CHUNK', messageId, delta });
    const call = [callStart('c1', 'bash'), callEnd('c1'), callResult('c1', 'ok')];
    const items = itemsOf(read(started, chunk('1', 'a'), chunk('1', 'b'), ...call, chunk('1', 'c'), finished));
    expect(items).toMatchObject([{ text: 'ab' }, { callId: 'c1' }, { text: 'c' }]);
  });

  it('thinking comes once, whatever steps repeat it, under new names and old ones', () => {
    const items = itemsOf(
      read(
        started,
        { type: 'REASONING_START', messageId: 'x' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'x', delta: 'plan' },
        { type: 'STEP_FINISHED', stepName: 's', delta: 'plan', metadata: { tanstack: { delta: 'plan' } } },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'x', delta: '' },
        { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'x', encryptedValue: 'secret' },
        content('m', 'Answer'),
        { type: 'THINKING_TEXT_MESSAGE_START' },
        { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'more' },
        finished,
      ),
    );
    expect(items).toMatchObject([
      { kind: 'thinking', text: 'plan' },
      { kind: 'assistant_text', text: 'Answer' },
      { kind: 'thinking', text: 'more' },
    ]);
  });

  it('R1.6: what the reader said is no answer, and words of the system are not shown', () => {
    const of = (role: string, id: string) => [
      { type: 'TEXT_MESSAGE_START', messageId: id, role },
      content(id, role),
      { type: 'TEXT_MESSAGE_END', messageId: id },
    ];
    const round = roundOf(read(started, ...of('user', 'u'), ...of('system', 's'), ...of('assistant', 'a'), finished));
    expect(round.user).toEqual({ id: 'u', text: 'user' });
    expect([...round.items]).toMatchObject([{ kind: 'assistant_text', text: 'assistant' }]);
  });

  it('R5.5: a snapshot adds only what was not told, whatever ids it gives', () => {
    const messages = [
      { id: 'u0', role: 'user', content: 'before' },
      { id: 'a0', role: 'assistant', content: 'of an earlier round' },
      { id: 'u1', role: 'user', content: 'Go.' },
      { id: 'new', role: 'assistant', content: 'Streamed.' },
      {
        id: 'b',
        role: 'assistant',
        toolCalls: [
          { id: 'c1', function: { name: 'bash', arguments: '{}' } },
          { id: 'c2', function: { name: 'read', arguments: '{"path":"a"}' } },
        ],
      },
      { id: 't1', role: 'tool', toolCallId: 'c1', content: 'one' },
      { id: 't2', role: 'tool', toolCallId: 'c2', content: 'two' },
      { id: 'c', role: 'assistant', content: 'Only here.' },
    ];
    const snapshot = { type: 'MESSAGES_SNAPSHOT', messages };
    const call = [callStart('c1', 'bash'), callArgs('c1', '{}'), callEnd('c1')];
    const items = itemsOf(
      read(started, content('m', 'Stre'), content('m', 'amed.'), ...call, snapshot, snapshot, finished),
    );
    expect(items).toMatchObject([
      { text: 'Streamed.' },
      { callId: 'c1', result: { text: 'one' } },
      { callId: 'c2', name: 'read', args: '{"path":"a"}', result: { text: 'two' } },
      { text: 'Only here.' },
    ]);
    expect(items).toHaveLength(4);
  });
});

describe('a connection that drops', () => {
  const withId = (id: number, event: object): string => `id: ${id}\n${sse([event])}`;
  const events = [
    started,
    { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
    content('m1', 'ab'),
    content('m1', 'c'),
    { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
    finished,
  ];
  const frames = events.map((event, i) => withId(i + 1, event));
  const sent = (order: readonly number[]): string => order.map((id) => frames[id - 1] ?? '').join('');

  it.each([
    ['B25', [1, 2, 3, 1, 2, 3, 4, 5, 6]],
    ['B25 A', [1, 2, 3, 1, 2, 3, 5, 4, 4, 6]],
  ])('%s, R5.4: what comes again under its id changes nothing', (_, order) => {
    for (const second of ['same', 'new'] as const) {
      const cut = second === 'new' ? 3 : order.length;
      const decoders = [createDecoder('ag-ui'), createDecoder('ag-ui')] as const;
      const before = decoders[0].push(sent(order.slice(0, cut)));
      const after = second === 'new' ? decoders[1].push(sent(order.slice(cut))) : [];
      const round = roundOf([...before, ...after, ...decoders[second === 'new' ? 1 : 0].end()]);
      expect([...round.items]).toMatchObject([{ text: 'abc' }]);
      expect(round.status).toBe('completed');
    }
  });

  it('B25 B: a run that starts again under its own id begins anew', () => {
    const events = read(started, content('m1', 'ab'), started, content('m1', 'ab'), content('m1', 'c'), finished);
    expect(itemsOf(events)).toMatchObject([{ text: 'abc' }]);
    expect(reduceAll(emptyThread, events).rounds).toHaveLength(1);
  });

  it('an event that gives several has one number for each', () => {
    const frame = withId(9, { type: 'RUN_ERROR', message: 'no', usage: [{ outputTokens: 1 }] });
    expect(
      createDecoder('ag-ui')
        .push(frame)
        .map(({ seq }) => seq),
    ).toEqual(['9', '9#1', '9#2']);
  });
});

describe('the end', () => {
  const half = [
    started,
    { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
    content('m1', 'Half'),
    callStart('c1', 'run'),
  ];
  const error = { type: 'RUN_ERROR', message: 'quota used up', code: '429' };

  it.each([
    ['A', [...half, error]],
    ['C', [...half, error, finished]],
  ])('B28 %s: an error fails the run with a readable text', (_, events) => {
    const told = read(...events);
    const round = roundOf(told);
    expect(told.filter(({ type }) => type === 'run_finished')).toHaveLength(1);
    expect(round.status).toBe('failed');
    expect([...round.items]).toMatchObject([
      { text: 'Half' },
      { callId: 'c1', status: 'aborted' },
      { kind: 'notice', code: 'error', text: 'quota used up' },
    ]);
    expect(currentStep(round)).toBeUndefined();
    expect(isPending(round)).toBe(false);
  });

  it('B28 D: an error that comes first leaves no empty answer', () => {
    const round = roundOf(read({ type: 'RUN_ERROR', error: { message: 'Overloaded' } }));
    expect(round.status).toBe('failed');
    expect(lastAnswer(round)).toBeUndefined();
    expect([...round.items]).toMatchObject([{ kind: 'notice', text: 'Overloaded' }]);
  });

  it('R5.7: RUN_FINISHED after every iteration is an end only where nothing follows', () => {
    const usage = [{ inputTokens: 1, outputTokens: 2 }];
    const iteration = (id: string) => [
      callStart(id, 'bash'),
      callEnd(id),
      { ...finished, usage },
      callResult(id, 'ok'),
    ];
    const decoder = createDecoder('ag-ui');
    const before = decoder.push(
      sse([started, ...iteration('c1'), ...iteration('c2'), content('m', 'Done.'), finished]),
    );
    expect(roundOf(before).status).toBe('running');
    const round = roundOf([...before, ...decoder.end()]);
    expect(round.status).toBe('completed');
    expect([...round.items]).toMatchObject([{ status: 'done' }, { status: 'done' }, { text: 'Done.' }]);
    expect(round.usage).toMatchObject({ inputTokens: 2, outputTokens: 4 });
  });

  it('R5.7: a stream that is cut after an iteration is interrupted', () => {
    const call = [callStart('c1', 'bash'), callEnd('c1')];
    expect(roundOf(read(started, ...call, finished, callResult('c1', 'ok'))).status).toBe('failed');
  });

  it('R5.7: an iteration that stopped for tools is no end where the stream is cut behind it', () => {
    const call = [callStart('c1', 'bash'), callEnd('c1')];
    const metadata = (finishReason: string) => ({ ...finished, metadata: { tanstack: { finishReason } } });
    const statusOf = (finishReason: string, cut: boolean) => {
      const decoder = createDecoder('ag-ui');
      return roundOf([...decoder.push(sse([started, ...call, metadata(finishReason)])), ...decoder.end(cut)]).status;
    };
    expect(statusOf('tool_calls', true)).toBe('failed');
    expect(statusOf('stop', true)).toBe('completed');
    // A call that the app itself has to run ends the stream too, and nothing is cut.
    expect(statusOf('tool_calls', false)).toBe('completed');
  });

  it('R5.7: state and raw events after the end do not take it back, a new run ends the one before', () => {
    const state = { type: 'STATE_SNAPSHOT', snapshot: {} };
    expect(roundOf(read(started, content('m', 'x'), finished, state, { type: 'RAW' })).status).toBe('completed');
    const thread = reduceAll(
      emptyThread,
      read(started, finished, { ...started, runId: 'r2' }, { ...finished, runId: 'r2' }),
    );
    expect([...thread.rounds].map((round) => round.status)).toEqual(['completed', 'completed']);
  });

  it('an outcome ends the run at once', () => {
    const push = (outcome: object) => createDecoder('ag-ui').push(sse([started, { ...finished, outcome }]));
    expect(roundOf(push({ type: 'success' })).status).toBe('completed');
    expect(roundOf(push({ type: 'cancelled' })).status).toBe('aborted');
  });

  it('an interrupt asks the reader, and the run that answers it goes on', () => {
    const decoder = createDecoder('ag-ui');
    const interrupts = [{ id: 'i1', reason: 'tool_call', toolCallId: 'c1' }];
    const asked = decoder.push(
      sse([started, callStart('c1', 'rm'), callEnd('c1'), { ...finished, outcome: { type: 'interrupt', interrupts } }]),
    );
    expect(currentStep(roundOf(asked))).toMatchObject({ kind: 'approval', tool: 'rm' });
    const resume = [{ interruptId: 'i1', status: 'resolved', payload: { approved: true } }];
    const answered = [
      ...asked,
      ...decoder.push(`${JSON.stringify({ messages: [], resume })}\n`, 'client'),
      ...decoder.push(sse([{ ...started, runId: 'r2' }, callResult('c1', 'ok'), { ...finished, runId: 'r2' }])),
      ...decoder.end(),
    ];
    const thread = reduceAll(emptyThread, answered);
    expect(thread.rounds).toHaveLength(1);
    expect(roundOf(answered).status).toBe('completed');
    expect(itemsOf(answered)).toMatchObject([{ status: 'done' }, { kind: 'approval', decision: 'approved' }]);
  });

  it('R5.7: a stream without its end mark is interrupted', () => {
    expect(itemsOf(read(...half)).at(-1)).toMatchObject({ kind: 'notice', code: 'interrupted' });
  });
});

it('R1.5: a sub-agent holds its own words and calls', () => {
  const child = { subagentRunId: 's1' };
  const events = read(
    started,
    callStart('c1', 'ask'),
    callEnd('c1'),
    { type: 'SUBAGENT_STARTED', ...child, name: 'reader', description: 'Read the docs', parentToolCallId: 'c1' },
    { ...content('m1', 'Child.'), ...child },
    { type: 'SUBAGENT_STARTED', subagentRunId: 's2', name: 'deep', parentSubagentRunId: 's1' },
    { type: 'SUBAGENT_ERROR', subagentRunId: 's2', message: 'lost' },
    { type: 'SUBAGENT_FINISHED', ...child },
    callResult('c1', 'Child.'),
    finished,
  );
  expect(lastAnswer(roundOf(events))).toBeUndefined();
  const delegation = itemsOf(events).find((item) => item.kind === 'delegation');
  expect(delegation).toMatchObject({ childId: 's1', callId: 'c1', title: 'Read the docs', status: 'completed' });
  expect(delegation?.kind === 'delegation' ? [...delegation.items] : []).toMatchObject([
    { text: 'Child.' },
    { kind: 'delegation', childId: 's2', status: 'failed' },
  ]);
});

it('reads the dialects of real programs: snake case, `result`, seconds, usage of its own', () => {
  const events = read(
    { type: 'RUN_STARTED', thread_id: 't', run_id: 'r', timestamp: 1770389237 },
    callStart('c1', 'now'),
    callEnd('c1'),
    { type: 'TOOL_CALL_RESULT', toolCallId: 'c1', result: 'noon' },
    { type: 'TEXT_MESSAGE_CONTENT', message_id: 'm', delta: 'Noon.' },
    { type: 'USAGE_METADATA', input_tokens: 3, output_tokens: 4, model: 'm' },
    { type: 'RUN_FINISHED', run_id: 'r' },
  );
  const round = roundOf(events);
  expect(events[0]).toEqual({ type: 'run_started', runId: 'r', at: 1770389237000 });
  expect([...round.items]).toMatchObject([{ result: { text: 'noon' } }, { text: 'Noon.', itemId: 'm' }]);
  expect(round.usage).toEqual({ inputTokens: 3, outputTokens: 4, model: 'm' });
});
