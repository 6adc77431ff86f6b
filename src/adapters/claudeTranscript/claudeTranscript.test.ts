import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { type Delegation, emptyThread, type Item, type Thread } from '../../logic/thread.ts';
import { jsonl, newestRound } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

type Line = { readonly [name: string]: unknown };

const decode = (...lines: Line[]): AgentEvent[] => decodeAll('claude-transcript', [jsonl(lines)]);
const read = (...lines: Line[]): Thread => reduceAll(emptyThread, decode(...lines));
const itemsOf = (thread: Thread): Item[] => [...newestRound(thread).items];
const told = ({ rounds }: Thread) =>
  [...rounds].map((round) => [round.user?.text, lastAnswer(round)?.text, round.status]);
function delegationIn(items: Iterable<Item>, childId: string): Delegation {
  const found = [...items].find((item) => item.kind === 'delegation' && item.childId === childId);
  if (found?.kind !== 'delegation') throw new Error(`No delegation ${childId}.`);
  return found;
}

let lines = 0;
const line = (type: string, more: object): Line => {
  lines++;
  return { type, uuid: `u${lines}`, parentUuid: lines === 1 ? null : `u${lines - 1}`, sessionId: 's1', ...more };
};
const user = (content: unknown, more: object = {}): Line =>
  line('user', { message: { role: 'user', content }, ...more });
const assistant = (id: string, block: object, message: object = {}, more: object = {}): Line =>
  line('assistant', { message: { id, role: 'assistant', model: 'm-1', content: [block], ...message }, ...more });
const text = (said: string) => ({ type: 'text', text: said });
const thinking = (said: string, signature = '') => ({ type: 'thinking', thinking: said, signature });
const call = (id: string, name: string, input: object = {}) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, block: object = {}, more: object = {}): Line =>
  user([{ type: 'tool_result', tool_use_id: id, content, ...block }], { toolUseResult: content, ...more });
const system = (subtype: string, more: object = {}): Line => line('system', { subtype, ...more });
const progress = (callId: string, data: object, more: object = {}): Line =>
  line('progress', { data, parentToolUseID: callId, toolUseID: 'p1', ...more });
const at = (seconds: number) => ({ timestamp: new Date(seconds * 1000).toISOString() });

describe('one message on several lines', () => {
  it('B46: is one turn, and its last line tells the usage', () => {
    const thread = read(
      user('Go'),
      assistant('m1', thinking('plan'), { usage: { input_tokens: 10, output_tokens: 1 } }),
      assistant('m1', text('Go.'), { usage: { input_tokens: 10, output_tokens: 1 } }),
      assistant('m1', call('b1', 'Bash', { command: 'ls' }), { usage: { input_tokens: 10, output_tokens: 9 } }),
    );
    expect(itemsOf(thread)).toMatchObject([
      { kind: 'thinking', text: 'plan', turnId: 'm1' },
      { kind: 'assistant_text', text: 'Go.', turnId: 'm1' },
      { kind: 'tool_call', toolKind: 'shell', args: { command: 'ls' }, turnId: 'm1' },
      { kind: 'notice' },
    ]);
    expect(newestRound(thread).usage).toEqual({ inputTokens: 10, outputTokens: 9, model: 'm-1' });
  });

  it('R5.1: results between its lines do not cut it, and blank text before a thought is in no trace', () => {
    const thread = read(
      user('Go'),
      assistant('m1', text('\n\n')),
      assistant('m1', thinking('plan')),
      assistant('m1', text('Both.')),
      assistant('m1', call('a', 'Read')),
      result('a', 'A'),
      assistant('m1', call('b', 'Read')),
      result('b', 'B'),
      assistant('m2', text('Read.')),
    );
    expect(itemsOf(thread)).toMatchObject([
      { text: 'plan' },
      { text: 'Both.' },
      { callId: 'a', status: 'done', turnId: 'm1' },
      { callId: 'b', status: 'done', turnId: 'm1' },
      { text: 'Read.' },
    ]);
  });

  it('R5.2: a thought carries its signature, also one that nobody may read', () => {
    const events = decode(
      user('Go'),
      assistant('m1', thinking('', 'sig')),
      assistant('m2', { type: 'redacted_thinking', data: 'cipher' }),
    );
    expect(events.filter(({ type }) => type === 'thinking')).toMatchObject([
      { text: '', signature: 'sig' },
      { text: '', signature: 'cipher', redacted: true },
    ]);
  });

  it('R5.4: an answer that a resumed session writes again is told once, a line that comes again too', () => {
    const prompt = user('Say a', at(1));
    const again = assistant('m1', text('a'), {}, { parentUuid: null });
    const thread = read(prompt, assistant('m1', text('a')), again, { ...prompt, uuid: 'other' }, prompt, user('Say b'));
    expect(told(thread)).toEqual([
      ['Say a', 'a', 'completed'],
      ['Say b', undefined, 'failed'],
    ]);
    expect([...(thread.rounds.at(0)?.items ?? [])]).toHaveLength(1);
    const compacted = system('compact_boundary');
    expect(itemsOf(read(user('Go'), compacted, compacted, assistant('m9', text('a'))))).toHaveLength(2);
  });
});

