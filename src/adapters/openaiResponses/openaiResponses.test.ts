import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Round } from '../../logic/thread.ts';
import { liveRounds, roundOf, roundsOf, sse } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

const read = (...events: object[]): AgentEvent[] => decodeAll('openai-responses', [sse(events)]);

const items = (round: Round) => [...round.items];
const answerOf = (round: Round) => lastAnswer(round)?.text;

/** The round after each message, as long as the stream has not ended. */
const live = (...messages: object[]): Round[] =>
  liveRounds(
    'openai-responses',
    messages.map((one) => sse([one])),
  );

const created = (id: string) => ({ type: 'response.created', response: { id, status: 'in_progress', output: [] } });
const completed = (id: string, more: object = {}) => ({
  type: 'response.completed',
  response: { id, status: 'completed', output: [], ...more },
});
const added = (output_index: number, item: object) => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item });
const textDelta = (output_index: number, item_id: string, delta: string) => ({
  type: 'response.output_text.delta',
  output_index,
  item_id,
  content_index: 0,
  delta,
});
const message = (id: string, text: string) => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const call = (id: string, call_id: string, name: string, args: string) => ({
  type: 'function_call',
  ...{ id, call_id, name, arguments: args },
});
const argsDelta = (output_index: number, item_id: string, delta: string) => ({
  type: 'response.function_call_arguments.delta',
  ...{ output_index, item_id, delta },
});

describe('texts', () => {
  it('B01: a character that is cut anywhere is read, once', () => {
    const bytes = new TextEncoder().encode(sse([textDelta(0, 'm1', 'Grüße 🧭')]));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = createDecoder('openai-responses');
      const events = [...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut))];
      const deltas = events.filter(({ type }) => type === 'text_delta');
      expect(deltas).toMatchObject([{ delta: 'Grüße 🧭' }]);
    }
  });

  it.each([
    ['\n\n', 'completed'],
    ['\n', 'completed'],
    ['', 'completed'],
    [undefined, 'failed'],
  ])('B06: the last event counts when the stream ends with %j', (end, status) => {
    const last = `data: ${JSON.stringify({ type: 'response.completed', response: { id: 'r1', status: 'completed' } })}`;
    const body = sse([textDelta(0, 'm1', 'Fertig')]) + (end === undefined ? last.slice(0, -9) : last + end);
    const round = roundOf(decodeAll('openai-responses', [body]));
    expect(answerOf(round)).toBe('Fertig');
    expect(round.status).toBe(status);
    const codes = items(round).flatMap((item) => (item.kind === 'notice' ? [item.code] : []));
    expect(codes).toEqual(status === 'failed' ? ['interrupted'] : []);
  });

  const hello = [
    added(0, { ...message('m1', ''), content: [] }),
    textDelta(0, 'm1', 'Hel'),
    textDelta(0, 'm1', 'lo'),
    { type: 'response.output_text.done', item_id: 'm1', output_index: 0, content_index: 0, text: 'Hello' },
    {
      type: 'response.content_part.done',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: 'Hello' },
    },
    done(0, message('m1', 'Hello')),
    completed('r1', { output: [message('m1', 'Hello')] }),
  ];
  const from = (type: string) => hello.slice(hello.findIndex((event) => event.type === type));

  it.each([
    ['as a whole', hello],
    ['without its deltas', hello.filter(({ type }) => type !== 'response.output_text.delta')],
    ['as an item only', from('response.output_item.done')],
    ['in the last event only', from('response.completed')],
  ])('B26: a text that is told many times is one, also %s', (_, events) => {
    const round = roundOf(read(...events));
    expect(items(round)).toMatchObject([{ kind: 'assistant_text', text: 'Hello' }]);
    expect(round.status).toBe('completed');
  });

  it('R5.5: the final whole wins over the sum of its deltas', () => {
    const lost = hello.filter((event) => !('delta' in event && event.delta === 'lo'));
    expect(answerOf(roundOf(read(...lost)))).toBe('Hello');
  });

  it('R5.5: a proxy that gives an item another id with each event tells of one item', () => {
    let n = 0;
    const changing = hello.slice(0, -1).map((event) => ('item_id' in event ? { ...event, item_id: `x${n++}` } : event));
    const last = completed('r1', { output: [message('y', 'Hello')] });
    expect(items(roundOf(read(created('r1'), ...changing, last)))).toMatchObject([{ text: 'Hello' }]);
  });

  it('R5.5: the last event may repeat only some of the items, at other places', () => {
    const list = { type: 'mcp_list_tools', id: 'l1', server_label: 'wiki', tools: [] };
    const events = [created('r1'), done(0, list), done(1, message('m1', 'Hello'))];
    const round = roundOf(read(...events, completed('r1', { output: [message('m1', 'Hello')] })));
    expect(items(round)).toMatchObject([{ name: 'mcp_list_tools', status: 'done' }, { text: 'Hello' }]);
  });

  it('R5.5: items that a server numbers anew with each response are not one', () => {
    const first = [created('r1'), done(0, message('m', 'One.')), done(1, call('f', 'c', 'go', '{}')), completed('r1')];
    const second = [created('r2'), done(0, message('m', 'Two.')), done(1, call('f', 'c', 'go', '{}')), completed('r2')];
    const round = roundOf(read(...first, ...second));
    expect(items(round)).toMatchObject([{ text: 'One.' }, { name: 'go' }, { text: 'Two.' }, { name: 'go' }]);
  });

  it('the parts of a message are texts of their own, a refusal among them', () => {
    const parts = [
      { type: 'output_text', text: 'One.' },
      { type: 'refusal', refusal: 'I must not.' },
    ];
    const round = roundOf(read(created('r1'), done(0, { ...message('m', ''), content: parts }), completed('r1')));
    expect(items(round)).toMatchObject([
      { text: 'One.' },
      { text: 'I must not.' },
      { kind: 'notice', code: 'refusal' },
    ]);
    expect(round.status).toBe('failed');
  });
});

