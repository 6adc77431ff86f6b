import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import { parseArguments } from '../../logic/parseArguments.ts';
import { reduce, reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Item, type Thread } from '../../logic/thread.ts';
import { toolPreview } from '../../logic/toolPreview.ts';
import { jsonl, newestRound } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

type Event = { readonly type: string; readonly [name: string]: unknown };

const sse = (events: readonly Event[], lineEnd = '\n'): string =>
  events.map((event) => `event: ${event.type}${lineEnd}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`).join('');
const decode = (...events: Event[]): AgentEvent[] => decodeAll('anthropic-messages', [sse(events)]);
const read = (...events: Event[]): Thread => reduceAll(emptyThread, decode(...events));
const itemsOf = (thread: Thread): Item[] => [...newestRound(thread).items];
const statusesOf = ({ rounds }: Thread): string[] => [...rounds].map(({ status }) => status);

const start = (id: string, more: object = {}): Event => ({
  type: 'message_start',
  message: { id, type: 'message', role: 'assistant', model: 'm-1', content: [], ...more },
});
const block = (index: number, content_block: object): Event => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, change: object): Event => ({ type: 'content_block_delta', index, delta: change });
const stop = (index: number): Event => ({ type: 'content_block_stop', index });
const ended = (stop_reason: string, usage: object = {}): Event[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const ping: Event = { type: 'ping' };
const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json });
const saying = (index: number, text: string): Event[] => [
  block(index, { type: 'text', text: '' }),
  delta(index, { type: 'text_delta', text }),
  stop(index),
];
const calling = (index: number, id: string, name: string, args: object): Event[] => [
  block(index, { type: 'tool_use', id, name, input: {} }),
  delta(index, json('')),
  delta(index, json(JSON.stringify(args))),
  stop(index),
];
const answer = (id: string, text: string): Event[] => [start(id), ...saying(0, text), ...ended('end_turn')];
const overloaded: Event = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const request = (...messages: object[]): string => `${JSON.stringify({ model: 'm-1', stream: true, messages })}\n`;
const user = (content: unknown) => ({ role: 'user', content });
const returned = (tool_use_id: string, content: string, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id,
  content,
  ...more,
});

describe('one message', () => {
  const whole = [
    start('m1', { usage: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 1 } }),
    ping,
    block(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'pl' }),
    ping,
    delta(0, { type: 'thinking_delta', thinking: 'an' }),
    delta(0, { type: 'signature_delta', signature: 'sig' }),
    stop(0),
    ...saying(1, 'Done.'),
    ...ended('end_turn', { input_tokens: 10, cache_read_input_tokens: null, output_tokens: 9 }),
  ];

  it('R5.1: thinking, then text, which is the answer of a completed round', () => {
    const round = newestRound(read(...whole));
    expect([...round.items]).toMatchObject([
      { kind: 'thinking', text: 'plan', turnId: 'm1' },
      { kind: 'assistant_text', text: 'Done.', turnId: 'm1' },
    ]);
    expect(round.status).toBe('completed');
    expect(lastAnswer(round)?.text).toBe('Done.');
  });

  it('R5.6: what its end leaves out of the usage, its start has told; input is all that was read', () => {
    expect(newestRound(read(...whole)).usage).toEqual({
      inputTokens: 14,
      cachedTokens: 4,
      outputTokens: 9,
      model: 'm-1',
    });
  });

  it('R5.2: a thought carries the signature that the provider wants back', () => {
    const signed = decode(...whole).filter((event) => event.type === 'thinking_delta' && event.signature === 'sig');
    expect(signed).toMatchObject([{ itemId: 'm1/0', turnId: 'm1' }]);
    const hidden = decode(start('m1'), block(0, { type: 'redacted_thinking', data: 'cipher' }), stop(0));
    expect(hidden).toContainEqual(
      expect.objectContaining({ type: 'thinking', text: '', redacted: true, signature: 'cipher', itemId: 'm1/0' }),
    );
  });

  it('section 8: reads the same as SSE, with CRLF, and as one event JSON a line', () => {
    for (const source of [sse(whole), sse(whole, '\r\n'), jsonl(whole), sse(whole).replaceAll('}\n\n', '   }\n\n')]) {
      expect(reduceAll(emptyThread, decodeAll('anthropic-messages', [source]))).toEqual(read(...whole));
      expect(detectFormat(source)).toBe('anthropic-messages');
    }
  });

  it('R5.4: unknown events and blocks are counted and end nothing', () => {
    const decoder = createDecoder('anthropic-messages');
    const strange = [{ type: 'message_aside' }, block(0, { type: 'hologram' }), delta(1, { type: 'smell_delta' })];
    const events = [...decoder.push(sse([start('m1'), ...strange, ...saying(2, 'a'), ...ended('end_turn')]))];
    expect(lastAnswer(newestRound(reduceAll(emptyThread, events)))?.text).toBe('a');
    expect(Object.keys(decoder.diagnostics.unknown)).toHaveLength(3);
  });

  it('R5.5: pieces of an answer, each with sources of its own, are one text', () => {
    const cited = [
      block(0, { type: 'text', text: '' }),
      delta(0, { type: 'citations_delta', citation: { url: 'https://example.org' } }),
      delta(0, { type: 'text_delta', text: 'It rained' }),
      stop(0),
      ...saying(1, ' all day.'),
    ];
    expect(itemsOf(read(start('m1'), ...cited, ...ended('end_turn')))).toMatchObject([{ text: 'It rained all day.' }]);
  });

  it('R5.5: an answer that was not streamed is read too', () => {
    const content = [
      { type: 'thinking', thinking: 'plan', signature: 's' },
      { type: 'text', text: 'It ' },
      { type: 'text', text: 'rained.' },
    ];
    const usage = { input_tokens: 1, output_tokens: 2 };
    const message = { type: 'message', id: 'm1', role: 'assistant', content, stop_reason: 'end_turn', usage };
    const round = newestRound(reduceAll(emptyThread, decodeAll('anthropic-messages', [JSON.stringify(message)])));
    expect(round).toMatchObject({ status: 'completed', usage: { outputTokens: 2 } });
    expect([...round.items]).toMatchObject([{ text: 'plan' }, { text: 'It rained.' }]);
  });
});