describe('rounds', () => {
  it('R1.6: each prompt of the reader opens one; the one before is over where an answer stood last', () => {
    const thread = read(
      user('one', at(10)),
      assistant('m1', text('1'), {}, at(12)),
      line('file-history-snapshot', { messageId: 'x' }),
      user([text('two'), { type: 'image', source: { type: 'base64', data: 'AA==' } }], at(100)),
      assistant('m2', call('c', 'Bash')),
      result('c', 'ok'),
      user('three', at(200)),
      assistant('m3', text('3')),
    );
    expect(told(thread)).toEqual([
      ['one', '1', 'completed'],
      ['two', undefined, 'aborted'],
      ['three', '3', 'completed'],
    ]);
    expect(thread.rounds.at(0)).toMatchObject({ startedAt: 10_000, endedAt: 12_000 });
  });

  it('R1.6: a prompt that is only an image is a prompt', () => {
    expect(told(read(user([{ type: 'image', source: {} }]), assistant('m1', text('A cat.'))))).toEqual([
      ['[Image]', 'A cat.', 'completed'],
    ]);
  });

  it.each([
    ['meta text', user('Base directory of the skill', { isMeta: true })],
    ['a summary', user('Summary: all', { isCompactSummary: true })],
    ['a caveat', user('<local-command-caveat>Caveat: …</local-command-caveat>')],
    ['a reminder', user([text('<system-reminder>Be short.</system-reminder>')])],
    ['what an editor adds', user([text('<ide_opened_file>The user opened a.ts</ide_opened_file>')])],
    ['a snapshot', { type: 'file-history-snapshot', messageId: 'x', snapshot: {} }],
    ['a title', { type: 'summary', summary: 'Title', leafUuid: 'x' }],
    ['a queue', { type: 'queue-operation', operation: 'enqueue', content: '/skills', sessionId: 's1' }],
    ['a hook', system('stop_hook_summary')],
    ['a program that says nothing', assistant('x', text('No response requested.'), { model: '<synthetic>' })],
    ['a hook’s progress', progress('c', { type: 'hook_progress' })],
  ])('R1.6: nobody typed it: %s', (_, silent) => {
    const decoder = createDecoder('claude-transcript');
    const source = jsonl([user('one'), assistant('m1', text('1')), silent, user('two'), assistant('m2', text('2'))]);
    const thread = reduceAll(emptyThread, [...decoder.push(source), ...decoder.end()]);
    expect(told(thread)).toEqual([
      ['one', '1', 'completed'],
      ['two', '2', 'completed'],
    ]);
    expect(thread.rounds.at(0)?.items.length).toBe(1);
    expect(decoder.diagnostics).toEqual({ unknown: {}, malformed: 0 });
    expect(told(read(silent))).toEqual([]);
  });

  it('R1.6: a command is a prompt if the model answers, not if the program itself did it', () => {
    const command = (name: string, args: string) =>
      user(
        `<command-message>x</command-message>\n<command-name>${name}</command-name>\n<command-args>${args}</command-args>`,
      );
    const thread = read(
      command('/exit', ''),
      user('<local-command-stdout>Bye!</local-command-stdout>'),
      command('/review', '#7'),
      user([text('Review the pull request.')], { isMeta: true }),
      assistant('m1', text('Fine.')),
      command('/ide', ''),
      user('<local-command-stdout>Connected.</local-command-stdout>'),
    );
    expect(told(thread)).toEqual([['/review #7', 'Fine.', 'completed']]);
    const between = [command('/ide', ''), user('<local-command-stdout>Connected.</local-command-stdout>')];
    const working = [user('Go'), assistant('m2', call('c', 'Bash')), result('c', 'ok')];
    expect(told(read(...working, ...between, assistant('m3', text('Done.'))))).toEqual([['Go', 'Done.', 'completed']]);
  });

  it('R1.6: what follows a round that is over, without a prompt, is a round without words', () => {
    const thread = read(
      user('one'),
      assistant('m1', text('1')),
      system('turn_duration', { durationMs: 5 }),
      assistant('m2', text('The job in the background is done.')),
    );
    expect(told(thread)).toEqual([
      ['one', '1', 'completed'],
      [undefined, 'The job in the background is done.', 'completed'],
    ]);
  });

  it('R1.6: what the reader wrote while the agent worked is a prompt', () => {
    const queued = line('attachment', { attachment: { type: 'queued_command', prompt: 'Stop that.' } });
    const thread = read(
      user('one'),
      assistant('m1', call('c', 'Bash')),
      result('c', 'ok'),
      queued,
      assistant('m2', text('OK')),
    );
    expect(told(thread)).toEqual([
      ['one', undefined, 'aborted'],
      ['Stop that.', 'OK', 'completed'],
    ]);
  });

  it('R5.7: an answer is no end while a call runs or more of its message follows', () => {
    const more = [user('Go'), assistant('m1', text('I look.')), assistant('m1', call('c', 'Bash'))];
    expect(told(read(...more))).toEqual([['Go', 'I look.', 'failed']]);
    expect(itemsOf(read(...more)).map((item) => (item.kind === 'tool_call' ? item.status : item.kind))).toEqual([
      'assistant_text',
      'aborted',
      'notice',
    ]);
    expect(told(read(...more, result('c', 'ok')))).toEqual([['Go', 'I look.', 'failed']]);
    const early = [user('Go'), assistant('m1', call('c', 'Bash')), assistant('m1', text('I wait.'))];
    expect(told(read(...early))).toEqual([['Go', 'I wait.', 'failed']]);
    expect(told(read(...early, result('c', 'ok')))).toEqual([['Go', 'I wait.', 'failed']]);
    expect(told(read(user('Go'), assistant('m1', text('I'), { stop_reason: 'tool_use' })))[0]?.[2]).toBe('failed');
    expect(currentStep(newestRound(read(...more)))).toBeUndefined();
  });

  it('R5.7: the reader stopped it: the round is aborted, whatever comes late', () => {
    const thread = read(
      user('Go'),
      assistant('m1', call('c', 'Bash')),
      user([text('[Request interrupted by user for tool use]')]),
      result('c', 'late'),
      user('Again'),
      assistant('m2', text('OK')),
    );
    expect(told(thread)).toEqual([
      ['Go', undefined, 'aborted'],
      ['Again', 'OK', 'completed'],
    ]);
  });

  it.each([
    ['max_tokens', 'limit'],
    ['refusal', 'refusal'],
  ])('R5.7: a round whose last message ended with %s failed', (stop_reason, code) => {
    const thread = read(user('Go'), assistant('m1', text('Half'), { stop_reason }));
    expect(newestRound(thread).status).toBe('failed');
    expect(itemsOf(thread)).toMatchObject([{ text: 'Half' }, { kind: 'notice', code }]);
  });

  it('R5.7: an error of the service that the program writes as an answer is none', () => {
    const error = 'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    const thread = read(user('Go'), assistant('x', text(error), { model: '<synthetic>' }, { isApiErrorMessage: true }));
    expect(told(thread)).toEqual([['Go', undefined, 'failed']]);
    expect(itemsOf(thread)).toMatchObject([{ kind: 'notice', level: 'error', text: 'API Error: 529 Overloaded' }]);
    expect(itemsOf(thread)).toHaveLength(1);
  });

  it('B47: a broken chain of parents hides nothing, and nobody said the summary', () => {
    const thread = read(
      user('one'),
      assistant('m1', text('two')),
      system('compact_boundary', { parentUuid: null, logicalParentUuid: 'u2' }),
      user('Summary: one, two', { isCompactSummary: true }),
      user('three', { uuid: 'loop', parentUuid: 'loop' }),
      assistant('m2', text('four'), {}, { parentUuid: 'gone' }),
    );
    expect([...thread.rounds].map(({ user: asked, items }) => [asked?.text, ...items])).toMatchObject([
      ['one', { text: 'two' }, { kind: 'notice', code: 'compaction' }],
      ['three', { text: 'four' }],
    ]);
  });

  it('a round goes on after what was said before it was compacted', () => {
    const thread = read(
      user('one'),
      assistant('m1', call('c', 'Read')),
      result('c', 'x'),
      system('compact_boundary'),
      user('Summary', { isCompactSummary: true }),
      assistant('m2', text('Done.')),
    );
    expect(told(thread)).toEqual([['one', 'Done.', 'completed']]);
    expect(itemsOf(thread)).toMatchObject([{ callId: 'c' }, { code: 'compaction' }, { text: 'Done.' }]);
  });

  it('a request that is made again is a passing notice', () => {
    const retry = { error: {}, retryAttempt: 2, maxRetries: 10, retryInMs: 500.4, ...at(20) };
    const thread = read(user('Go'), system('api_error', retry), assistant('m1', text('Done.')));
    expect(told(thread)).toEqual([['Go', 'Done.', 'completed']]);
    expect(itemsOf(thread)[0]).toMatchObject({ code: 'retry', retry: { attempt: 2, of: 10, at: 20_500 } });
  });

  it('times that go back a little stand still', () => {
    const thread = read(
      user('Go', at(10)),
      assistant('m1', thinking('plan'), {}, at(14)),
      assistant('m1', text('1'), {}, at(12)),
    );
    expect(newestRound(thread)).toMatchObject({ startedAt: 10_000, endedAt: 14_000 });
  });
});