describe('thoughts', () => {
  const summary = (summary_index: number, delta: string) => ({
    type: 'response.reasoning_summary_text.delta',
    ...{ output_index: 0, item_id: 'rs_1', summary_index, delta },
  });

  it('R2.1: the parts of a summary are paragraphs of one thought, before and after it is whole', () => {
    const reasoning = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [
        { type: 'summary_text', text: 'Plan it.' },
        { type: 'summary_text', text: 'Check it.' },
      ],
    };
    const stream = live(
      created('r1'),
      added(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
      summary(0, 'Plan '),
      summary(0, 'it.'),
      { type: 'response.reasoning_summary_text.done', output_index: 0, summary_index: 0, text: 'Plan it.' },
      summary(1, 'Check it.'),
      done(0, reasoning),
      textDelta(1, 'm1', 'Done'),
    );
    expect(stream.map((round) => currentStep(round)?.preview).slice(2, 7)).toEqual([
      'Plan',
      'Plan it.',
      'Plan it.',
      'Check it.',
      'Check it.',
    ]);
    const thought = { kind: 'thinking', text: 'Plan it.\n\nCheck it.' };
    expect(stream.slice(5, 7).map(items)).toMatchObject([[thought], [thought]]);
    expect(stream.at(-1)?.items.at(1)).toMatchObject({ kind: 'assistant_text' });
  });

  it('R5.5: open models think in plain text, and some tell it only when it is whole', () => {
    const stream = live(
      created('r1'),
      added(0, { type: 'reasoning', id: 'rs_1', content: [] }),
      { type: 'response.reasoning_text.done', output_index: 0, content_index: 0, text: 'Hm.' },
      done(0, { type: 'reasoning', id: 'rs_1', content: [{ type: 'reasoning_text', text: 'Hm.' }] }),
      completed('r1'),
    );
    const thought = [{ kind: 'thinking', text: 'Hm.' }];
    expect(stream.slice(2).map(items)).toMatchObject([thought, thought, thought]);
  });

  it('R5.2: what the provider wants back unread goes with the thought, also where it has no words', () => {
    const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' };
    const events = read(
      created('r1'),
      added(0, sealed),
      done(0, { ...sealed, encrypted_content: 'gBBB' }),
      completed('r1'),
    );
    const thoughts = events.filter(({ type }) => type === 'thinking');
    expect(thoughts).toEqual([{ type: 'thinking', text: '', turnId: 'r1', itemId: 'rs_1', signature: 'gBBB' }]);
    expect(items(roundOf(events))).toEqual([]);
  });
});

