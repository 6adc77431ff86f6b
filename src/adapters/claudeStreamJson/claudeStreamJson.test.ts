import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { isPending, lastAnswer } from '../../logic/lastAnswer.ts';
import { parseArguments } from '../../logic/parseArguments.ts';
import { reduce, reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Item } from '../../logic/thread.ts';
import { traceEvents } from '../../logic/traceEvents.ts';
import { jsonl, roundOf } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder } from '../index.ts';

const read = (...lines: object[]): AgentEvent[] => decodeAll('claude-stream-json', [jsonl(lines)]);
const itemsOf = (events: Iterable<AgentEvent>): Item[] => [...roundOf(events).items];

const init = { type: 'system', subtype: 'init', session_id: 's1' };
const success = { type: 'result', subtype: 'success', is_error: false, result: '' };
const stream = (event: object) => ({ type: 'stream_event', parent_tool_use_id: null, event });
const messageStart = (id: string) => stream({ type: 'message_start', message: { id } });
const blockStart = (index: number, content_block: object) =>
  stream({ type: 'content_block_start', index, content_block });
const blockDelta = (index: number, delta: object) => stream({ type: 'content_block_delta', index, delta });
const blockStop = (index: number) => stream({ type: 'content_block_stop', index });
const textDelta = (text: string) => ({ type: 'text_delta', text });
const thinkingDelta = (thinking: string) => ({ type: 'thinking_delta', thinking });
const inputDelta = (partial_json: string) => ({ type: 'input_json_delta', partial_json });
const text = (said: string) => ({ type: 'text', text: said });
const thinking = (said: string) => ({ type: 'thinking', thinking: said });
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const assistant = (id: string, blocks: object[], parent: string | null = null) => ({
  type: 'assistant',
  parent_tool_use_id: parent,
  message: { id, role: 'assistant', content: blocks },
});
const result = (tool_use_id: string, content: unknown, more: object = {}, parent: string | null = null) => ({
  type: 'user',
  parent_tool_use_id: parent,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id, content, ...more }] },
});

