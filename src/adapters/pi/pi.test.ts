import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Round } from '../../logic/thread.ts';
import { jsonl, kinds, ofKind, roundOf, roundsOf } from '../adapterStand.ts';
import { createDecoder } from '../index.ts';

const usage = { input: 5, output: 2, cacheRead: 3, cacheWrite: 1, cost: { total: 0.25 } };
const user = (content: string, timestamp: number) => ({
  role: 'user',
  content: [{ type: 'text', text: content }],
  timestamp,
});
const assistant = (content: object[], stopReason: string, more: object = {}) => ({
  role: 'assistant',
  content,
  model: 'm',
  usage,
  stopReason,
  timestamp: 100,
  ...more,
});
const text = (said: string) => ({ type: 'text', text: said });
const thinking = (said: string, more: object = {}) => ({ type: 'thinking', thinking: said, ...more });
const toolCall = (id: string, args: object) => ({ type: 'toolCall', id, name: 'bash', arguments: args });

const head = { type: 'session', version: 3, id: 'ses', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/home/dev/kit' };
const message = (role: string, type: 'message_start' | 'message_end', rest: object) => ({
  type,
  message: { role, ...rest },
});
const prompt = (said: string, timestamp = 1) => [
  { type: 'agent_start' },
  { type: 'turn_start' },
  message('user', 'message_start', user(said, timestamp)),
  message('user', 'message_end', user(said, timestamp)),
];
const opens = message('assistant', 'message_start', assistant([], 'stop'));
const ends = (content: object[], stopReason: string, more: object = {}) =>
  message('assistant', 'message_end', assistant(content, stopReason, more));
/** An update repeats the whole message so far. */
const update = (type: string, contentIndex: number, content: object[], rest: object = {}) => ({
  type: 'message_update',
  message: assistant(content, 'stop'),
  assistantMessageEvent: { type, contentIndex, partial: assistant(content, 'stop'), ...rest },
});
const execution = (step: 'start' | 'update' | 'end', id: string, rest: object) => ({
  type: `tool_execution_${step}`,
  toolCallId: id,
  toolName: 'bash',
  ...rest,
});
const output = (said: string) => ({ content: [text(said)], details: {} });

function decode(lines: readonly object[], isOver: boolean): AgentEvent[] {
  const decoder = createDecoder('pi');
  const events = decoder.push(jsonl(lines));
  return isOver ? [...events, ...decoder.end()] : events;
}

const read = (lines: readonly object[], isOver = true): Round[] => roundsOf(decode(lines, isOver));
const newest = (lines: readonly object[], isOver = true): Round => roundOf(decode(lines, isOver));

const told = (rounds: readonly Round[]) =>
  rounds.map((round) => [round.user?.text, round.status, lastAnswer(round)?.text]);

describe('pi --mode json', () => {
  const thought = [
    head,
    ...prompt('Fix it.'),
    opens,
    update('thinking_start', 0, [thinking('')]),
    update('thinking_delta', 0, [thinking('Pl')], { delta: 'Pl' }),
    update('thinking_delta', 0, [thinking('Plan.')], { delta: 'an.' }),
    update('thinking_end', 0, [thinking('Plan.')], { content: 'Plan.' }),
    update('text_start', 1, [thinking('Plan.'), text('')]),
    update('text_delta', 1, [thinking('Plan.'), text('I look.')], { delta: 'I look.' }),
    update('text_end', 1, [thinking('Plan.'), text('I look.')], { content: 'I look.' }),
  ];
  const whole = [thinking('Plan.', { thinkingSignature: 'sig' }), text('I look.')];

  it('R1.6: the words of the user open the round', () => {
    expect(newest([head, ...prompt('Fix it.')], false)).toMatchObject({ user: { text: 'Fix it.' }, status: 'running' });
  });

  it('R5.5: what the updates said is one item, and said once', () => {
    const round = newest([...thought, ends(whole, 'stop'), { type: 'agent_end', messages: [] }]);
    expect(kinds(round)).toEqual(['thinking', 'assistant_text']);
    expect(ofKind(round, 'thinking')).toMatchObject([{ text: 'Plan.' }]);
    expect(told([round])).toEqual([['Fix it.', 'completed', 'I look.']]);
  });

  it('R5.5: the whole message wins over the sum of its updates', () => {
    const round = newest([...thought, ends([thinking('Plan.'), text('I look! 🎉')], 'stop'), { type: 'agent_end' }]);
    expect(ofKind(round, 'assistant_text')).toMatchObject([{ text: 'I look! 🎉' }]);
  });

  it('what a thought is sealed with goes with it', () => {
    expect(decode([...thought, ends(whole, 'stop')], false)).toContainEqual(
      expect.objectContaining({ type: 'thinking', text: 'Plan.', signature: 'sig' }),
    );
  });

  it('an update says only what is new, however long the message that it repeats', () => {
    const long = 'x'.repeat(1000);
    const content = [thinking(long), text(long)];
    const events = decode([head, ...prompt('Go.'), opens, update('text_delta', 1, content, { delta: 'x' })], false);
    expect(JSON.stringify(events).length).toBeLessThan(1000);
  });

  const written = [
    head,
    ...prompt('Fix it.'),
    opens,
    update('toolcall_start', 0, [toolCall('c1', {})]),
    update('toolcall_delta', 0, [toolCall('c1', {})], { delta: '{"command":' }),
    update('toolcall_delta', 0, [toolCall('c1', { command: 'ls' })], { delta: '"ls"}' }),
  ];

  it('R4.6, R4.7: a call is in preparation until it is executed', () => {
    expect(currentStep(newest(written, false))).toMatchObject({
      kind: 'preparing',
      tool: 'bash',
      preview: 'ls',
      bytes: 16,
    });
    const prepared = [
      ...written,
      update('toolcall_end', 0, [toolCall('c1', { command: 'ls' })], { toolCall: toolCall('c1', { command: 'ls' }) }),
      ends([toolCall('c1', { command: 'ls' })], 'toolUse'),
    ];
    expect(ofKind(newest(prepared, false), 'tool_call')).toMatchObject([{ status: 'preparing' }]);
    const runs = [...prepared, execution('start', 'c1', { args: { command: 'ls' } })];
    expect(ofKind(newest(runs, false), 'tool_call')).toMatchObject([{ status: 'running', args: { command: 'ls' } }]);
  });

  it('newer versions name the call in the event, and repeat nothing', () => {
    const bare = (type: string, rest: object) => ({
      type: 'message_update',
      assistantMessageEvent: { type, contentIndex: 0, ...rest },
    });
    const round = newest(
      [
        head,
        ...prompt('Go.'),
        opens,
        bare('toolcall_start', { id: 'c1', toolName: 'read' }),
        bare('toolcall_delta', { delta: '{"path":"a' }),
      ],
      false,
    );
    expect(currentStep(round)).toMatchObject({ kind: 'preparing', tool: 'read', preview: 'a' });
  });

  it('the output is a growing snapshot; the result comes once; a failed command shows its code', () => {
    const failed = 'none\n\nCommand exited with code 2';
    const runs = [
      ...written,
      ends([toolCall('c1', { command: 'ls' })], 'toolUse'),
      execution('start', 'c1', { args: { command: 'ls' } }),
      execution('update', 'c1', { partialResult: output('no') }),
      execution('update', 'c1', { partialResult: output('none\n') }),
    ];
    expect(ofKind(newest(runs, false), 'tool_call')).toMatchObject([{ output: 'none\n' }]);
    const result = { role: 'toolResult', toolCallId: 'c1', content: [text('again')], isError: false };
    const ended = [
      ...runs,
      execution('end', 'c1', { result: output(failed), isError: true }),
      { type: 'message_start', message: result },
    ];
    expect(ofKind(newest(ended, false), 'tool_call')).toMatchObject([
      { status: 'failed', result: { text: failed, exitCode: 2 } },
    ]);
  });

  it('R5.6: usage is that of its turn, with what the cache held', () => {
    const round = newest(
      [head, ...prompt('Go.'), opens, ends([text('a')], 'toolUse'), opens, ends([text('b')], 'stop')],
      false,
    );
    expect(round.usage).toEqual({ inputTokens: 18, outputTokens: 4, cachedTokens: 6, cost: 0.5, model: 'm' });
  });
});

describe('B24: a stream that begins in the middle', () => {
  it('has the prompt whose beginning it missed', () => {
    const [, , , ...rest] = prompt('Go.');
    expect(told(read([...rest, opens, ends([text('Yes.')], 'stop'), { type: 'agent_end', messages: [] }]))).toEqual([
      ['Go.', 'completed', 'Yes.'],
    ]);
    expect(told(read([...rest]))).toEqual([['Go.', 'failed', undefined]]);
  });
});

describe('the end of a stream', () => {
  const failing = [
    head,
    ...prompt('Go.'),
    opens,
    update('text_delta', 0, [text('Half')], { delta: 'Half' }),
    ends([text('Half')], 'error', { errorMessage: '529 {"error":{"message":"Overloaded"}}' }),
  ];
  const agentEnd = { type: 'agent_end', messages: [] };
  const retry = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: 'Overloaded' };
  const again = [{ type: 'agent_start' }, { type: 'turn_start' }, opens];

  it('the end of the agent is the end of the run, at once where it did not fail', () => {
    expect(newest([head, ...prompt('Go.'), opens, ends([text('Done.')], 'stop'), agentEnd], false).status).toBe(
      'completed',
    );
    expect(newest([head, ...prompt('Go.'), opens, ends([], 'aborted'), agentEnd], false).status).toBe('aborted');
    const limit = newest([head, ...prompt('Go.'), opens, ends([text('Lo')], 'length'), agentEnd]);
    expect([limit.status, ofKind(limit, 'notice')[0]?.code]).toEqual(['failed', 'limit']);
  });

  it('R5.7: a failure is held: another attempt takes it back, and voids what the first one said', () => {
    expect(newest([...failing, agentEnd], false).status).toBe('running');
    const round = newest([...failing, agentEnd, retry, ...again, ends([text('Whole.')], 'stop'), agentEnd]);
    expect(ofKind(round, 'assistant_text').map((item) => item.text)).toEqual(['Whole.']);
    expect(ofKind(round, 'notice')).toMatchObject([{ code: 'retry', retry: { attempt: 1, of: 3 } }]);
    expect(round.status).toBe('completed');
  });

  it('B28: without another attempt the run failed, with the words of the error', () => {
    for (const last of [[], [{ type: 'agent_settled' }], [{ type: 'auto_retry_end', success: false }]]) {
      const round = newest([...failing, agentEnd, ...last]);
      expect(round.status).toBe('failed');
      expect(ofKind(round, 'notice')).toMatchObject([{ text: '529 Overloaded' }]);
    }
  });

  it('newer versions say whether they try again', () => {
    expect(newest([...failing, { ...agentEnd, willRetry: false }], false).status).toBe('failed');
    expect(newest([...failing, { ...agentEnd, willRetry: true }], false).status).toBe('running');
  });

  it('attempts that are given up fail the run', () => {
    const round = newest(
      [...failing, agentEnd, retry, { type: 'auto_retry_end', success: false, finalError: 'gave up' }],
      false,
    );
    expect(round.status).toBe('failed');
    expect(ofKind(round, 'notice').at(-1)?.text).toBe('gave up');
  });

  it('B30: a stream without it is interrupted', () => {
    const round = newest([head, ...prompt('Go.'), opens, update('text_delta', 0, [text('Ha')], { delta: 'Ha' })]);
    expect([round.status, ofKind(round, 'notice')[0]?.code]).toEqual(['failed', 'interrupted']);
  });

  it('R1.6: a prompt that waited is a round of its own; one that comes in between stops the run', () => {
    const first = [head, ...prompt('One?'), opens, ends([text('Yes.')], 'stop')];
    const next = message('user', 'message_start', user('Two?', 2));
    expect(told(read([...first, next, opens, ends([text('No.')], 'stop'), agentEnd]))).toEqual([
      ['One?', 'completed', 'Yes.'],
      ['Two?', 'completed', 'No.'],
    ]);
    const busy = [head, ...prompt('One?'), opens, ends([text('I look.')], 'toolUse')];
    expect(told(read([...busy, next], false))).toEqual([
      ['One?', 'aborted', 'I look.'],
      ['Two?', 'running', undefined],
    ]);
  });

  it('a compaction is told', () => {
    const compaction = { type: 'compaction_end', reason: 'threshold', result: { summary: 's' }, aborted: false };
    const round = newest([head, ...prompt('Go.'), opens, ends([text('a')], 'stop'), agentEnd, compaction]);
    expect(ofKind(round, 'notice')).toMatchObject([{ code: 'compaction' }]);
  });
});