describe('calls', () => {
  it('R4.7: a call prepares while its arguments stream, runs when they are whole, and waits for the client', () => {
    const stream = live(
      created('r1'),
      added(0, call('f1', 'c1', 'Bash', '')),
      argsDelta(0, 'f1', '{"command":'),
      argsDelta(0, 'f1', '"ls"}'),
      { type: 'response.function_call_arguments.done', output_index: 0, item_id: 'f1', arguments: '{"command":"ls"}' },
      done(0, call('f1', 'c1', 'Bash', '{"command":"ls"}')),
      completed('r1', { output: [call('f1', 'c1', 'Bash', '{"command":"ls"}')] }),
    );
    expect(stream.slice(1).map((round) => items(round)[0])).toMatchObject([
      { callId: 'c1', status: 'preparing', byteCount: 0, toolKind: 'shell' },
      { status: 'preparing', byteCount: 11 },
      { status: 'preparing', byteCount: 16 },
      { status: 'preparing', byteCount: 16 },
      { status: 'running', args: '{"command":"ls"}' },
      { status: 'running' },
    ]);
    expect(stream.at(-1)?.status).toBe('running');
  });

  it.each([
    ['with its start', true],
    ['without its start', false],
  ])('B26: arguments that are told many times are there once, %s', (_, hasStart) => {
    const whole = call('f1', 'c1', 'go', '{"a":1}');
    const round = roundOf(
      read(
        ...(hasStart ? [added(0, call('f1', 'c1', 'go', ''))] : []),
        argsDelta(0, 'f1', '{"a":'),
        argsDelta(0, 'f1', '1}'),
        { type: 'response.function_call_arguments.done', output_index: 0, item_id: 'f1', arguments: '{"a":1}' },
        done(0, whole),
        completed('r1', { output: [whole] }),
      ),
    );
    expect(items(round)).toMatchObject([{ name: 'go', args: '{"a":1}', status: 'running' }]);
  });

  it('R3.1: arguments that come only when they are whole', () => {
    const stream = live(
      added(0, call('f1', 'c1', 'go', '')),
      { type: 'response.function_call_arguments.done', output_index: 0, item_id: 'f1', arguments: '{"a":"b"}' },
      done(0, call('f1', 'c1', 'go', '{"a":"b"}')),
    );
    expect(stream.map((round) => currentStep(round)?.preview || currentStep(round)?.kind)).toEqual([
      'preparing',
      'b',
      'b',
    ]);
  });

  it('B11: a call whose item comes behind the first piece of its arguments gets its name then', () => {
    const piece = (delta: string) => ({
      type: 'response.function_call_arguments.delta',
      ...{ item_id: 'f1', output_index: 0, delta },
    });
    const item = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'read_file', arguments: '' };
    const decoder = createDecoder('openai-responses');
    const told = decoder.push(sse([created('r1'), piece('{"pa')]));
    expect(items(roundOf(told))).toMatchObject([{ name: '', byteCount: 4, status: 'preparing' }]);
    told.push(...decoder.push(sse([added(0, item), piece('th":"a"}')])));
    expect(items(roundOf(told))).toMatchObject([{ name: 'read_file', args: '{"path":"a"}', toolKind: 'read' }]);
  });

  it('B13: parallel calls keep their arguments apart', () => {
    const round = roundOf(
      read(
        created('r1'),
        added(0, call('f1', 'a', 'alpha', '')),
        added(1, call('f2', 'b', 'beta', '')),
        argsDelta(0, 'f1', '{"x":'),
        argsDelta(1, 'f2', '{"y":'),
        argsDelta(0, 'f1', '1}'),
        argsDelta(1, 'f2', '2}'),
      ),
    );
    expect(items(round).slice(0, 2)).toMatchObject([
      { callId: 'a', args: '{"x":1}' },
      { callId: 'b', args: '{"y":2}' },
    ]);
  });

  it('B16: a call without arguments has none, and runs', () => {
    const events = read(added(0, call('f1', 'e1', 'list_tasks', '')), done(0, call('f1', 'e1', 'list_tasks', '')));
    const [first] = items(roundOf(events.slice(0, -2)));
    expect(first?.kind === 'tool_call' && first).toMatchObject({ name: 'list_tasks', status: 'running' });
    expect(first?.kind === 'tool_call' && first.args).toEqual({});
  });

  it('B20: a start that comes twice makes no second row', () => {
    const start = added(0, call('f1', 'c1', 'go', ''));
    const round = roundOf(
      read(start, argsDelta(0, 'f1', '{"nr":5}'), start, done(0, call('f1', 'c1', 'go', '{"nr":5}'))),
    );
    expect(items(round)).toMatchObject([{ args: '{"nr":5}' }, { kind: 'notice' }]);
  });

  it('B30: a stream that is cut in the arguments leaves a call that did not run', () => {
    const round = roundOf(read(created('r1'), added(0, call('f1', 'c1', 'go', '')), argsDelta(0, 'f1', '{"a')));
    expect(items(round)).toMatchObject([{ status: 'aborted' }, { code: 'interrupted' }]);
    expect(currentStep(round)).toBeUndefined();
  });

  it('commands of a shell stream as arguments, and what they print as output', () => {
    const shell = (commands: string[]) => ({
      type: 'shell_call',
      ...{ id: 'sh', call_id: 's1', action: { commands } },
      environment: { type: 'container_reference', container_id: 'x' },
    });
    const output = [{ stdout: 'a\n', stderr: 'b', outcome: { type: 'exit', exit_code: 2 } }];
    const answer = { type: 'shell_call_output', id: 'sho', call_id: 's1' };
    const stream = live(
      created('r1'),
      added(0, shell([])),
      { type: 'response.shell_call_command.added', output_index: 0, command_index: 0, command: '' },
      { type: 'response.shell_call_command.delta', output_index: 0, command_index: 0, delta: 'echo "' },
      { type: 'response.shell_call_command.delta', output_index: 0, command_index: 0, delta: 'a"' },
      { type: 'response.shell_call_command.added', output_index: 0, command_index: 1, command: '' },
      { type: 'response.shell_call_command.delta', output_index: 0, command_index: 1, delta: 'ls' },
      done(0, shell(['echo "a"', 'ls'])),
      added(1, { ...answer, output: [] }),
      { type: 'response.shell_call_output_content.delta', output_index: 1, command_index: 0, delta: { stdout: 'a\n' } },
      done(1, { ...answer, output }),
      done(2, message('m1', 'Done.')),
      completed('r1'),
    );
    expect(stream.map((round) => currentStep(round)?.preview ?? '').slice(3, 8)).toEqual([
      'echo "',
      'echo "a"',
      'echo "a",',
      'echo "a", ls',
      'echo "a", ls',
    ]);
    expect(stream[9]?.items.at(0)).toMatchObject({ output: 'a\n', status: 'running' });
    expect(stream.at(-1)?.items.at(0)).toMatchObject({
      ...{ name: 'shell', toolKind: 'shell', status: 'done' },
      result: { text: 'a\nb', exitCode: 2 },
    });
    expect(stream.at(-1)?.status).toBe('completed');
  });

  it('a patch shows its file at once, and its diff as it streams', () => {
    const patch = (diff: string) => ({
      type: 'apply_patch_call',
      ...{ id: 'ap', call_id: 'p1', operation: { type: 'create_file', diff, path: 'a.md' } },
    });
    const delta = (piece: string) => ({
      type: 'response.apply_patch_call_operation_diff.delta',
      ...{ output_index: 0, item_id: 'ap', delta: piece },
    });
    const stream = live(
      added(0, patch('')),
      delta('+"One"'),
      delta('\n+Two'),
      done(0, patch('+"One"\n+Two')),
      completed('r'),
    );
    expect(stream.map((round) => currentStep(round)?.preview).slice(1)).toEqual(['a.md', 'a.md', 'a.md', 'a.md']);
    expect(stream.at(-1)).toMatchObject({ status: 'running' });
    expect(stream.at(-1)?.items.at(0)).toMatchObject({
      toolKind: 'edit',
      args: { path: 'a.md', type: 'create_file', diff: '+"One"\n+Two' },
    });
  });

  it('tools of the provider end with their item, as failed where it says so', () => {
    const code = { type: 'code_interpreter_call', id: 'ci', code: '1+1', outputs: [{ type: 'logs', logs: '2' }] };
    const mcp = {
      type: 'mcp_call',
      id: 'mc',
      name: 'ask',
      arguments: '{"q":1}',
      output: null,
      error: { message: 'gone' },
    };
    const image = { type: 'image_generation_call', id: 'ig', status: 'completed', result: 'QUJD' };
    const stream = live(
      created('r1'),
      added(0, { ...code, code: '', outputs: null }),
      { type: 'response.code_interpreter_call_code.delta', output_index: 0, item_id: 'ci', delta: '1+1' },
      { type: 'response.code_interpreter_call.interpreting', output_index: 0, item_id: 'ci' },
      done(0, code),
      done(1, mcp),
      done(2, image),
      done(3, message('m', 'Two.')),
      completed('r1'),
    );
    expect(stream[3]?.items.at(0)).toMatchObject({ status: 'running', args: '{"code":"1+1"}' });
    expect(stream.at(-1)).toMatchObject({ status: 'completed' });
    expect(items(stream.at(-1) ?? roundOf([]))).toMatchObject([
      { name: 'code_interpreter', status: 'done', result: { text: '2' } },
      { name: 'ask', status: 'failed', result: { text: 'gone' } },
      { name: 'image_generation', result: { images: ['data:image/png;base64,QUJD'] } },
      { text: 'Two.' },
    ]);
  });

  it('R2.4: searches that are open at the same time each end on their own', () => {
    const search = (id: string, query: string) => ({ type: 'web_search_call', id, action: { type: 'search', query } });
    const stream = live(
      created('r1'),
      added(0, search('w1', '')),
      added(1, search('w2', '')),
      { type: 'response.web_search_call.searching', output_index: 1, item_id: 'w2' },
      done(0, search('w1', 'cats')),
      done(1, search('w2', 'dogs')),
    );
    expect(stream.map((round) => items(round).map((item) => 'status' in item && item.status))).toEqual([
      [],
      ['running'],
      ['running', 'running'],
      ['running', 'running'],
      ['done', 'running'],
      ['done', 'done'],
    ]);
    expect(stream.at(-1)?.items.at(1)).toMatchObject({ toolKind: 'search', args: { query: 'dogs', type: 'search' } });
  });

  it('a tool that the model uses while it goes on is run by the provider', () => {
    const search = { type: 'custom_tool_call', id: 'x1', call_id: 'x', name: 'x_search', input: 'cats' };
    const open = [created('r1'), done(0, search)];
    expect(roundOf(read(...open, completed('r1'))).status).toBe('running');
    const round = roundOf(read(...open, done(1, message('m', 'Cats.')), completed('r1')));
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([{ status: 'done', args: 'cats' }, { text: 'Cats.' }]);
  });
});