describe('one message told several times', () => {
  it('R5.5: deltas and the whole of a block are one item, and the whole wins', () => {
    const items = itemsOf(
      read(
        messageStart('m1'),
        blockStart(0, { type: 'thinking', thinking: '' }),
        blockDelta(0, thinkingDelta('pl')),
        assistant('m1', [thinking('plan')]),
        blockStop(0),
        blockStart(1, text('')),
        blockDelta(1, textDelta('Go')),
        assistant('m1', [text('Go.')]),
        blockStart(2, call('c1', 'Bash', {})),
        blockDelta(2, inputDelta('{"command":"l')),
        assistant('m1', [call('c1', 'Bash', { command: 'ls' })]),
        blockStop(2),
        { ...success, result: 'Go.' },
      ),
    );
    expect(items).toMatchObject([
      { kind: 'thinking', text: 'plan' },
      { kind: 'assistant_text', text: 'Go.' },
      { kind: 'tool_call', args: { command: 'ls' } },
    ]);
    expect(items).toHaveLength(3);
  });

  it('R5.5: a program that restarts its indexes and gives each block a message id of its own', () => {
    const items = itemsOf(
      read(
        messageStart('m1'),
        blockStart(0, thinking('')),
        blockDelta(0, thinkingDelta('plan')),
        blockStop(0),
        assistant('m1', [thinking('plan')]),
        blockStart(0, text('')),
        blockDelta(0, textDelta('Go.')),
        blockStop(0),
        assistant('m2', [text('Go.')]),
        blockStart(0, call('c1', 'run', {})),
        blockDelta(0, inputDelta('{"a":1}')),
        blockStop(0),
        assistant('m3', [call('c1', 'run', { a: 1 })]),
        stream({ type: 'message_stop' }),
        success,
      ),
    );
    expect(items).toMatchObject([{ text: 'plan' }, { text: 'Go.' }, { callId: 'c1', args: { a: 1 } }]);
    expect(items.map((item) => ('turnId' in item ? item.turnId : ''))).toEqual(['m1', 'm1', 'm1']);
  });

  it('R5.2: a thought keeps its signature, and a hidden one is told by its stream and its whole under one id', () => {
    const hidden = { type: 'redacted_thinking', data: 'cipher' };
    const events = read(
      messageStart('m1'),
      blockStart(0, thinking('')),
      blockDelta(0, thinkingDelta('plan')),
      blockDelta(0, { type: 'signature_delta', signature: 'sig' }),
      assistant('m1', [{ ...thinking('plan'), signature: 'sig' }]),
      blockStart(1, hidden),
      assistant('m1', [hidden]),
      success,
    );
    const signed = events.flatMap((event) =>
      'signature' in event ? [[event.type, event.itemId, event.signature]] : [],
    );
    expect(signed).toEqual([
      ['thinking_delta', 'm1/0', 'sig'],
      ['thinking', 'm1/0', 'sig'],
      ['thinking', 'm1/1', 'cipher'],
      ['thinking', 'm1/1', 'cipher'],
    ]);
    expect(itemsOf(events)).toMatchObject([{ kind: 'thinking', text: 'plan' }]);
  });

  it('B26: a result that joins the texts of the last message says nothing new', () => {
    for (const said of ['A.\n\nB.', 'A. B.', 'B.']) {
      const items = itemsOf(read(assistant('m1', [text('A.'), text('B.')]), { ...success, result: said }));
      expect(items).toMatchObject([{ text: 'A.' }, { text: 'B.' }]);
      expect(items).toHaveLength(2);
    }
  });

  it('B37: a last text that is blank does not make the result say the one before it again', () => {
    const blank = assistant('m2', [text(' \u00a0\u200b')]);
    const items = itemsOf(read(assistant('m1', [text('Found y.')]), blank, { ...success, result: 'Found y.' }));
    expect(items).toMatchObject([{ text: 'Found y.' }]);
    expect(items).toHaveLength(1);
  });

  it('B25: stream events that come again under their own ids change nothing', () => {
    const lines = [messageStart('m1'), blockStart(0, text('')), blockDelta(0, textDelta('ab'))];
    const sent = lines.map((line, i) => ({ ...line, uuid: `u${i}` }));
    const rest = { ...blockDelta(0, textDelta('c')), uuid: 'u3' };
    expect(itemsOf(read(...sent, ...sent, rest, success))).toMatchObject([{ text: 'abc' }]);
  });

  it('B47: what was compacted is told, its summary is nobody’s words, and a prompt after it is a round', () => {
    const user = (content: string, more: object = {}) => ({
      type: 'user',
      ...more,
      message: { role: 'user', content },
    });
    const { rounds } = reduceAll(
      emptyThread,
      read(
        user('one', { uuid: 'u1' }),
        assistant('m1', [text('two')]),
        { type: 'system', subtype: 'compact_boundary', uuid: 'u3' },
        user('Summary: one, two', { uuid: 'u4', isCompactSummary: true }),
        user('three', { uuid: 'u5' }),
        assistant('m2', [text('four')]),
        success,
      ),
    );
    expect([...rounds].map(({ user: asked, items }) => [asked?.text, ...items])).toMatchObject([
      ['one', { text: 'two' }, { code: 'compaction' }],
      ['three', { text: 'four' }],
    ]);
  });

  it('R5.4: a line that comes again under its own id says nothing new', () => {
    const line = { ...assistant('m1', [text('Once.')]), uuid: 'u1' };
    expect(itemsOf(read(line, line, success))).toMatchObject([{ text: 'Once.' }]);
  });

  it('deltas without an index or a message, and a result whose text no line had', () => {
    const bare = { type: 'stream_event', event: { type: 'content_block_delta', delta: textDelta('I look.') } };
    const items = itemsOf(read(bare, assistant('m1', [call('c1', 'ls', {})]), { ...success, result: 'Three files.' }));
    expect(items).toMatchObject([{ text: 'I look.' }, { callId: 'c1' }, { text: 'Three files.' }]);
    const again = { type: 'stream_event', event: { type: 'content_block_delta', delta: textDelta('More.') } };
    const open = [messageStart('m'), blockStart(0, text('')), blockDelta(0, textDelta('So: ')), bare];
    expect(itemsOf(read(...open, assistant('m', [text('So: I look.')]), again, success))).toMatchObject([
      { text: 'So: I look.' },
      { text: 'More.' },
    ]);
    expect(itemsOf(read(...open, success))).toMatchObject([{ text: 'So: I look.' }]);
  });

  it('B18: a call whose arguments come one character at a time is readable at every step', () => {
    const source = '{"title":"A\\uD83D\\uDE80B","n":1}';
    const decoder = createDecoder('claude-stream-json');
    let thread = reduceAll(
      emptyThread,
      decoder.push(jsonl([messageStart('m'), blockStart(0, call('c1', 'open', {}))])),
    );
    const titles = [...source].map((character) => {
      for (const event of decoder.push(jsonl([blockDelta(0, inputDelta(character))]))) thread = reduce(thread, event);
      const item = thread.rounds.at(-1)?.items.at(0);
      return item?.kind === 'tool_call' ? new Map(parseArguments(item.args)).get('title') : undefined;
    });
    expect([...new Set(titles.filter((title) => title !== undefined && title !== ''))]).toEqual(['A', 'A🚀', 'A🚀B']);
    const whole = reduceAll(thread, decoder.push(jsonl([blockStop(0)])))
      .rounds.at(-1)
      ?.items.at(0);
    expect(whole).toMatchObject({ status: 'running', args: source });
  });

  it('B11: a call whose name comes with its whole only gets it', () => {
    const pieces = [blockStart(0, call('c1', '', {})), blockDelta(0, inputDelta('{"path":"a.txt"}')), blockStop(0)];
    const whole = assistant('m1', [call('c1', 'read_file', { path: 'a.txt' })]);
    for (const lines of [pieces, pieces.slice(0, 2)]) {
      expect(itemsOf(read(messageStart('m1'), ...lines, whole, success))).toMatchObject([
        { callId: 'c1', name: 'read_file', toolKind: 'read', args: { path: 'a.txt' } },
      ]);
    }
  });

  it('B16: a block without any argument is a call with none, once it stops', () => {
    const lines = [messageStart('m'), blockStart(0, call('c1', 'list_tasks', {}))];
    const decoder = createDecoder('claude-stream-json');
    const before = decoder.push(jsonl(lines));
    expect(itemsOf(before)).toMatchObject([{ status: 'preparing' }]);
    expect(itemsOf([...before, ...decoder.push(jsonl([blockStop(0)]))])).toMatchObject([
      { status: 'running', args: {} },
    ]);
  });

  it('B13: interleaved arguments go to the call of their index', () => {
    const items = itemsOf(
      read(
        messageStart('m'),
        blockStart(1, call('a', 'alpha', {})),
        blockStart(2, call('b', 'beta', {})),
        blockDelta(1, inputDelta('{"x":1')),
        blockDelta(2, inputDelta('{"y":2}')),
        blockDelta(1, inputDelta('}')),
        blockStop(1),
        blockStop(2),
        success,
      ),
    );
    expect(items).toMatchObject([
      { callId: 'a', args: '{"x":1}' },
      { callId: 'b', args: '{"y":2}' },
    ]);
  });
});

