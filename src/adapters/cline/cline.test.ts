import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Round } from '../../logic/thread.ts';
import { jsonl, kinds, ofKind, roundOf, roundsOf } from '../adapterStand.ts';
import { createDecoder, detectFormat } from '../index.ts';

let second = 0;
const line = (type: string, rest: object) => ({
  ts: new Date(Date.UTC(2026, 0, 1) + ++second * 1000).toISOString(),
  type,
  ...rest,
});
const event = (type: string, rest: object = {}) => line('agent_event', { event: { type, ...rest } });
const iteration = (nr: number, who: object = {}) => event('iteration_start', { iteration: nr, ...who });
const delta = (text: string, who: object = {}) => event('content_start', { contentType: 'text', text, ...who });
const thought = (reasoning: string) => event('content_start', { contentType: 'reasoning', reasoning });
const whole = (text: string, who: object = {}) => event('content_end', { contentType: 'text', text, ...who });
const call = (toolCallId: string, input: object) =>
  event('content_start', { contentType: 'tool', toolName: 'run_commands', toolCallId, input });
const chunk = (toolCallId: string, piece: string) =>
  event('content_update', { contentType: 'tool', toolCallId, update: { stream: 'stdout', chunk: piece } });
const result = (toolCallId: string, output: unknown, more: object = {}) =>
  event('content_end', { contentType: 'tool', toolCallId, output, ...more });
const done = (reason: string, text = '') => event('done', { reason, text });

function decode(lines: readonly object[] | object, isOver: boolean): AgentEvent[] {
  const decoder = createDecoder('cline');
  const events = decoder.push(Array.isArray(lines) ? jsonl(lines) : JSON.stringify(lines, undefined, 2));
  return isOver ? [...events, ...decoder.end()] : events;
}

const read = (lines: readonly object[] | object, isOver = true): Round[] => roundsOf(decode(lines, isOver));
const newest = (lines: readonly object[], isOver = true): Round => roundOf(decode(lines, isOver));

const told = (rounds: readonly Round[]) =>
  rounds.map((round) => [round.user?.text, round.status, lastAnswer(round)?.text]);

describe('cline --json', () => {
  it('R5.5: pieces and the whole of a text or a thought are one item, the thought first', () => {
    const lines = [iteration(1), thought('Pl'), thought('an.'), delta('I lo'), delta('ok.')];
    const ends = [whole('I look!'), event('content_end', { contentType: 'reasoning', reasoning: 'Plan.' })];
    const round = newest([...lines, ...ends, done('completed', 'I look!')]);
    expect(kinds(round)).toEqual(['thinking', 'assistant_text']);
    expect(lastAnswer(round)?.text).toBe('I look!');
    expect(ofKind(round, 'thinking')).toMatchObject([{ text: 'Plan.' }]);
  });

  it('last words that no text told are the answer', () => {
    expect(
      lastAnswer(newest([iteration(1), delta('I look.'), whole('I look.'), done('completed', 'All done.')]))?.text,
    ).toBe('All done.');
  });

  it('a call runs at once; its output comes in pieces', () => {
    const runs = [
      iteration(1),
      call('c1', { commands: ['make', 'ls'] }),
      chunk('c1', 'one\n'),
      chunk('c1', ''),
      chunk('c1', 'two\n'),
    ];
    const round = newest(runs, false);
    expect(currentStep(round)).toMatchObject({ kind: 'tool', tool: 'run_commands', preview: 'make, ls' });
    expect(ofKind(round, 'tool_call')).toMatchObject([{ output: 'one\ntwo\n', toolKind: 'shell' }]);
  });

  it('a call failed where each of its answers did; the code of a command is shown', () => {
    const good = { query: 'ls', result: 'a\n', success: true };
    const bad = {
      query: 'make',
      result: '[Command exited with code 2]\nno rule',
      error: 'Command exited with code 2',
      success: false,
    };
    const end = (output: unknown) =>
      ofKind(newest([iteration(1), call('c1', {}), result('c1', output)], false), 'tool_call')[0];
    expect(end([bad])).toMatchObject({ status: 'failed', result: { text: bad.result, exitCode: 2 } });
    expect(end([good])).toMatchObject({ status: 'done', result: { text: 'a\n' } });
    expect(end([good, bad])).toMatchObject({ status: 'done', result: { text: `ls\na\n\n\nmake\n${bad.result}` } });
    expect(end(JSON.stringify(good))).toMatchObject({ status: 'done', result: { text: 'a\n' } });
  });

  it('an error of the tool itself makes a failed call', () => {
    expect(
      ofKind(
        newest([iteration(1), call('c1', {}), result('c1', undefined, { error: 'no such tool' })], false),
        'tool_call',
      ),
    ).toMatchObject([{ status: 'failed', result: { text: 'no such tool' } }]);
  });

  it('R5.6: the usage of the run is the total that it tells', () => {
    const usage = event('usage', { inputTokens: 10, outputTokens: 2, cacheReadTokens: 4, totalInputTokens: 10 });
    const total = line('run_result', {
      finishReason: 'completed',
      usage: { inputTokens: 21, outputTokens: 5, cacheReadTokens: 8, totalCost: 0.5 },
      model: { id: 'm' },
    });
    const turns = [iteration(1), usage, iteration(2), { ...usage, ts: 'x' }];
    expect(newest(turns, false).usage).toEqual({ inputTokens: 20, outputTokens: 4, cachedTokens: 8 });
    expect(newest([...turns, done('completed'), total]).usage).toEqual({
      inputTokens: 21,
      outputTokens: 5,
      cachedTokens: 8,
      cost: 0.5,
      model: 'm',
    });
  });

  it('R1.5: another agent is a delegation', () => {
    const who = { agentId: 'sub', parentAgentId: 'lead' };
    const hook = (hookEventName: string) => line('hook_event', { hookEventName, ...who });
    const round = newest([
      line('hook_event', { hookEventName: 'agent_start', agentId: 'lead', parentAgentId: null }),
      iteration(1),
      hook('agent_start'),
      iteration(1, who),
      delta('A helper reads.', who),
      event('done', { reason: 'completed', ...who }),
      hook('agent_end'),
      delta('Done.'),
      done('completed', 'Done.'),
    ]);
    const [delegation] = ofKind(round, 'delegation');
    expect(delegation?.status).toBe('completed');
    expect(ofKind(delegation, 'assistant_text').map((item) => item.text)).toEqual(['A helper reads.']);
    expect(told([round])).toEqual([[undefined, 'completed', 'Done.']]);
  });

  it('R2.7: lines have times', () => {
    const lines = [iteration(1), done('completed')];
    const round = newest(lines);
    expect([round.startedAt, round.endedAt]).toEqual(lines.map(({ ts }) => Date.parse(ts)));
  });
});