describe('approvals', () => {
  const asks = [
    created('r1'),
    done(0, { type: 'mcp_approval_request', id: 'ar', name: 'ask', arguments: '{"q":"why"}', server_label: 'wiki' }),
    completed('r1'),
  ];
  const goesOn = [
    created('r2'),
    done(0, {
      type: 'mcp_call',
      id: 'mc',
      name: 'ask',
      arguments: '{"q":"why"}',
      approval_request_id: 'ar',
      output: 'ok',
    }),
    done(1, message('m', 'Because.')),
    completed('r2'),
  ];

  it('R2.5: the run stops for it, and its end is no interruption', () => {
    const round = roundOf(read(...asks));
    expect(round.status).toBe('running');
    expect(currentStep(round)).toMatchObject({ kind: 'approval', tool: 'ask', preview: 'why' });
  });

  it('R5.4: the answer of the client closes it, and the next stream goes on with the round', () => {
    const decoder = createDecoder('openai-responses');
    const answer = {
      input: [{ type: 'mcp_approval_response', approval_request_id: 'ar', approve: false, reason: 'No.' }],
    };
    const events = [...decoder.push(sse(asks)), ...decoder.end()];
    decoder.reopen();
    events.push(...decoder.push(`${JSON.stringify(answer)}\n`, 'client'));
    expect(items(roundOf(events))).toMatchObject([
      { kind: 'approval', open: false, decision: 'denied', reason: 'No.' },
    ]);
  });

  it('a call that names its approval was approved', () => {
    const all = roundsOf(read(...asks, ...goesOn));
    expect(all).toMatchObject([{ status: 'completed' }]);
    expect(all[0] && items(all[0])).toMatchObject([
      { kind: 'approval', decision: 'approved' },
      { kind: 'tool_call', status: 'done', result: { text: 'ok' } },
      { text: 'Because.' },
    ]);
  });
});