describe('tools', () => {
  it('R5.6: the program knows more of a result than its model reads', () => {
    const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
    const thread = read(
      user('Go'),
      assistant('m1', call('e', 'Edit')),
      assistant('m1', call('b', 'Bash')),
      result('e', 'Edited.', {}, { toolUseResult: { filePath: 'a.ts', structuredPatch } }),
      result('b', 'Exit code 2\nno', { is_error: true }, { toolUseResult: 'Error: Exit code 2\nno' }),
    );
    expect(itemsOf(thread)).toMatchObject([
      { status: 'done', result: { text: 'Edited.', diff: '--- a.ts\n+++ a.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n' } },
      { status: 'failed', result: { exitCode: 2 } },
      { code: 'interrupted' },
    ]);
  });

  it('the output of a command so far replaces what was told of it before', () => {
    const output = (fullOutput: string) =>
      progress('c', { type: 'bash_progress', output: fullOutput.slice(-1), fullOutput });
    const decoder = createDecoder('claude-transcript');
    const source = jsonl([user('Go'), assistant('m1', call('c', 'Bash')), output(''), output('a'), output('ab')]);
    const [item] = itemsOf(reduceAll(emptyThread, decoder.push(source)));
    expect(item).toMatchObject({ status: 'running', output: 'ab' });
  });

  it.each([
    [
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nUse b.",
      'Use b.',
    ],
    ['Permission prompt was aborted.', undefined],
    ['Permission for this tool use was denied. The tool use was rejected.', undefined],
  ])('R5.7: a call that was denied is aborted, with the reason that the reader gave', (said, reason) => {
    const thread = read(
      user('Go'),
      assistant('m1', call('c', 'Edit', { path: 'a' })),
      result('c', said, { is_error: true }),
    );
    expect(itemsOf(thread)).toMatchObject([
      { callId: 'c', status: 'aborted', result: { text: said } },
      { kind: 'approval', name: 'Edit', args: { path: 'a' }, open: false, decision: 'denied' },
      { code: 'interrupted' },
    ]);
    const approval = itemsOf(thread)[1];
    expect(approval?.kind === 'approval' && approval.reason).toBe(reason);
  });

  it('a tool that the provider runs has its result in the same message, and keeps no round open', () => {
    const thread = read(
      user('Go'),
      assistant('m1', { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain' } }),
      assistant('m1', { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ title: 'Rain' }] }),
      assistant('m1', text('Rain.')),
    );
    expect(told(thread)).toEqual([['Go', 'Rain.', 'completed']]);
    expect(itemsOf(thread)[0]).toMatchObject({ status: 'done', args: { query: 'rain' } });
  });

  it('R5.4: a result whose call stands before the beginning of the file opens nothing', () => {
    expect(told(read(result('gone', 'x'), user('Go'), assistant('m1', text('1'))))).toEqual([['Go', '1', 'completed']]);
  });
});