describe('the end of a run', () => {
  it('R5.7: an end is held, and another iteration takes it back', () => {
    const lines = [iteration(1), delta('a'), whole('a'), done('completed', 'a')];
    expect(newest(lines, false).status).toBe('running');
    expect(newest([...lines, iteration(2)]).status).toBe('failed');
    expect(told(read([...lines, iteration(2), delta('b'), whole('b'), done('completed', 'b')]))).toEqual([
      [undefined, 'completed', 'b'],
    ]);
  });

  it('the first iteration of another run is a round of its own', () => {
    const rounds = read([
      iteration(1),
      delta('a'),
      whole('a'),
      done('completed', 'a'),
      iteration(1),
      delta('b'),
      whole('b'),
      done('completed', 'b'),
    ]);
    expect(told(rounds)).toEqual([
      [undefined, 'completed', 'a'],
      [undefined, 'completed', 'b'],
    ]);
  });

  it('limits, a stop and errors are told apart', () => {
    const ended = (...last: object[]) => {
      const round = newest([iteration(1), delta('Half'), ...last]);
      return [round.status, ofKind(round, 'notice').at(-1)?.code, ofKind(round, 'notice').at(-1)?.text];
    };
    expect(ended(done('max_iterations')).slice(0, 2)).toEqual(['failed', 'limit']);
    expect(ended(done('aborted'))[0]).toBe('aborted');
    expect(ended(line('run_aborted', { reason: 'local_abort' }))[0]).toBe('aborted');
    const error = event('error', { error: { message: 'quota used up' }, recoverable: false });
    expect(ended(error, done('error'))).toEqual(['failed', 'error', 'quota used up']);
    expect(ended(error)).toEqual(['failed', 'error', 'quota used up']);
    expect(ended(line('run_result', { finishReason: 'error', text: 'gone' }))).toEqual(['failed', 'error', 'gone']);
  });

  it('B34: an error that it recovers from is a passing notice', () => {
    const passing = [
      event('error', { error: { message: 'link lost' }, recoverable: true }),
      event('notice', { noticeType: 'recovery', reason: 'api_error', message: 'Trying again.' }),
    ];
    const round = newest([iteration(1), ...passing, delta('OK'), whole('OK'), done('completed', 'OK')]);
    expect(told([round])).toEqual([[undefined, 'completed', 'OK']]);
    expect(ofKind(round, 'notice').map((notice) => notice.level)).toEqual(['warning', 'warning']);
  });

  it('B30, B32: a stream without an end is interrupted, and its call aborted', () => {
    const round = newest([iteration(1), call('c1', { commands: ['sleep 60'] })]);
    expect([round.status, ofKind(round, 'notice')[0]?.code]).toEqual(['failed', 'interrupted']);
    expect(ofKind(round, 'tool_call')).toMatchObject([{ status: 'aborted' }]);
  });
});

