import { describe, expect, it } from 'vitest';
import type { AgentEvent, ToolResult } from '../../logic/events.ts';
import { anthropicMessages } from './anthropicMessages.ts';

const user = (text: string): AgentEvent => ({ type: 'user_message', text });
const turn = (turnId: string, retryOf?: string): AgentEvent =>
  retryOf === undefined ? { type: 'turn_started', turnId } : { type: 'turn_started', turnId, retryOf };
const text = (said: string, more = {}): AgentEvent => ({ type: 'text', text: said, ...more });
const thought = (said: string, signature?: string): AgentEvent =>
  signature === undefined ? { type: 'thinking', text: said } : { type: 'thinking', text: said, signature };
const call = (callId: string, args: unknown = {}, more = {}): AgentEvent => ({
  ...{ type: 'tool_call_started', callId, name: 'Bash', args },
  ...more,
});
const result = (callId: string, said: unknown, isError = false): AgentEvent => ({
  ...{ type: 'tool_call_finished', callId, result: said },
  ...(isError && { isError }),
});
const completed: AgentEvent = { type: 'run_finished', outcome: 'completed' };

const says = (said: string) => ({ type: 'text', text: said });
const uses = (id: string, input: object = {}) => ({ type: 'tool_use', id, name: 'Bash', input });
const results = (id: string, ...content: object[]) => ({ type: 'tool_result', tool_use_id: id, content });
const fails = (id: string, ...content: object[]) => ({ ...results(id, ...content), is_error: true });
const thinks = (said: string, signature: string) => ({ type: 'thinking', thinking: said, signature });

/** The blocks of all messages, with whose they are. */
const blocks = (...events: AgentEvent[]) => anthropicMessages(events).map(({ role, content }) => [role, ...content]);