describe('rounds', () => {
  const toolTurn = [created('r1'), done(0, call('f1', 'c1', 'go', '{}')), completed('r1')];
  const lastTurn = [created('r2'), done(0, message('m2', 'Done.')), completed('r2')];
  const client = (input: unknown, more: object = {}) => `${JSON.stringify({ model: 'm', input, ...more })}\n`;

  it('R5.7: a stop for tools leaves the round open; the responses of one file are its turns', () => {
    expect(roundOf(read(...toolTurn)).status).toBe('running');
    const all = roundsOf(read(...toolTurn, ...lastTurn));
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ status: 'completed' });
    expect(all[0] && items(all[0])).toMatchObject([{ status: 'done' }, { text: 'Done.', turnId: 'r2' }]);
  });

  it('R1.6: a response after the end of a round begins another one', () => {
    const next = [created('r3'), done(0, message('m3', 'Again.')), completed('r3')];
    expect(roundsOf(read(...lastTurn, ...next)).map(answerOf)).toEqual(['Done.', 'Again.']);
  });

  it("the client's requests tell the reader's words once, and the results of tools", () => {
    const decoder = createDecoder('openai-responses');
    const user = { role: 'user', content: [{ type: 'input_text', text: 'Go!' }] };
    const output = { type: 'function_call_output', call_id: 'c1', output: '{"ok":true}' };
    const said = call('f1', 'c1', 'go', '{}');
    const events = [
      ...decoder.push(client([{ role: 'developer', content: 'Be kind.' }, user]), 'client'),
      ...decoder.push(sse(toolTurn)),
      ...decoder.push(client([user, said, output]), 'client'),
      ...decoder.push(sse(lastTurn)),
      ...decoder.push(client('And now?'), 'client'),
      ...decoder.end(),
    ];
    const all = roundsOf(events);
    expect(all.map(({ user, status }) => [user?.text, status])).toEqual([
      ['Go!', 'completed'],
      ['And now?', 'failed'],
    ]);
    expect(all[0] && items(all[0])).toMatchObject([
      { status: 'done', result: { json: { ok: true } } },
      { text: 'Done.' },
    ]);
  });

  it('B28: an error is told once and fails the round, with what was written before it', () => {
    const error = { code: 'quota', message: 'quota used up' };
    const failed = { type: 'response.failed', response: { id: 'r1', status: 'failed', error } };
    for (const ends of [[{ type: 'error', error }, failed], [failed], [{ type: 'error', ...error }]]) {
      const round = roundOf(read(created('r1'), textDelta(0, 'm1', 'Half'), ...ends));
      expect(round.status).toBe('failed');
      expect(items(round)).toMatchObject([{ text: 'Half' }, { kind: 'notice', text: 'quota used up' }]);
    }
    expect(items(roundOf(read({ type: 'error', error })))).toMatchObject([{ kind: 'notice', text: 'quota used up' }]);
  });

  it('R5.4: a request that is made again after an error repeats its turn', () => {
    const half = [created('r1'), textDelta(0, 'm1', 'Half')];
    const error = { type: 'error', error: { message: 'Overloaded' } };
    const all = roundsOf(read(...half, error, ...lastTurn));
    expect(all).toHaveLength(1);
    expect(all[0] && items(all[0])).toMatchObject([
      { kind: 'notice', code: 'retry', text: 'Overloaded' },
      { text: 'Done.' },
    ]);
    expect(items(roundOf(read(...half, ...lastTurn)))).toMatchObject([{ text: 'Done.' }]);
  });

  it.each([
    ['max_output_tokens', 'limit'],
    ['content_filter', 'refusal'],
  ])('R5.7: a response that is incomplete for %s fails the round', (reason, code) => {
    const end = { type: 'response.incomplete', response: { id: 'r1', incomplete_details: { reason } } };
    const round = roundOf(read(created('r1'), textDelta(0, 'm1', 'Half'), end));
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ text: 'Half' }, { code }]);
  });

  it('R5.4: events that come again under their numbers change nothing', () => {
    const numbered = [created('r1'), textDelta(0, 'm1', 'a'), textDelta(0, 'm1', 'a'), completed('r1')].map(
      (event, sequence_number) => ({ ...event, sequence_number }),
    );
    const [first, second, third, last] = numbered;
    expect(answerOf(roundOf(read(...numbered.slice(0, 3), ...numbered)))).toBe('aa');
    const repeated = [first, second, second, third, second, third].filter((event) => event !== undefined);
    expect(answerOf(roundOf(read(...repeated, last ?? {})))).toBe('aa');
  });

  it('R5.4: numbers that are all the same tell nothing', () => {
    const events = [created('r1'), added(0, message('m1', '')), textDelta(0, 'm1', 'a'), textDelta(0, 'm1', 'a')];
    expect(answerOf(roundOf(read(...events.map((event) => ({ ...event, sequence_number: 0 })))))).toBe('aa');
  });

  it('R5.4: a response that is sent again without numbers takes nothing back and is not told twice', () => {
    const half = [
      created('r1'),
      textDelta(0, 'm1', 'ab'),
      added(1, call('f1', 'c1', 'go', '')),
      argsDelta(1, 'f1', '{'),
    ];
    const whole = [done(0, message('m1', 'abc')), done(1, call('f1', 'c1', 'go', '{}')), completed('r1')];
    const stream = live(...half, ...half, ...whole);
    expect(stream.slice(1).map(answerOf)).toEqual([...new Array(7).fill('ab'), ...new Array(3).fill('abc')]);
    expect(stream.slice(3).map((round) => items(round)[1])).toMatchObject([
      ...new Array(6).fill({ args: '{', byteCount: 1 }),
      ...new Array(2).fill({ args: '{}' }),
    ]);
    expect(stream.at(-1)?.items.length).toBe(2);
  });

  it('R5.6: usage is of the turn, and adds up', () => {
    const usage = { input_tokens: 5, output_tokens: 7, input_tokens_details: { cached_tokens: 2 } };
    const reasoning = { input_tokens: 1, output_tokens: 1, output_tokens_details: { reasoning_tokens: 1 } };
    const events = [...toolTurn.slice(0, 2), completed('r1', { usage, model: 'm' }), created('r2')];
    expect(roundOf(read(...events, completed('r2', { usage: reasoning, model: 'm' }))).usage).toEqual({
      ...{ inputTokens: 6, outputTokens: 8, cachedTokens: 2, reasoningTokens: 1, model: 'm' },
    });
  });

  it('B24: a stream that is joined in the middle', () => {
    const round = roundOf(
      read(textDelta(0, 'm1', 'world'), argsDelta(1, 'f1', 'ue}'), done(1, call('f1', 'c1', 'run', '{"v":true}'))),
    );
    expect(items(round)).toMatchObject([
      { text: 'world' },
      { name: 'run', args: '{"v":true}' },
      { code: 'interrupted' },
    ]);
  });

  it('a response that is one document, polled until it is completed', () => {
    const document = (status: string, output: object[]) => ({ object: 'response', id: 'r1', status, output });
    const said = [message('m1', 'Done.')];
    const body = [document('in_progress', []), document('completed', said)]
      .map((one) => JSON.stringify(one))
      .join('\n');
    expect(detectFormat(body)).toBe('openai-responses');
    const round = roundOf(decodeAll('openai-responses', [body]));
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([{ text: 'Done.' }]);
  });

  it('a compaction is a notice', () => {
    const item = { type: 'compaction', id: 'cmp', encrypted_content: 'gAAA' };
    const round = roundOf(read(created('r1'), added(0, item), done(0, item), completed('r1', { output: [item] })));
    expect(items(round)).toMatchObject([{ code: 'compaction' }]);
  });

  it('R5.4: unknown kinds are counted; what says nothing for the screen is known', () => {
    const decoder = createDecoder('openai-responses');
    const annotation = { type: 'response.output_text.annotation.added', output_index: 0 };
    decoder.push(
      sse([annotation, { type: 'response.hologram' }, done(0, { type: 'hologram' }), { type: '__proto__' }]),
    );
    expect(Object.entries(decoder.diagnostics.unknown)).toEqual([
      ['response.hologram', 1],
      ['item/hologram', 1],
      ['__proto__', 1],
    ]);
  });
});