describe('session files', () => {
  let second = 0;
  const at = () => new Date(Date.UTC(2026, 0, 1) + ++second * 1000).toISOString();
  const entry = (said: object, ids: object = {}) => ({ type: 'message', timestamp: at(), ...ids, message: said });
  const result = (id: string, said: string, isError = false) => ({
    role: 'toolResult',
    toolCallId: id,
    toolName: 'bash',
    content: [text(said)],
    isError,
  });
  const old = {
    type: 'session',
    id: 'old',
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/home/dev/kit',
    provider: 'p',
    modelId: 'm',
  };

  it('R1.6: each message of the user is a round, which ends as its last message stopped', () => {
    const rounds = read([
      old,
      entry(user('One?', 1)),
      entry(assistant([toolCall('c1', { command: 'ls' })], 'toolUse')),
      entry(result('c1', 'a b')),
      entry(assistant([text('Yes.')], 'stop')),
      entry(user('Two?', 2)),
      entry(assistant([toolCall('c2', { command: 'sl' })], 'aborted')),
      entry(user('Three?', 3)),
      entry(assistant([text('Half')], 'error', { errorMessage: 'terminated' })),
      entry(user('Four?', 4)),
      entry(assistant([text('I look.')], 'toolUse')),
    ]);
    expect(told(rounds)).toEqual([
      ['One?', 'completed', 'Yes.'],
      ['Two?', 'aborted', undefined],
      ['Three?', 'failed', 'Half'],
      ['Four?', 'failed', 'I look.'],
    ]);
    expect(ofKind(rounds[0], 'tool_call')).toMatchObject([{ status: 'done', result: { text: 'a b' } }]);
    expect(ofKind(rounds[1], 'tool_call')).toMatchObject([{ status: 'aborted' }]);
    expect(ofKind(rounds[3], 'notice')).toMatchObject([{ code: 'interrupted' }]);
  });

  it('R2.7: a round has the times of its entries', () => {
    const entries = [entry(user('One?', 1)), entry(assistant([text('Yes.')], 'stop'))];
    const [round] = read([old, ...entries]);
    expect([round?.startedAt, round?.endedAt]).toEqual(entries.map(({ timestamp }) => Date.parse(timestamp)));
  });

  it('R5.4: a request that was made again voids the one that failed', () => {
    const round = newest([
      old,
      entry(user('Go.', 1)),
      entry(assistant([text('Half')], 'error', { errorMessage: 'Overloaded' })),
      entry(assistant([text('Whole.')], 'stop')),
    ]);
    expect(ofKind(round, 'assistant_text').map((item) => item.text)).toEqual(['Whole.']);
    expect(round.status).toBe('completed');
  });

  it('two entries joined on one line are two', () => {
    const decoder = createDecoder('pi');
    const joined = [old, entry(user('Go.', 1)), entry(assistant([text('Yes.')], 'stop'))]
      .map((one) => JSON.stringify(one))
      .join('');
    const events = [...decoder.push(joined), ...decoder.end()];
    expect(told(roundsOf(events))).toEqual([['Go.', 'completed', 'Yes.']]);
  });

  it('a command that the user ran is told with the prompt that follows', () => {
    const command = { role: 'bashExecution', command: 'make', output: 'ok', exitCode: 0, timestamp: 9 };
    const [first, next] = read([
      old,
      entry(user('One?', 1)),
      entry(assistant([text('Yes.')], 'stop')),
      entry(command),
      entry(user('Two?', 2)),
      entry(assistant([text('No.')], 'stop')),
    ]);
    expect(ofKind(first, 'tool_call')).toEqual([]);
    expect(ofKind(next, 'tool_call')).toMatchObject([
      { name: 'bash', status: 'done', result: { text: 'ok', exitCode: 0 } },
    ]);
  });

  describe('a tree', () => {
    const two = [
      entry(user('One?', 1), { id: 'a', parentId: null }),
      entry(assistant([text('Yes.')], 'stop'), { id: 'b', parentId: 'a' }),
    ];

    it('R5.4: an entry that comes again says nothing new', () => {
      expect(told(read([head, ...two, ...two]))).toEqual([['One?', 'completed', 'Yes.']]);
    });

    it('a branch goes on in the order of the file, and says so', () => {
      const rounds = read([
        head,
        ...two,
        entry(user('Other?', 2), { id: 'c', parentId: null }),
        entry(assistant([text('No.')], 'stop'), { id: 'd', parentId: 'c' }),
      ]);
      expect(told(rounds)).toEqual([
        ['One?', 'completed', 'Yes.'],
        ['Other?', 'completed', 'No.'],
      ]);
      expect(ofKind(rounds[0], 'notice')).toEqual([]);
      expect(ofKind(rounds[1], 'notice')).toMatchObject([
        { level: 'info', text: 'The conversation goes on from an earlier point.' },
      ]);
    });

    it('B47: a compaction and a parent that was never written keep the order of the file', () => {
      const rounds = read([
        head,
        ...two,
        { type: 'compaction', timestamp: at(), id: 'x', parentId: 'b', summary: 'One, yes.', tokensBefore: 9 },
        entry(user('Three?', 3), { id: 'e', parentId: 'gone' }),
        entry(assistant([text('Four.')], 'stop'), { id: 'f', parentId: 'f' }),
      ]);
      expect(told(rounds)).toEqual([
        ['One?', 'completed', 'Yes.'],
        ['Three?', 'completed', 'Four.'],
      ]);
      expect(rounds.flatMap((round) => ofKind(round, 'notice').map((notice) => notice.code))).toEqual(['compaction']);
    });
  });
});

it('R5.4: what nobody knows is counted, what says nothing is not', () => {
  const decoder = createDecoder('pi');
  const lines = [
    { type: 'queue_update' },
    { type: 'model_change', timestamp: 't' },
    { type: 'sings' },
    { type: 'message_start' },
  ];
  decoder.push(jsonl(lines));
  expect(decoder.diagnostics).toEqual({ malformed: 1, unknown: { sings: 1 } });
});