describe('results', () => {
  it('R5.6: an exit code is shown as such, only what the format flags is an error', () => {
    const items = itemsOf(
      read(
        assistant('m1', [call('c1', 'Bash', {}), call('c2', 'Bash', {})]),
        result('c1', 'Exit code 2\nls: no', { is_error: true }),
        result('c2', 'Exit code 0', { is_error: false }),
        success,
      ),
    );
    expect(items).toMatchObject([
      { status: 'failed', result: { exitCode: 2, text: 'Exit code 2\nls: no' } },
      { status: 'done' },
    ]);
  });

  it('an edit gives its diff, a picture its address', () => {
    const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-a', '+b', '+c'] }];
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
    const items = itemsOf(
      read(
        assistant('m1', [call('c1', 'Edit', {}), call('c2', 'Read', {})]),
        { ...result('c1', 'done'), tool_use_result: { filePath: 'src/a.ts', structuredPatch } },
        result('c2', [text('a picture'), { type: 'image', source }]),
        success,
      ),
    );
    expect(items).toMatchObject([
      { result: { text: 'done', diff: '--- src/a.ts\n+++ src/a.ts\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n' } },
      { result: { text: 'a picture', images: ['data:image/png;base64,AAAA'] } },
    ]);
  });
});

describe('sub-agents', () => {
  const lines = [
    assistant('m1', [
      call('A', 'Task', { description: 'Check docs', prompt: 'Read them.' }),
      call('B', 'Task', { description: 'Run tests' }),
    ]),
    assistant('m2', [text('A reads.')], 'A'),
    assistant('m3', [thinking('B plans')], 'B'),
    assistant('m3', [call('B1', 'Bash', { command: 'make test' })], 'B'),
    assistant('m4', [text('A is done.')], 'A'),
    result('A', 'A is done.'),
    result('B1', 'ok', {}, 'B'),
    result('B', 'tests ok'),
    assistant('m5', [text('Both finished.')]),
    { ...success, result: 'Both finished.' },
  ];

  it('B49, R1.5: two at once each hold their own, and the caller waits', () => {
    const round = roundOf(read(...lines));
    expect(lastAnswer(round)?.text).toBe('Both finished.');
    const delegations = traceEvents(round).filter((item) => item.kind === 'delegation');
    expect(delegations).toMatchObject([
      { childId: 'A', title: 'Check docs', prompt: 'Read them.', status: 'completed' },
      { childId: 'B', title: 'Run tests', status: 'completed' },
    ]);
    expect(delegations.map((one) => [...one.items])).toMatchObject([
      [{ text: 'A reads.' }, { text: 'A is done.' }],
      [
        { kind: 'thinking', text: 'B plans' },
        { callId: 'B1', result: { text: 'ok' } },
      ],
    ]);
    const live = roundOf(createDecoder('claude-stream-json').push(jsonl(lines.slice(0, 6))));
    expect(isPending(live)).toBe(true);
    expect([...live.items].filter((item) => item.kind === 'delegation').map((one) => one.status)).toEqual([
      'completed',
      'running',
    ]);
  });

  it('the prompt that a sub-agent is given is nothing that the reader said', () => {
    const prompt = { type: 'user', parent_tool_use_id: 'A', message: { role: 'user', content: [text('Do it.')] } };
    const events = read(prompt, result('A', 'no', { is_error: true }), success);
    expect(roundOf(events).user).toBeUndefined();
    expect(itemsOf(events)).toMatchObject([{ kind: 'delegation', prompt: 'Do it.', status: 'failed' }]);
    const known = assistant('m1', [call('A', 'Task', { prompt: 'Read them.' })]);
    expect(itemsOf(read(known, prompt, success)).at(-1)).toMatchObject({ kind: 'delegation', prompt: 'Read them.' });
  });

  it('one in the background ends when the program says so', () => {
    const launched = { ...result('A', 'Launched.'), tool_use_result: { status: 'async_launched' } };
    const started = [assistant('m1', [call('A', 'Agent', { prompt: 'Go.' })]), launched];
    const statusOf = (...more: object[]) =>
      itemsOf(createDecoder('claude-stream-json').push(jsonl([...started, ...more]))).find(
        (item) => item.kind === 'delegation',
      );
    expect(statusOf()).toMatchObject({ status: 'running' });
    const told = { type: 'system', subtype: 'task_notification', tool_use_id: 'A', status: 'completed' };
    expect(statusOf(told)).toMatchObject({ status: 'completed' });
  });
});