describe('B24: a stream that begins in the middle', () => {
  it.each([
    ['a text', [whole('Hi')], 'Hi'],
    ['a result', [result('c1', 'ok')], undefined],
    ['a notice', [event('notice', { message: 'Note.' })], undefined],
    ['its usage', [event('usage', { inputTokens: 1 })], undefined],
  ])('B30: is interrupted where it breaks off after %s', (_, lines, said) => {
    expect(told(read(lines))).toEqual([[undefined, 'failed', said]]);
  });

  it('ends with its last line, which tells the answer', () => {
    const last = line('run_result', { finishReason: 'completed', text: 'Done.', usage: { inputTokens: 1 } });
    expect(told(read([last], false))).toEqual([[undefined, 'completed', 'Done.']]);
    expect(told(read([whole('Done.'), last], false))).toEqual([[undefined, 'completed', 'Done.']]);
    expect(kinds(newest([whole('Done.'), last]))).toEqual(['assistant_text']);
  });

  it('R5.7: what comes late begins no run', () => {
    const over = [iteration(1), delta('a'), whole('a'), done('completed', 'a'), line('run_result', { text: 'a' })];
    expect(told(read([...over, result('c1', 'late')]))).toEqual([[undefined, 'completed', 'a']]);
  });
});

describe('stored messages', () => {
  const user = (id: string, ts: number, ...content: object[]) => ({ id, role: 'user', content, ts });
  const assistant = (id: string, ts: number, ...content: object[]) => ({
    id,
    role: 'assistant',
    content,
    ts,
    modelInfo: { id: 'm' },
    metrics: { inputTokens: 5, outputTokens: 1, cost: 0.5 },
  });
  const text = (said: string) => ({ type: 'text', text: said });
  const messages = [
    user('u1', 10, text('One?'), { type: 'file', path: 'a', content: 'x' }),
    assistant(
      'a1',
      20,
      { type: 'thinking', thinking: 'Plan.', signature: 's' },
      { type: 'tool_use', id: 'c1', name: 'editor', input: { path: 'a' } },
    ),
    user('t1', 30, {
      type: 'tool_result',
      tool_use_id: 'c1',
      content: '{"query":"a","result":"Edited a","success":true}',
    }),
    assistant('a2', 40, text('Yes.')),
    user('u2', 50, text('Two?')),
    assistant('a3', 60, { type: 'tool_use', id: 'c2', name: 'editor', input: {} }),
  ];

  it('each message of the user is a round, unless it only holds results', () => {
    for (const log of [messages, { version: 1, sessionId: 's', agent: 'lead', messages }]) {
      const rounds = read(log);
      expect(told(rounds)).toEqual([
        ['One?', 'completed', 'Yes.'],
        ['Two?', 'failed', undefined],
      ]);
      expect(ofKind(rounds[0], 'tool_call')).toMatchObject([
        { status: 'done', toolKind: 'edit', result: { text: 'Edited a' } },
      ]);
      expect(rounds[0]).toMatchObject({
        startedAt: 10,
        endedAt: 40,
        usage: { inputTokens: 10, outputTokens: 2, cost: 1, model: 'm' },
      });
      expect(ofKind(rounds[1], 'notice')).toMatchObject([{ code: 'interrupted' }]);
    }
  });

  it('older versions wrap the words of the user, and write results as text', () => {
    const rounds = read([
      user('u1', 1, text('<task>\nFix it.\n</task>'), text('<environment_details>\nfiles\n</environment_details>')),
      assistant('a1', 2, text('<read_file><path>a</path></read_file>')),
      user('t1', 3, text("[read_file for 'a'] Result:"), text('1 | x')),
      assistant('a2', 4, text('Done.')),
    ]);
    expect(told(rounds)).toEqual([['Fix it.', 'completed', 'Done.']]);
  });

  it('a document that is longer than the sample is recognised', () => {
    const long = [user('u', 1, text('x'.repeat(100_000)))];
    expect(detectFormat(JSON.stringify({ version: 1, sessionId: 's', messages: long }, undefined, 2))).toBe('cline');
  });
});