describe('arguments of calls', () => {
  const begun = [block(1, { type: 'tool_use', id: 'a', name: 'alpha', input: {} })];

  it('B13: parallel calls whose pieces alternate', () => {
    const thread = read(
      start('m1'),
      ...begun,
      block(2, { type: 'tool_use', id: 'b', name: 'beta', input: {} }),
      delta(1, json('{"x":1')),
      delta(2, json('{"y":2}')),
      delta(1, json('}')),
      stop(1),
      stop(2),
      ...ended('tool_use'),
    );
    expect(itemsOf(thread)).toMatchObject([
      { callId: 'a', args: '{"x":1}', status: 'running' },
      { callId: 'b', args: '{"y":2}', status: 'running' },
    ]);
  });

  it('R4.7: the row in preparation stands until the block stops', () => {
    const half = [start('m1'), ...begun, delta(1, json('{"x":')), delta(1, json('1}'))];
    const decoder = createDecoder('anthropic-messages');
    const preparing = reduceAll(emptyThread, decoder.push(sse(half)));
    expect(currentStep(newestRound(preparing))).toMatchObject({ kind: 'preparing', tool: 'alpha', bytes: 7 });
    const ready = reduceAll(preparing, decoder.push(sse([stop(1)])));
    expect(currentStep(newestRound(ready))).toMatchObject({ kind: 'tool', tool: 'alpha' });
  });

  it.each([
    ['before its stop', [...begun, stop(1)]],
    ['with its arguments', [...begun, delta(1, json('{"nr":5}')), stop(1)]],
    ['after its stop', [stop(1), ...begun, stop(1)]],
    ['after its stop, with its arguments', [stop(1), ...begun, delta(1, json('{"nr":5}')), stop(1)]],
  ])('B20: a block that starts again %s is one call, with its arguments once', (_, again) => {
    const thread = read(start('m1'), ...begun, delta(1, json('{"nr":5}')), ...again, ...ended('tool_use'));
    expect(itemsOf(thread)).toMatchObject([{ callId: 'a', args: '{"nr":5}', status: 'running' }]);
  });

  it('B16: a call without arguments has none, and runs', () => {
    for (const pieces of [[], [delta(1, json(''))]]) {
      const [call] = itemsOf(read(start('m1'), ...begun, ...pieces, stop(1), ...ended('tool_use')));
      expect(call).toMatchObject({ kind: 'tool_call', args: {}, status: 'running' });
      expect(call?.kind === 'tool_call' && toolPreview(call)).toBe('');
    }
  });

  it('B18: an escape that is cut is not shown until it is whole', () => {
    const source = String.raw`{"title":"A\uD83D\uDE80B","n":1}`;
    const decoder = createDecoder('anthropic-messages');
    let thread = reduceAll(emptyThread, decoder.push(sse([start('m1'), ...begun])));
    const titles: unknown[] = [];
    for (const letter of source) {
      for (const event of decoder.push(sse([delta(1, json(letter))]))) thread = reduce(thread, event);
      const [call] = itemsOf(thread);
      const [title] = call?.kind === 'tool_call' ? parseArguments(call.args) : [];
      if (title && title[1] !== titles.at(-1)) titles.push(title[1]);
    }
    expect(titles.filter((title) => title !== '')).toEqual(['A', 'A🚀', 'A🚀B']);
  });
});