describe('the program', () => {
  it('R1.6: a session id alone begins no run; the id of the line does, once a prompt', () => {
    const own = { ...init, uuid: 'u1' };
    const starts = (...lines: object[]) => read(...lines).filter(({ type }) => type === 'run_started');
    expect(starts(init, { ...init, uuid: 's1' }, success)).toEqual([]);
    expect(starts(own, own, success, { ...init, uuid: 'u2' }, success)).toMatchObject([
      { runId: 'u1' },
      { runId: 'u2' },
    ]);
  });

  it('B34: attempts that fail are passing notices; only the result, or its absence, ends the run', () => {
    const retries = [1, 2].map((attempt) => ({
      type: 'system',
      subtype: 'api_retry',
      attempt,
      max_retries: 5,
      error: 'link lost',
    }));
    const went = (...lines: object[]) => roundOf(read(init, ...retries, ...lines));
    const passing = { level: 'warning', code: 'retry', text: 'link lost' };
    const ok = went(assistant('m1', [text('OK')]), { ...success, result: 'OK' });
    expect(ok.status).toBe('completed');
    expect([...ok.items]).toMatchObject([passing, passing, { kind: 'assistant_text', text: 'OK' }]);
    const gaveUp = went({ type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['gave up'] });
    expect(gaveUp.status).toBe('failed');
    expect([...gaveUp.items].slice(2)).toMatchObject([{ level: 'error', text: 'gave up' }]);
    const cut = went();
    expect(cut.status).toBe('failed');
    expect([...cut.items]).toMatchObject([passing, passing, { code: 'interrupted' }]);
  });

  it('a retry and a compaction are notices', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, retry_delay_ms: 600 };
    const timed = { ...retry, error: 'overloaded', timestamp: '2026-11-30T18:48:03.000Z' };
    const at = Date.parse(timed.timestamp) + 600;
    const compacted = { type: 'system', subtype: 'compact_boundary' };
    expect(itemsOf(read(timed, compacted, success))).toMatchObject([
      { kind: 'notice', code: 'retry', text: 'overloaded', retry: { attempt: 1, of: 10, at } },
      { kind: 'notice', code: 'compaction' },
    ]);
  });

  it('R5.4: what an attempt wrote before the request was made again is not shown', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1 };
    const begun = [messageStart('m1'), blockStart(0, text('')), blockDelta(0, textDelta('Hel'))];
    const again = [messageStart('m2'), blockStart(0, text('')), blockDelta(0, textDelta('Hello'))];
    const items = itemsOf(read(...begun, retry, ...again, success)).filter((item) => item.kind === 'assistant_text');
    expect(items).toMatchObject([{ text: 'Hello' }]);
  });

  it('what the reader writes is a prompt; what the program writes in their name is not', () => {
    const user = (content: unknown, more: object = {}) => ({
      type: 'user',
      message: { role: 'user', content },
      ...more,
    });
    const events = read(
      user('Go.', { uuid: 'u1' }),
      user([text('summary')], { isSynthetic: true }),
      assistant('m1', [text('Done.')]),
      success,
    );
    expect(reduceAll(emptyThread, events).rounds).toHaveLength(1);
    expect(roundOf(events).user).toEqual({ id: 'u1', text: 'Go.' });
    const sent = createDecoder('claude-stream-json').push(jsonl([user('Hi.')]), 'client');
    expect(sent).toEqual([{ type: 'user_message', text: 'Hi.' }]);
  });

  it('asks for a tool and hears the answer of the client', () => {
    const decoder = createDecoder('claude-stream-json');
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'c1', input: { command: 'rm a' } };
    const asked = decoder.push(
      jsonl([assistant('m1', [call('c1', 'Bash', {})]), { type: 'control_request', request_id: 'r1', request }]),
    );
    expect(currentStep(roundOf(asked))).toMatchObject({ kind: 'approval', tool: 'Bash', preview: 'rm a' });
    const response = { request_id: 'r1', response: { behavior: 'deny', message: 'No.' } };
    const answered = decoder.push(jsonl([{ type: 'control_response', response }]), 'client');
    expect(itemsOf([...asked, ...answered])).toMatchObject([
      { kind: 'tool_call', status: 'aborted' },
      { kind: 'approval', decision: 'denied', reason: 'No.' },
    ]);
  });

  it('R5.4: unknown lines are counted, and noise between the lines', () => {
    const decoder = createDecoder('claude-stream-json');
    decoder.push(
      `npm warn x\n${jsonl([{ type: 'hologram' }, { type: 'system', subtype: 'new' }, stream({ type: 'odd' })])}`,
    );
    expect(decoder.diagnostics).toEqual({
      unknown: { hologram: 1, 'system/new': 1, 'stream_event/odd': 1 },
      malformed: 1,
    });
  });
});