describe('R4.7: no row stays behind when a response is whole', () => {
  const begun = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'bash', arguments: '' };
  const piece = (output_index: number, item_id: string, delta: string) => ({
    type: 'response.function_call_arguments.delta',
    ...{ output_index, item_id, delta },
  });

  it('runs a call whose end was lost', () => {
    const round = roundOf(read(created('r1'), added(0, begun), piece(0, 'f1', '{"a":1}'), completed('r1')));
    expect(items(round)).toMatchObject([{ callId: 'c1', status: 'running', args: '{"a":1}' }]);
    expect(round.status).toBe('running');
  });

  it('finds the call of a piece by its item where the index is another one', () => {
    const round = roundOf(read(created('r1'), added(0, begun), piece(3, 'f1', '{"a":1}'), completed('r1')));
    expect(items(round)).toMatchObject([{ callId: 'c1', name: 'bash', args: '{"a":1}' }]);
  });

  it('does not wait for a call that nobody can run, since it never got a name', () => {
    const round = roundOf(read(created('r1'), piece(0, 'f1', '{"a":1}'), completed('r1')));
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([{ name: '', status: 'done' }]);
  });

  it('R5.7: what begins after the end is late', () => {
    const whole = { ...begun, arguments: '{}' };
    const round = roundOf(
      read(
        created('r1'),
        added(0, begun),
        done(0, whole),
        completed('r1'),
        added(1, { ...begun, call_id: 'c2', id: 'f2' }),
        piece(1, 'f2', '{'),
      ),
    );
    expect(items(round)).toMatchObject([{ callId: 'c1', status: 'running' }]);
  });

  it('section 8: arguments that are nested too deep to be written are no reason to throw', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const item = { type: 'apply_patch_call', id: 'p', call_id: 'c1', operation: { type: '@', path: 'a' } };
    const lines = [
      created('r1'),
      added(0, item),
      { type: 'response.apply_patch_call_operation_diff.delta', output_index: 0, item_id: 'p', delta: '+x' },
    ];
    const source = sse(lines).replace('"@"', deep);
    expect(() => decodeAll('openai-responses', [source])).not.toThrow();
  });
});