describe('sub-agents', () => {
  const task = (id: string, prompt: string, more: object = {}) =>
    call(id, 'Task', { description: id, prompt, ...more });
  const side = { isSidechain: true };

  it('B49: of older versions, two at once, each a chain of lines between those of its caller', () => {
    const thread = read(
      user('Go'),
      assistant('m1', task('A', 'Check docs')),
      assistant('m1', task('B', 'Run tests')),
      user('Run tests', { ...side, uuid: 'b1', parentUuid: null }),
      user('Check docs', { ...side, uuid: 'a1', parentUuid: null }),
      assistant('ma', text('A reads.'), {}, { ...side, uuid: 'a2', parentUuid: 'a1' }),
      assistant('mb', call('b', 'Bash'), {}, { ...side, uuid: 'b2', parentUuid: 'b1' }),
      result('b', 'ok', {}, { ...side, uuid: 'b3', parentUuid: 'b2' }),
      assistant('ma2', text('A is done.'), {}, { ...side, uuid: 'a3', parentUuid: 'a2' }),
      result('A', 'A is done.'),
      result('B', 'tests ok'),
      assistant('m2', text('Both finished.')),
    );
    expect(told(thread)).toEqual([['Go', 'Both finished.', 'completed']]);
    const { items } = newestRound(thread);
    expect(delegationIn(items, 'A')).toMatchObject({ title: 'A', prompt: 'Check docs', status: 'completed' });
    expect([...delegationIn(items, 'A').items]).toMatchObject([{ text: 'A reads.' }, { text: 'A is done.' }]);
    expect([...delegationIn(items, 'B').items]).toMatchObject([{ callId: 'b', status: 'done' }]);
  });

  it('of newer versions, whole messages inside lines of progress', () => {
    const inner = (type: string, message: object) =>
      progress('A', { type: 'agent_progress', agentId: 'x1', message: { type, uuid: 'i', message }, prompt: 'Check' });
    const thread = read(
      user('Go'),
      assistant('m1', task('A', 'Check')),
      inner('user', { role: 'user', content: [text('Check')] }),
      inner('assistant', {
        id: 'ma',
        model: 'm-2',
        content: [call('r', 'Read')],
        usage: { input_tokens: 3, output_tokens: 1 },
      }),
      progress('r', { type: 'bash_progress', fullOutput: 'so far' }),
      inner('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'r', content: 'x' }] }),
      inner('assistant', { id: 'ma2', model: 'm-2', content: [text('Fine.')] }),
      result('A', [text('Fine.')], {}, { toolUseResult: { status: 'completed', agentId: 'x1' } }),
      assistant('m2', text('Checked.')),
    );
    expect(told(thread)).toEqual([['Go', 'Checked.', 'completed']]);
    const child = delegationIn(newestRound(thread).items, 'A');
    expect(child).toMatchObject({ status: 'completed', usage: { inputTokens: 3, model: 'm-2' } });
    expect([...child.items]).toMatchObject([{ callId: 'r', status: 'done', output: 'so far' }, { text: 'Fine.' }]);
  });

  const launched = [
    user('Go'),
    assistant('m1', task('A', 'Check', { run_in_background: true })),
    result('A', 'Launched.', {}, { toolUseResult: { status: 'async_launched', agentId: 'x1' } }),
  ];

  it.each([
    [
      'a queue',
      line('queue-operation', {
        operation: 'enqueue',
        content: '<task-notification>\n<task-id>x1</task-id>\n<status>completed</status>\n</task-notification>',
      }),
    ],
    [
      'a user line',
      user(
        '<task-notification>\n<task-id>x1</task-id><tool-use-id>A</tool-use-id>\n<status>completed</status>'.concat(
          '</task-notification>',
        ),
      ),
    ],
    [
      'a call that waits for it',
      result('w', 'x', {}, { toolUseResult: { task: { task_id: 'x1', status: 'completed' } } }),
    ],
  ])('in the background, ends when the program says so, which is nobody’s words: %s', (_, end) => {
    const before = createDecoder('claude-transcript').push(jsonl(launched));
    expect(delegationIn(itemsOf(reduceAll(emptyThread, before)), 'A').status).toBe('running');
    const thread = read(...launched, assistant('m2', call('w', 'TaskOutput')), end);
    expect(thread.rounds.length).toBe(1);
    expect(delegationIn(itemsOf(thread), 'A').status).toBe('completed');
  });

  it('that the reader did not allow is aborted', () => {
    const denial = "The user doesn't want to proceed with this tool use. Stop.";
    const thread = read(user('Go'), assistant('m1', task('A', 'Check')), result('A', denial, { is_error: true }));
    expect(delegationIn(itemsOf(thread), 'A').status).toBe('aborted');
  });

  it('the file of a sub-agent alone is read as that of a main agent', () => {
    const thread = read(user('Check docs', { ...side, agentId: 'x1' }), assistant('m1', text('Fine.'), {}, side));
    expect(told(thread)).toEqual([['Check docs', 'Fine.', 'completed']]);
  });
});

describe('bad files', () => {
  it('B09: a damaged line costs that line only', () => {
    const source = [
      JSON.stringify(user('first')),
      '{"type":"attachment","uuid":"u2","parentUu',
      '',
      'null',
      JSON.stringify(assistant('m1', text('last'))),
      '{"type":"assistant","uuid":"u6","message":{"role":"assi',
    ].join('\n');
    const decoder = createDecoder('claude-transcript');
    const thread = reduceAll(emptyThread, [...decoder.push(source), ...decoder.end()]);
    expect([newestRound(thread).user?.text, lastAnswer(newestRound(thread))?.text]).toEqual(['first', 'last']);
    expect(newestRound(thread).status).toBe('failed');
    expect(decoder.diagnostics.malformed).toBe(2);
  });

  it('section 8: values of the wrong kind are counted, not thrown', () => {
    const strange = [
      line('assistant', { message: 'x' }),
      line('user', { message: null }),
      line('user', { message: { content: [{ type: 'tool_result' }, 5, null] } }),
      line('progress', { data: 5, parentToolUseID: 'c' }),
      line('progress', { data: { type: 'agent_progress', message: 7 }, parentToolUseID: 'c' }),
      line('system', { subtype: 'news' }),
      line('hologram', {}),
      line('attachment', { attachment: 3 }),
      line('system', { subtype: 'api_error', error: null, timestamp: 'never' }),
    ];
    const decoder = createDecoder('claude-transcript');
    const source = jsonl([user('one'), ...strange, assistant('m1', text('1'))]);
    const thread = reduceAll(emptyThread, [...decoder.push(source), ...decoder.end()]);
    expect(told(thread)).toEqual([['one', '1', 'completed']]);
    expect(decoder.diagnostics).toEqual({
      malformed: 2,
      unknown: { 'progress/undefined': 1, 'system/news': 1, hologram: 1 },
    });
  });

  it('an empty file, or one without any conversation, has no round', () => {
    expect(told(read())).toEqual([]);
    expect(told(read({ type: 'summary', summary: 'x', leafUuid: 'y' }))).toEqual([]);
  });
});

it('is told from the stream of the same program', () => {
  const session = jsonl([
    { type: 'summary', summary: 'x', leafUuid: 'y' },
    { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
    user('one'),
    progress('c', { type: 'hook_progress' }),
    assistant('m1', text('1')),
    system('turn_duration'),
  ]);
  expect(detectFormat(session)).toBe('claude-transcript');
  const message = { id: 'm1', role: 'assistant', content: [text('1')] };
  const stream = jsonl([
    { type: 'system', subtype: 'init', session_id: 's1' },
    { type: 'assistant', message, parent_tool_use_id: null, uuid: 'u1' },
    { type: 'result', subtype: 'success', result: '1' },
  ]);
  expect(detectFormat(stream)).toBe('claude-stream-json');
});