describe('tools that the provider runs', () => {
  const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} };
  const hits = [{ type: 'web_search_result', title: 'Rain', url: 'https://example.org' }];

  it('their results come whole, in the same message', () => {
    const thread = read(
      start('m1'),
      block(0, search),
      delta(0, json('{"query":"rain"}')),
      stop(0),
      block(1, { type: 'web_search_tool_result', tool_use_id: 's1', content: hits }),
      stop(1),
      ...saying(2, 'Rain.'),
      ...ended('end_turn'),
    );
    expect(itemsOf(thread)).toMatchObject([
      { kind: 'tool_call', toolKind: 'search', status: 'done', args: '{"query":"rain"}', result: { json: hits } },
      { text: 'Rain.' },
    ]);
  });

  it.each([
    ['bash_code_execution', { type: 'bash_code_execution_result', stdout: 'no', stderr: '', return_code: 2 }, 'done'],
    ['web_fetch', { type: 'web_fetch_tool_result_error', error_code: 'unavailable' }, 'failed'],
    ['advisor', { type: 'advisor_result', text: 'no' }, 'done'],
  ])('R5.6: %s: only what the format flags as an error makes it failed', (name, content, status) => {
    const call = { type: 'server_tool_use', id: 's1', name, input: {} };
    const result = { type: `${name}_tool_result`, tool_use_id: 's1', content };
    const [item] = itemsOf(read(start('m1'), block(0, call), stop(0), block(1, result), ...ended('end_turn')));
    expect(item).toMatchObject({ kind: 'tool_call', status });
    if (status === 'done') expect(item).toMatchObject({ result: { text: 'no' } });
  });

  it('an MCP tool says itself whether it failed', () => {
    const call = { type: 'mcp_tool_use', id: 's1', name: 'ask', server_name: 'wiki', input: {} };
    const result = {
      type: 'mcp_tool_result',
      tool_use_id: 's1',
      is_error: true,
      content: [{ type: 'text', text: 'no' }],
    };
    const [item] = itemsOf(read(start('m1'), block(0, call), stop(0), block(1, result), ...ended('end_turn')));
    expect(item).toMatchObject({ status: 'failed', result: { text: 'no' } });
  });

  it('their code may call a tool of the program: the message begins with that call, its result comes in a later one', () => {
    const code = { type: 'server_tool_use', id: 's1', name: 'code_execution', input: {} };
    const roll = { type: 'tool_use', id: 'c1', name: 'roll', input: { player: 1 } };
    const again = { type: 'tool_use', id: 'c2', name: 'roll', input: { player: 2 } };
    const output = { type: 'code_execution_result', stdout: '5 6', stderr: '', return_code: 0 };
    const thread = read(
      start('m1'),
      block(0, code),
      stop(0),
      block(1, roll),
      stop(1),
      ...ended('tool_use'),
      start('m2', { content: [again] }),
      { type: 'message_stop' },
      start('m3'),
      block(0, { type: 'code_execution_tool_result', tool_use_id: 's1', content: output }),
      ...saying(1, 'Six wins.'),
      ...ended('end_turn'),
    );
    expect(statusesOf(thread)).toEqual(['completed']);
    expect(itemsOf(thread)).toMatchObject([
      { callId: 's1', status: 'done', result: { text: '5 6', exitCode: 0 } },
      { callId: 'c1', status: 'done', args: { player: 1 } },
      { callId: 'c2', status: 'done', args: { player: 2 } },
      { text: 'Six wins.' },
    ]);
  });
});