describe('the end', () => {
  const made = [
    init,
    assistant('m1', [call('b1', 'Bash', { command: 'make', description: 'Build' })]),
    result('b1', 'ok'),
    assistant('m2', [text('All built.')]),
  ];

  it('B30 A: a stream without its closing line is interrupted, the answer stays', () => {
    const round = roundOf(read(...made));
    expect(round.status).toBe('failed');
    expect(lastAnswer(round)?.text).toBe('All built.');
    expect([...round.items].at(-1)).toMatchObject({ kind: 'notice', code: 'interrupted' });
  });

  it('B30 B: a call that was open is not done', () => {
    const round = roundOf(read(...made.slice(0, 2)));
    expect([...round.items][0]).toMatchObject({ callId: 'b1', status: 'aborted' });
    expect(currentStep(round)).toBeUndefined();
  });

  it('B30 C: a call whose arguments were cut is no complete call', () => {
    const cut = [messageStart('m'), blockStart(0, call('c1', 'Write', {})), blockDelta(0, inputDelta('{"path":"a'))];
    expect(itemsOf(read(...cut))[0]).toMatchObject({ callId: 'c1', status: 'aborted' });
  });

  it('a result that is an error fails the run; the line that the program wrote itself is no answer', () => {
    const said = 'API Error: Connection closed mid-response.';
    const synthetic = {
      type: 'assistant',
      error: 'server_error',
      message: { id: 'x', model: '<synthetic>', content: [text(said)] },
    };
    const round = roundOf(
      read(assistant('m1', [text('Half')]), synthetic, { ...success, is_error: true, result: said }),
    );
    expect(round.status).toBe('failed');
    expect(lastAnswer(round)?.text).toBe('Half');
    expect([...round.items]).toMatchObject([{ text: 'Half' }, { kind: 'notice', code: 'error', text: said }]);
    expect(round.items).toHaveLength(2);
  });

  it.each([
    [{ subtype: 'error_max_turns', is_error: true }, 'failed', 'limit'],
    [{ subtype: 'success', stop_reason: 'max_tokens' }, 'failed', 'limit'],
    [{ subtype: 'success', stop_reason: 'refusal' }, 'failed', 'refusal'],
    [{ subtype: 'error_during_execution', is_error: true, errors: ['it broke'] }, 'failed', 'error'],
    [{ subtype: 'success', is_error: false }, 'completed', undefined],
  ])('R5.7: %j ends the run as %s', (line, status, code) => {
    const round = roundOf(read(assistant('m1', [text('x')]), { type: 'result', ...line }));
    const notice = [...round.items].find((item) => item.kind === 'notice');
    expect([round.status, notice?.code]).toEqual([status, code]);
  });

  it('an interrupt by the reader is an abort', () => {
    const stop = { type: 'user', message: { role: 'user', content: [text('[Request interrupted by user]')] } };
    const end = { type: 'result', subtype: 'error_during_execution', is_error: true };
    expect(roundOf(read(assistant('m1', [call('c1', 'Bash', {})]), stop, end)).status).toBe('aborted');
  });

  it('a denied permission is told once', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 'c1', tool_input: {} };
    const told = { type: 'system', subtype: 'permission_denied', ...denial, message: 'Not allowed.' };
    const items = itemsOf(read(assistant('m1', [text('x')]), told, { ...success, permission_denials: [denial] }));
    expect(items.slice(1)).toMatchObject([{ kind: 'notice', level: 'warning', text: 'Not allowed.' }]);
    expect(items).toHaveLength(2);
  });

  it('B46, R5.6: the usage of a message counts once, the total of the result wins', () => {
    const usage = (output_tokens: number) => ({ input_tokens: 10, cache_read_input_tokens: 5, output_tokens });
    const line = (block: object, tokens: number) => ({
      type: 'assistant',
      message: { id: 'm1', content: [block], usage: usage(tokens) },
    });
    const lines = [line(thinking('plan'), 1), line(text('Go.'), 1), line(call('b1', 'Bash', {}), 9)];
    expect(read(...lines).filter(({ type }) => type === 'usage')).toHaveLength(2);
    expect(roundOf(read(...lines)).usage).toEqual({ inputTokens: 15, outputTokens: 9, cachedTokens: 5 });
    const total = { ...success, usage: usage(20), total_cost_usd: 0.5 };
    expect(roundOf(read(...lines, total)).usage).toMatchObject({ outputTokens: 20, cost: 0.5 });
  });
});