describe('what the extension shows (ui_messages.json)', () => {
  let ts = 0;
  const say = (kind: string, text: string, more: object = {}) => ({ ts: ++ts, type: 'say', say: kind, text, ...more });
  const ask = (kind: string, text: string) => ({ ts: ++ts, type: 'ask', ask: kind, text });
  const begin = [
    say('task', 'Fix it.'),
    say('api_req_started', JSON.stringify({ request: 'r', tokensIn: 5, tokensOut: 2, cacheReads: 3, cost: 0.5 })),
  ];

  it('a task is a round: requests are turns, tools are calls', () => {
    const round = newest([
      ...begin,
      say('reasoning', 'Plan.'),
      say('text', 'I look.'),
      say('tool', JSON.stringify({ tool: 'readFile', path: 'a.ts' })),
      say('api_req_started', JSON.stringify({ tokensIn: 1, tokensOut: 1 })),
      say('command', 'npm test'),
      say('command_output', 'ok 1'),
      say('command_output', 'ok 2'),
      say('completion_result', 'Done.'),
      ask('completion_result', ''),
    ]);
    expect(kinds(round)).toEqual(['thinking', 'assistant_text', 'tool_call', 'tool_call', 'assistant_text']);
    expect(told([round])).toEqual([['Fix it.', 'completed', 'Done.']]);
    expect(ofKind(round, 'tool_call')).toMatchObject([
      { name: 'readFile', args: { path: 'a.ts' }, status: 'done' },
      { name: 'execute_command', status: 'done', result: { text: 'ok 1\nok 2' } },
    ]);
    expect(round.usage).toEqual({ inputTokens: 9, outputTokens: 3, cachedTokens: 3, cost: 0.5 });
  });

  it('a message that is still written comes again under its time', () => {
    const text = say('text', 'He', { partial: true });
    expect(
      ofKind(newest([...begin, text, { ...text, text: 'Hello', partial: false }], false), 'assistant_text'),
    ).toMatchObject([{ text: 'Hello' }]);
    const tool = say('tool', '{"tool":"newFileCreated"}', { partial: true });
    const states = [[tool], [tool, { ...tool, partial: false }]].map(
      (lines) => ofKind(newest([...begin, ...lines], false), 'tool_call')[0]?.status,
    );
    expect(states).toEqual(['preparing', 'running']);
  });

  it('R2.5: what is asked waits for the user, until something else follows', () => {
    const asked = [...begin, ask('command', 'rm a')];
    expect(currentStep(newest(asked, false))).toMatchObject({
      kind: 'approval',
      tool: 'execute_command',
      preview: 'rm a',
    });
    expect(ofKind(newest([...asked, say('command_output', 'ok')], false), 'approval')).toMatchObject([
      { open: false, decision: 'approved' },
    ]);
  });

  it('the answer of the user is a round of its own; a cancelled request is a stop', () => {
    const cancelled = say('api_req_started', JSON.stringify({ tokensIn: 1, cancelReason: 'user_cancelled' }));
    expect(told(read([...begin, say('completion_result', 'Done.'), say('user_feedback', 'More.'), cancelled]))).toEqual(
      [
        ['Fix it.', 'completed', 'Done.'],
        ['More.', 'aborted', undefined],
      ],
    );
  });

  it('a request that failed fails the round, unless it is made again', () => {
    const failed = [...begin, ask('api_req_failed', 'quota used up')];
    expect(ofKind(newest(failed), 'notice')).toMatchObject([{ text: 'quota used up' }]);
    const cut = newest([...failed, say('api_req_retried', '')]);
    expect(ofKind(cut, 'notice').at(-1)?.code).toBe('interrupted');
    const retried = newest([
      ...failed,
      say('api_req_retried', ''),
      say('api_req_started', '{}'),
      say('completion_result', 'OK'),
    ]);
    expect(told([retried])).toEqual([['Fix it.', 'completed', 'OK']]);
  });
});

it('R5.4: what nobody knows is counted, what says nothing is not', () => {
  const decoder = createDecoder('cline');
  const lines = [
    line('run_start', {}),
    line('team_event', {}),
    event('iteration_end'),
    line('sings', {}),
    event('hums'),
    line('agent_event', {}),
  ];
  decoder.push(lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  expect(decoder.diagnostics).toEqual({ malformed: 1, unknown: { sings: 1, 'agent_event/hums': 1 } });
});