describe('several streams are one round', () => {
  const asked = request(user('List them.'));
  const first = [
    start('m1'),
    ...saying(0, 'I look.'),
    ...calling(1, 'c1', 'bash', { command: 'ls' }),
    ...ended('tool_use'),
  ];
  const second = answer('m2', 'Two files.');
  const sent = request(user('List them.'), { role: 'assistant', content: [] }, user([returned('c1', 'a b')]));

  it('R5.7: a stream that stops for tools leaves the round open, and its end is no interruption', () => {
    const thread = read(...first);
    expect(statusesOf(thread)).toEqual(['running']);
    expect(itemsOf(thread)).toMatchObject([{ text: 'I look.' }, { callId: 'c1', status: 'running' }]);
  });

  it('R1.6: requests between them hold the words of the reader and the results of the tools', () => {
    const decoder = createDecoder('anthropic-messages');
    const events = [...decoder.push(asked, 'client'), ...decoder.push(sse(first)), ...decoder.end()];
    decoder.reopen();
    events.push(...decoder.push(sent, 'client'), ...decoder.push(sse(second)), ...decoder.end());
    const thread = reduceAll(emptyThread, events);
    expect(statusesOf(thread)).toEqual(['completed']);
    expect(newestRound(thread).user?.text).toBe('List them.');
    expect(itemsOf(thread)).toMatchObject([
      { text: 'I look.' },
      { callId: 'c1', status: 'done', result: { text: 'a b' } },
      { text: 'Two files.' },
    ]);
  });

  it('R5.7: joined in one file, the next message shows that the calls of the one before are over', () => {
    const thread = read(...first, ...second);
    expect(statusesOf(thread)).toEqual(['completed']);
    expect(itemsOf(thread)).toMatchObject([{ text: 'I look.' }, { status: 'done' }, { text: 'Two files.' }]);
  });

  it('R5.6: a result that says so failed', () => {
    const decoder = createDecoder('anthropic-messages');
    const denied = request(
      user('x'),
      { role: 'assistant' },
      user([returned('c1', 'no such file', { is_error: true })]),
    );
    const events = [...decoder.push(sse(first)), ...decoder.push(denied, 'client')];
    expect(itemsOf(reduceAll(emptyThread, events))[1]).toMatchObject({ status: 'failed' });
  });

  it('R1.6: an answer that follows a whole one is another round; only new words open one', () => {
    const decoder = createDecoder('anthropic-messages');
    const hello = [user('Hello'), { role: 'assistant', content: 'Hi.' }];
    const bye = user([
      { type: 'text', text: '<system-reminder>Be short.</system-reminder>' },
      { type: 'text', text: 'Bye' },
    ]);
    const events = [
      ...decoder.push(request(user('Hello')), 'client'),
      ...decoder.push(sse(answer('m1', 'Hi.'))),
      ...decoder.push(request(...hello, bye), 'client'),
      ...decoder.push(sse(answer('m2', 'See you.'))),
      ...decoder.push(sse(answer('m3', 'By itself.'))),
    ];
    const { rounds } = reduceAll(emptyThread, events);
    expect([...rounds].map((round) => [round.user?.text, lastAnswer(round)?.text])).toEqual([
      ['Hello', 'Hi.'],
      ['Bye', 'See you.'],
      [undefined, 'By itself.'],
    ]);
  });

  it('R5.7: a message that pauses goes on in the next one', () => {
    const paused = [start('m1'), ...saying(0, 'Part one.'), ...ended('pause_turn')];
    expect(statusesOf(read(...paused))).toEqual(['running']);
    expect(itemsOf(read(...paused, ...second))).toMatchObject([{ text: 'Part one.' }, { text: 'Two files.' }]);
  });

  it('R5.4: a message that comes again under its own id changes nothing; another one with that id is another', () => {
    expect(itemsOf(read(...second, ...second))).toMatchObject([{ text: 'Two files.' }]);
    expect(statusesOf(read(...second, ...second))).toEqual(['completed']);
    expect(itemsOf(read(...first, ...first))).toHaveLength(2);
    const decoder = createDecoder('anthropic-messages');
    const same = [start('m1'), ...saying(0, 'Two files.'), ...ended('end_turn')];
    const events = [...decoder.push(sse(first)), ...decoder.push(sent, 'client'), ...decoder.push(sse(same))];
    expect(itemsOf(reduceAll(emptyThread, events)).at(-1)).toMatchObject({ text: 'Two files.', turnId: 'm1#2' });
    expect(itemsOf(reduceAll(emptyThread, events))[0]).toMatchObject({ text: 'I look.', turnId: 'm1' });
  });
});