describe('R5.2: the messages for an Anthropic server', () => {
  it('hold what the model produced in its order, each turn’s results in the user message behind it', () => {
    const events = [
      user('Fix it.'),
      turn('1'),
      thought('I look.', 's1'),
      text('Looking.'),
      call('a', { command: 'ls' }),
      call('b', { command: 'pwd' }),
      result('b', '/home'),
      result('a', 'x.ts'),
      turn('2'),
      thought('Now I know.', 's2'),
      text('Done.'),
      completed,
      user('Thanks.'),
    ];
    expect(anthropicMessages(events)).toEqual([
      { role: 'user', content: [says('Fix it.')] },
      {
        role: 'assistant',
        content: [
          thinks('I look.', 's1'),
          says('Looking.'),
          uses('a', { command: 'ls' }),
          uses('b', { command: 'pwd' }),
        ],
      },
      { role: 'user', content: [results('a', says('x.ts')), results('b', says('/home'))] },
      { role: 'assistant', content: [thinks('Now I know.', 's2'), says('Done.')] },
      { role: 'user', content: [says('Thanks.')] },
    ]);
  });

  it('keep thinking between the calls of one turn where it was', () => {
    expect(blocks(user('Go'), turn('1'), thought('A', 's'), call('a'), thought('B', 't'), call('b')).at(1)).toEqual([
      ...['assistant', thinks('A', 's'), uses('a'), thinks('B', 't'), uses('b')],
    ]);
  });

  it('begin a turn, where the format has none, with what follows the results', () => {
    const events = [user('Go'), call('a'), result('a', '1'), text('Next.'), call('b'), result('b', '2'), call('c')];
    expect(blocks(...events).map(([role, ...content]) => [role, content.length])).toEqual([
      ...[
        ['user', 1],
        ['assistant', 1],
        ['user', 1],
        ['assistant', 2],
        ['user', 1],
        ['assistant', 1],
        ['user', 1],
      ],
    ]);
  });

  it('take a call that starts while another one runs for one of the same turn', () => {
    const events = [user('Go'), call('a'), call('b'), result('a', '1'), call('c'), result('b', '2'), result('c', '3')];
    expect(blocks(...events)).toHaveLength(3);
  });

  it('join deltas, let the whole win, and give the seal of a thought with all of it', () => {
    const delta = (said: string, more = {}): AgentEvent => ({
      type: 'thinking_delta',
      delta: said,
      itemId: 't',
      ...more,
    });
    const events = [
      user('Go'),
      delta('Pl'),
      delta('an'),
      delta('', { signature: 'old' }),
      delta('', { signature: 'new' }),
      { type: 'text_delta', delta: 'He', itemId: 'x' } as const,
      text('Hello.', { itemId: 'x' }),
      text(' ', { itemId: 'x' }),
    ];
    expect(blocks(...events).at(1)).toEqual(['assistant', thinks('Plan', 'new'), says('Hello.')]);
  });

  it('leave out thoughts that have no seal, but not one that is nothing but its seal', () => {
    const redacted: AgentEvent = { type: 'thinking', text: '', signature: 'xyz', redacted: true };
    const events = [user('Go'), thought('Unsealed.'), thought('', 'omitted'), redacted, text('Hi')];
    const hidden = { type: 'redacted_thinking', data: 'xyz' };
    expect(blocks(...events).at(1)).toEqual(['assistant', thinks('', 'omitted'), hidden, says('Hi')]);
    const [, answer] = anthropicMessages(events, { thoughts: false });
    expect(answer?.content).toEqual([says('Hi')]);
  });

  it('begin another thought with what is thought after a seal', () => {
    const delta = (said: string, more = {}): AgentEvent => ({ type: 'thinking_delta', delta: said, ...more });
    const events = [user('Go'), delta('A'), delta('', { signature: 's' }), delta('B'), delta('', { signature: 't' })];
    expect(blocks(...events, text('Hi')).at(1)).toEqual(['assistant', thinks('A', 's'), thinks('B', 't'), says('Hi')]);
  });

  it('leave out thoughts that OpenAI sealed', () => {
    const sealed: AgentEvent = { type: 'thinking', text: 'Hm', itemId: 'rs_1', signature: 'gA' };
    expect(blocks(user('Go'), sealed, text('Hi')).at(1)).toEqual(['assistant', says('Hi')]);
  });

  it('end no message with a thought, and begin each that has one with a thought', () => {
    expect(blocks(user('Go'), thought('Cut off.', 's'))).toEqual([['user', says('Go')]]);
    const old = [user('Go'), turn('1'), text('Hi'), thought('Plan', 's'), call('a')];
    expect(blocks(...old).at(1)).toEqual(['assistant', thinks('Plan', 's'), says('Hi'), uses('a')]);
  });

  it('leave out blank texts, markers, notices, usage and how a run ended', () => {
    const events: AgentEvent[] = [
      user('Go'),
      text(' \n\u200b'),
      { type: 'tool_preparing', toolName: 'Bash', byteCount: 9 },
      { type: 'notice', level: 'info', text: 'The context was compacted.', code: 'compaction' },
      { type: 'usage', inputTokens: 5 },
      text('Hi'),
      { type: 'run_finished', outcome: 'failed', error: 'gone' },
    ];
    expect(blocks(...events)).toEqual([
      ['user', says('Go')],
      ['assistant', says('Hi')],
    ]);
  });

  it('hold nothing of a delegated agent but its caller’s call and the result', () => {
    const child = { agentId: 'x' };
    const events: AgentEvent[] = [
      user('Go'),
      call('a', { prompt: 'Look.' }),
      { type: 'delegation_started', childId: 'x', callId: 'a' },
      { ...text('I look.'), ...child },
      { ...call('b'), ...child },
      { ...result('b', '1'), ...child },
      { type: 'delegation_finished', childId: 'x', outcome: 'completed' },
      result('a', 'Found.'),
    ];
    expect(blocks(...events)).toEqual([
      ['user', says('Go')],
      ['assistant', uses('a', { prompt: 'Look.' })],
      ['user', results('a', says('Found.'))],
    ]);
  });

  it('leave out an attempt that was repeated, and what still comes of it', () => {
    const ofFirst = { turnId: '1', itemId: 'i' };
    const events = [
      user('Go'),
      turn('1'),
      text('Hal', ofFirst),
      call('a'),
      turn('2', '1'),
      text('Hello.'),
      text('Half.', ofFirst),
    ];
    expect(blocks(...events)).toEqual([
      ['user', says('Go')],
      ['assistant', says('Hello.')],
    ]);
  });

  it('let a run that starts again under its own id begin anew', () => {
    const start: AgentEvent = { type: 'run_started', runId: 'r' };
    const events = [start, user('Go'), text('Hal'), start, text('Hello.')];
    expect(blocks(...events)).toEqual([
      ['user', says('Go')],
      ['assistant', says('Hello.')],
    ]);
  });

  it('begin with the user, and join what one side says in a row', () => {
    expect(blocks(text('Hi')).map(([role]) => role)).toEqual(['user', 'assistant']);
    const events = [
      user('Go'),
      { type: 'run_finished', outcome: 'aborted' } as const,
      user('Go on'),
      turn('1'),
      text('A'),
      turn('2'),
      text('B'),
    ];
    expect(blocks(...events)).toEqual([
      ['user', says('Go'), says('Go on')],
      ['assistant', says('A'), says('B')],
    ]);
    const cut = [user('Go'), call('a'), user('Stop')];
    expect(blocks(...cut).at(2)).toEqual(['user', expect.objectContaining({ type: 'tool_result' }), says('Stop')]);
  });
});