describe('ends', () => {
  const half = [start('m1'), block(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'Half' })];

  it.each([
    ['max_tokens', 'limit'],
    ['model_context_window_exceeded', 'limit'],
    ['refusal', 'refusal'],
  ])('R5.7: %s ends the round as failed, and a notice tells why', (reason, code) => {
    const thread = read(...half, stop(0), ...ended(reason));
    expect(statusesOf(thread)).toEqual(['failed']);
    expect(itemsOf(thread)).toMatchObject([{ text: 'Half' }, { kind: 'notice', code }]);
    expect(itemsOf(thread)).toHaveLength(2);
  });

  it('R5.7: an agent that goes on after the limit of tokens takes that end back', () => {
    const thread = read(...half, stop(0), ...ended('max_tokens'), ...answer('m2', ' and half.'));
    expect(statusesOf(thread)).toEqual(['completed']);
  });

  it('B28: an error ends the round as failed, what was written stays', () => {
    for (const events of [half, half.slice(2)]) {
      const thread = read(...events, overloaded);
      expect(statusesOf(thread)).toEqual(['failed']);
      expect(itemsOf(thread)).toMatchObject([{ text: 'Half' }, { kind: 'notice', level: 'error', text: 'Overloaded' }]);
    }
  });

  it('R5.7: a stream that is joined late has its end all the same', () => {
    const thread = read(...half.slice(2), stop(0), ...ended('end_turn'));
    expect(statusesOf(thread)).toEqual(['completed']);
    expect(itemsOf(thread)).toMatchObject([{ text: 'Half' }]);
  });

  it('B28: an error that comes first is all there is', () => {
    const thread = read(overloaded);
    expect(statusesOf(thread)).toEqual(['failed']);
    expect(itemsOf(thread)).toMatchObject([{ kind: 'notice', text: 'Overloaded' }]);
    expect(itemsOf(thread)).toHaveLength(1);
  });

  it('R5.4: a request that is made again after an error tells nothing twice', () => {
    const thread = read(...half, overloaded, ...answer('m2', 'Half and half.'));
    expect(statusesOf(thread)).toEqual(['completed']);
    expect(itemsOf(thread)).toMatchObject([
      { kind: 'notice', code: 'retry', text: 'Overloaded' },
      { text: 'Half and half.' },
    ]);
    expect(itemsOf(thread)).toHaveLength(2);
  });

  it('R5.4: an error instead of an answer voids nothing of the message before', () => {
    const called = [start('m1'), ...saying(0, 'I look.'), ...calling(1, 'c1', 'bash', {}), ...ended('tool_use')];
    const thread = read(...called, overloaded, ...answer('m2', 'Done.'));
    expect(itemsOf(thread)).toMatchObject([
      { text: 'I look.' },
      { callId: 'c1' },
      { code: 'retry' },
      { text: 'Done.' },
    ]);
  });

  it('R1.6: the same request again opens no other round', () => {
    const decoder = createDecoder('anthropic-messages');
    const asked = request(user('Go'));
    const events = [
      ...decoder.push(asked, 'client'),
      ...decoder.push(sse([...half, overloaded])),
      ...decoder.push(asked, 'client'),
      ...decoder.push(sse(answer('m2', 'Gone.'))),
      ...decoder.end(),
    ];
    expect(statusesOf(reduceAll(emptyThread, events))).toEqual(['completed']);
  });

  it('B30: a stream that closes inside the arguments of a call is interrupted, and that call never ran', () => {
    const cut = [
      start('m1'),
      block(0, { type: 'tool_use', id: 'c1', name: 'run', input: {} }),
      delta(0, json('{"a":')),
    ];
    const thread = read(...cut);
    expect(statusesOf(thread)).toEqual(['failed']);
    expect(itemsOf(thread)).toMatchObject([{ callId: 'c1', status: 'aborted' }, { code: 'interrupted' }]);
    expect(currentStep(newestRound(thread))).toBeUndefined();
  });

  it('R5.7: a stream of a round that is open and never answers is interrupted; an empty one too', () => {
    const decoder = createDecoder('anthropic-messages');
    const events = [...decoder.push(request(user('Go')), 'client'), ...decoder.end()];
    expect(statusesOf(reduceAll(emptyThread, events))).toEqual(['failed']);
    expect(statusesOf(read())).toEqual(['failed']);
  });
});

describe('R4.7: no row stays behind when the stream has stopped for tools', () => {
  const call = (index: number, id: string) => block(index, { type: 'tool_use', id, name: 'Bash', input: {} });

  it('runs a call whose block never stopped once its message has', () => {
    const thread = read(start('m1'), call(0, 'c1'), delta(0, json('{"a":1}')), stop(7), ...ended('tool_use'));
    expect(itemsOf(thread)).toMatchObject([{ callId: 'c1', status: 'running', args: '{"a":1}' }]);
    expect(statusesOf(thread)).toEqual(['running']);
  });

  it('takes a call that begins after the stop for a message that broke off', () => {
    const thread = read(start('m1'), ...calling(0, 'c1', 'Bash', {}), ...ended('tool_use'), call(1, 'c2'));
    expect(statusesOf(thread)).toEqual(['failed']);
    expect(itemsOf(thread)).toMatchObject([{ status: 'aborted' }, { status: 'aborted' }, { code: 'interrupted' }]);
  });
});