describe('R5.2: calls and their results', () => {
  const answer = (...events: AgentEvent[]) =>
    blocks(user('Go'), ...events)
      .at(2)
      ?.at(1);
  const input = (...events: AgentEvent[]) =>
    blocks(user('Go'), ...events)
      .at(1)
      ?.at(1);

  it('a call without a result gets one that says so', () => {
    const aborted = 'This call was aborted before it had a result.';
    expect(answer(call('a'))).toEqual(fails('a', says(aborted)));
    const printed: AgentEvent = { type: 'tool_output_delta', callId: 'a', delta: 'half' };
    expect(answer(call('a'), printed, completed)).toEqual(
      fails('a', says(`${aborted} What it printed until then:\nhalf`)),
    );
  });

  it('B22: a result that came before its call, late or twice is the one result of it', () => {
    expect(answer(result('a', '1'), call('a'), result('a', '2'))).toEqual(results('a', says('1')));
    const late = blocks(user('Go'), turn('1'), call('a'), turn('2'), text('Meanwhile.'), result('a', '1'));
    expect(late.slice(2)).toEqual([
      ['user', results('a', says('1'))],
      ['assistant', says('Meanwhile.')],
    ]);
    expect(answer(call('a'), completed, result('a', '1'))).toEqual(results('a', says('1')));
    expect(blocks(user('Go'), result('a', '1'))).toHaveLength(1);
  });

  it('a denied call tells the reason, unless its program did', () => {
    const asked: AgentEvent = { type: 'approval_requested', approvalId: 'p', name: 'Bash', callId: 'a' };
    const denied: AgentEvent = { type: 'approval_resolved', approvalId: 'p', decision: 'denied', reason: 'Not now.' };
    const told = 'The user did not allow this call; it did not run. The reason given: Not now.';
    expect(answer(call('a'), asked, denied)).toEqual(fails('a', says(told)));
    expect(answer(asked, denied, call('a'))).toEqual(fails('a', says(told)));
    expect(answer(call('a'), asked, denied, result('a', 'Refused.', true))).toEqual(fails('a', says('Refused.')));
  });

  it('a result is what the tool said to the model: text, images, an exit code, data, or that there was nothing', () => {
    const shown = (more: Partial<ToolResult>) => answer(call('a'), result('a', { raw: { rich: true }, ...more }));
    expect(shown({ text: 'ok' })).toEqual(results('a', says('ok')));
    expect(shown({ text: 'bad', exitCode: 2 })).toEqual(results('a', says('Exit code 2\nbad')));
    expect(shown({ json: { n: 1 } })).toEqual(results('a', says('{"n":1}')));
    expect(shown({ text: '\n', raw: null })).toEqual(results('a', says('(no output)')));
    expect(answer(call('a'), result('a', undefined, true))).toEqual(
      fails('a', says('The tool failed and said nothing.')),
    );
    const images = ['data:image/png;base64,AAAA', 'https://example.com/a.png', 'data:image/tiff;base64,AAAA'];
    expect(shown({ images })).toEqual(
      results(
        'a',
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        says('(an image that cannot be sent)'),
      ),
    );
  });

  it('B16: arguments are an object, whatever they were', () => {
    expect(input(call('a', null))).toEqual(uses('a'));
    expect(input(call('a', ''))).toEqual(uses('a'));
    expect(input(call('a', '{"b":1}'))).toEqual(uses('a', { b: 1 }));
    expect(input(call('a', [1]))).toEqual(uses('a', { input: [1] }));
    expect(input(call('a', 'free text'))).toEqual(uses('a', { input: 'free text' }));
    expect(input(call('a', { x: undefined, y: 'a\ud83d' }))).toEqual(uses('a', { y: 'a\ufffd' }));
  });

  it('a call that was cut off while it was written is left out; one that was answered has what can be read', () => {
    const started: AgentEvent = { type: 'tool_call_started', callId: 'a', name: 'Bash' };
    const piece: AgentEvent = { type: 'tool_args_delta', callId: 'a', delta: '{"path":"x","text":"hal' };
    expect(blocks(user('Go'), started, piece, completed)).toHaveLength(1);
    expect(input(started, piece, result('a', 'Invalid JSON.', true))).toEqual(uses('a', { path: 'x', text: 'hal' }));
    const rest: AgentEvent = { type: 'tool_args_delta', callId: 'a', delta: 'f"}' };
    expect(input(started, piece, rest)).toEqual(uses('a', { path: 'x', text: 'half' }));
  });

  it('ids and names are such as the server takes, each id once', () => {
    const events = [
      user('Go'),
      call('functions.Bash:0', {}, { name: 'mcp/fs.read file' }),
      completed,
      user('Again'),
      call('functions.Bash:0', {}, { name: 'x'.repeat(200) }),
    ];
    const used = anthropicMessages(events).flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use'));
    expect(used).toMatchObject([
      { id: 'functions_Bash_0', name: 'mcp_fs_read_file' },
      { id: 'functions_Bash_0_2', name: 'x'.repeat(128) },
    ]);
  });

  it('names such as __proto__ are data', () => {
    const args = '{"__proto__":{"a":1}}';
    expect(JSON.stringify(input(call('__proto__', args)))).toContain(`"input":${args}`);
  });
});
