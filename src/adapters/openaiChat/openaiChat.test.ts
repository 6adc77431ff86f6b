import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Round } from '../../logic/thread.ts';
import { liveRounds, roundOf, roundsOf, sse } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

const streamOf = (chunks: readonly object[]): string => `${sse(chunks)}data: [DONE]\n\n`;
const read = (...chunks: object[]): AgentEvent[] => decodeAll('openai-chat', [streamOf(chunks)]);

const items = (round: Round) => [...round.items];
const answerOf = (round: Round) => lastAnswer(round)?.text;

/** The round after each message, as long as the stream has not ended. */
const live = (...messages: object[]): Round[] =>
  liveRounds(
    'openai-chat',
    messages.map((one) => sse([one])),
  );

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const named = (id: string, ...chunks: object[]) =>
  chunks.map((one) => ({ id, object: 'chat.completion.chunk', ...one }));
const said = (content: string) => chunk({ content });
const piece = (index: number, fn: object, id?: string) =>
  chunk({ tool_calls: [{ index, ...(id !== undefined && { id, type: 'function' }), function: fn }] });
const stop = chunk({}, 'stop');
const stopForTools = chunk({}, 'tool_calls');

describe('calls', () => {
  const late = [
    piece(0, { arguments: '{"pa' }, 'c1'),
    piece(0, { name: 'read_file' }),
    piece(0, { arguments: 'th":"a.txt"}' }),
    stopForTools,
  ];

  it.each([
    ['comes late', late],
    ['is empty at first', [piece(0, { name: '', arguments: '{"pa' }, 'c1'), ...late.slice(1)]],
  ])('B11: a name that %s', (_, chunks) => {
    const stream = live(...chunks);
    expect(stream.map((round) => round.items.length)).toEqual([1, 1, 1, 1]);
    expect(stream[0]?.items.at(0)).toMatchObject({ name: '', byteCount: 4, status: 'preparing' });
    expect(stream.at(-1)?.items.at(0)).toMatchObject({
      ...{ callId: 'c1', name: 'read_file', args: '{"path":"a.txt"}', status: 'running', toolKind: 'read' },
    });
  });

  it('B12: a name in pieces is joined', () => {
    const stream = live(
      piece(0, { name: 'write_', arguments: '' }, 'c1'),
      piece(0, { name: 'to_' }),
      piece(0, { name: 'file', arguments: '{}' }),
      stopForTools,
    );
    expect(stream.map((round) => currentStep(round)?.tool)).toEqual([
      'write_',
      'write_to_',
      'write_to_file',
      'write_to_file',
    ]);
    expect(stream.at(-1)?.items.at(0)).toMatchObject({ name: 'write_to_file', args: '{}' });
  });

  it('B12: a name that is repeated with every piece is the same name, and one that is repeated empty takes nothing back', () => {
    for (const name of ['write_to_file', '']) {
      const stream = live(
        piece(0, { name: 'write_to_file', arguments: '{' }, 'c1'),
        piece(0, { name, arguments: '"path":"a"' }),
        piece(0, { name, arguments: '}' }),
        stopForTools,
      );
      expect(new Set(stream.map((round) => currentStep(round)?.tool))).toEqual(new Set(['write_to_file']));
      expect(stream.at(-1)?.items.at(0)).toMatchObject({ name: 'write_to_file', args: '{"path":"a"}' });
    }
  });

  it.each([0, 1])('B13: parallel calls keep their arguments apart, counted from %i', (from) => {
    const round = roundOf(
      read(
        piece(from, { name: 'alpha', arguments: '' }, 'a'),
        piece(from + 1, { name: 'beta', arguments: '' }, 'b'),
        piece(from, { arguments: '{"x":' }),
        piece(from + 1, { arguments: '{"y":' }),
        piece(from, { arguments: '1}' }),
        piece(from + 1, { arguments: '2}' }),
        stopForTools,
      ),
    );
    expect(items(round)).toMatchObject([
      { callId: 'a', name: 'alpha', args: '{"x":1}' },
      { callId: 'b', name: 'beta', args: '{"y":2}' },
    ]);
  });

  it('B13: calls that all have the same index, or none, are told apart by their ids', () => {
    const whole = (id: string, name: string) => ({ id, function: { name, arguments: '{}' } });
    for (const index of [0, undefined]) {
      const chunks = [whole('a', 'alpha'), whole('b', 'beta')].map((one) => chunk({ tool_calls: [{ index, ...one }] }));
      expect(items(roundOf(read(...chunks, stopForTools)))).toMatchObject([
        { callId: 'a', args: '{}', status: 'running' },
        { callId: 'b', args: '{}', status: 'running' },
      ]);
    }
  });

  it('B16: null and empty arguments are none, and complete only at the end', () => {
    const stream = live(
      piece(0, { name: 'list_tasks', arguments: null }, 'e1'),
      piece(0, { arguments: '' }),
      stopForTools,
    );
    expect(stream.map((round) => round.items.at(0))).toMatchObject([
      { status: 'preparing' },
      { status: 'preparing' },
      { name: 'list_tasks', status: 'running' },
    ]);
    const call = stream.at(-1)?.items.at(0);
    expect(call?.kind === 'tool_call' && call.args).toEqual({});
    expect(stream.map((round) => currentStep(round)?.preview)).toEqual(new Array(3).fill(undefined));
  });

  it('B20: an id that comes after an empty one is of the same call, and its result finds it', () => {
    const decoder = createDecoder('openai-chat');
    const result = { messages: [{ role: 'assistant' }, { role: 'tool', tool_call_id: 'real', content: 'ok' }] };
    const events = [
      ...decoder.push(
        streamOf([piece(0, { name: 'go', arguments: '{' }, ''), piece(0, { arguments: '}' }, 'real'), stopForTools]),
      ),
      ...decoder.push(`${JSON.stringify(result)}\n`, 'client'),
    ];
    expect(items(roundOf(events))).toMatchObject([{ name: 'go', args: '{}', status: 'done', result: { text: 'ok' } }]);
  });

  it('arguments as an object, and the calls of old servers', () => {
    const object = roundOf(read(piece(0, { name: 'go', arguments: { a: 1 } }, 'c1'), stopForTools));
    expect(items(object)).toMatchObject([{ args: { a: 1 }, status: 'running' }]);
    const legacy = [
      chunk({ function_call: { name: 'go', arguments: '' } }),
      chunk({ function_call: { arguments: '{}' } }),
    ];
    expect(items(roundOf(read(...legacy, chunk({}, 'function_call'))))).toMatchObject([
      { name: 'go', args: '{}', status: 'running' },
    ]);
  });

  it('B30: a stream that is cut in the arguments leaves a call that did not run', () => {
    const round = roundOf(read(piece(0, { name: 'go', arguments: '{"a' }, 'c1')));
    expect(items(round)).toMatchObject([{ status: 'aborted' }, { code: 'interrupted' }]);
  });
});

describe('texts and thoughts', () => {
  it.each(['reasoning_content', 'reasoning', 'reasoning_text'])('thinking under the name %s', (name) => {
    const round = roundOf(
      read(
        chunk({ role: 'assistant', content: null, [name]: '' }),
        chunk({ content: '', [name]: 'Hm' }),
        chunk({ content: null, [name]: '.' }),
        chunk({ content: 'Yes.', [name]: null }),
        stop,
      ),
    );
    expect(items(round)).toMatchObject([
      { kind: 'thinking', text: 'Hm.' },
      { kind: 'assistant_text', text: 'Yes.' },
    ]);
  });

  it('details that repeat the thinking beside them are not told twice; their signature is kept', () => {
    const details = (text: string, more = {}) => [{ type: 'reasoning.text', text, ...more }];
    const chunks = [
      chunk({ reasoning: 'Hm', reasoning_details: details('Hm') }),
      chunk({ reasoning_details: [{ type: 'reasoning.summary', summary: '.' }] }),
      chunk({ content: 'Yes.' }),
      chunk({ content: '', reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAAA' }] }),
      stop,
    ];
    const events = read(...chunks);
    expect(items(roundOf(events))).toMatchObject([{ kind: 'thinking', text: 'Hm.' }, { text: 'Yes.' }]);
    const thoughts = events.filter((event) => event.type === 'thinking_delta');
    expect(thoughts.map(({ signature }) => signature)).toEqual([undefined, undefined, 'gAAA']);
    expect(new Set(thoughts.map(({ itemId }) => itemId)).size).toBe(1);
  });

  it('content in parts', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
    const round = roundOf(
      read(chunk({ content: [thinking] }), chunk({ content: [{ type: 'text', text: 'Yes.' }] }), stop),
    );
    expect(items(round)).toMatchObject([{ kind: 'thinking', text: 'Hm.' }, { text: 'Yes.' }]);
  });

  it('R5.1: what is thought after a text stays after it', () => {
    const round = roundOf(read(chunk({ reasoning: 'a' }), said('One.'), chunk({ reasoning: 'b' }), said('Two.'), stop));
    expect(items(round)).toMatchObject([{ text: 'a' }, { text: 'One.' }, { text: 'b' }, { text: 'Two.' }]);
  });

  it('B37: a blank text before a call is no answer', () => {
    const stream = live(said('\n\n'), piece(0, { name: 'find', arguments: '{}' }, 'c1'), stopForTools);
    expect(stream.map(answerOf)).toEqual([undefined, undefined, undefined]);
    expect(stream.at(-1)?.items.length).toBe(1);
  });

  it('several answers to one request are items of their own, and the round ends with the last of them', () => {
    const choice = (index: number, content: string, finish_reason: string | null = null) => ({
      choices: [{ index, delta: { content }, finish_reason }],
    });
    const stream = live(choice(0, 'A'), choice(1, 'B'), choice(0, 'a', 'stop'), choice(1, 'b', 'stop'));
    expect(stream.map(({ status }) => status)).toEqual(['running', 'running', 'running', 'completed']);
    expect(stream.at(-1)?.items.at(0)).toMatchObject({ text: 'Aa' });
    expect(stream.at(-1)?.items.at(1)).toMatchObject({ text: 'Bb' });
  });
});

describe('rounds', () => {
  const toolTurn = named('a', piece(0, { name: 'go', arguments: '{}' }, 'c1'), stopForTools);
  const lastTurn = named('b', chunk({ role: 'assistant', content: '' }), said('Done.'), stop);
  const client = (...messages: object[]) => `${JSON.stringify({ model: 'm', messages })}\n`;

  it('R5.7: completions of one round are its turns, also where they come as several streams', () => {
    const [joined, ...others] = roundsOf(read(...toolTurn, ...lastTurn));
    expect(others).toEqual([]);
    expect(joined && items(joined)).toMatchObject([{ status: 'done' }, { text: 'Done.' }]);
    const decoder = createDecoder('openai-chat');
    const user = { role: 'user', content: [{ type: 'text', text: 'Go!' }] };
    const tool = { role: 'tool', tool_call_id: 'c1', content: '{"ok":true}' };
    const events = [...decoder.push(client({ role: 'system', content: 'Be kind.' }, user), 'client')];
    events.push(...decoder.push(streamOf(toolTurn)), ...decoder.end());
    expect(roundOf(events).status).toBe('running');
    decoder.reopen();
    events.push(...decoder.push(client(user, { role: 'assistant', tool_calls: [] }, tool), 'client'));
    events.push(...decoder.push(streamOf(lastTurn)), ...decoder.end());
    const all = roundsOf(events);
    expect(all.map((round) => [round.user?.text, round.status, answerOf(round)])).toEqual([
      ['Go!', 'completed', 'Done.'],
    ]);
    expect(all[0]?.items.at(0)).toMatchObject({ status: 'done', result: { json: { ok: true } } });
  });

  it('R1.6: a completion after the end of a round begins another one, also under the same id', () => {
    const again = named('b', said('Again.'), stop);
    expect(roundsOf(read(...lastTurn, ...again)).map(answerOf)).toEqual(['Done.', 'Again.']);
    const next = named('c', said('Next.'), stop);
    expect(roundsOf(read(...lastTurn, ...next)).map(answerOf)).toEqual(['Done.', 'Next.']);
  });

  it('chunks around the answer are part of it: a filter before it, an empty one and the usage after it', () => {
    const filter = { id: '', model: '', object: '', choices: [], prompt_filter_results: [] };
    const usage = {
      id: 'b',
      object: 'chat.completion.chunk',
      choices: [],
      usage: { prompt_tokens: 5, completion_tokens: 7 },
    };
    const [round, ...others] = roundsOf(
      read(filter, ...lastTurn, ...named('b', chunk({ role: 'assistant', content: '' })), usage),
    );
    expect(others).toEqual([]);
    expect(round).toMatchObject({ status: 'completed', usage: { inputTokens: 5, outputTokens: 7 } });
    expect(round && items(round)).toMatchObject([{ text: 'Done.' }]);
  });

  it.each([
    [
      'beside the end',
      { usage: { prompt_tokens: 5, completion_tokens: 7, completion_tokens_details: { reasoning_tokens: 3 } } },
    ],
    [
      'of Groq',
      {
        x_groq: {
          usage: { prompt_tokens: 5, completion_tokens: 7, completion_tokens_details: { reasoning_tokens: 3 } },
        },
      },
    ],
  ])('R5.6: usage %s', (_, usage) => {
    const events = read(...named('a', { ...said('x'), usage: null }, { ...stop, ...usage, model: 'm' }));
    expect(roundOf(events).usage).toEqual({ inputTokens: 5, outputTokens: 7, reasoningTokens: 3, model: 'm' });
  });

  it.each([
    ['length', 'limit'],
    ['content_filter', 'refusal'],
  ])('R5.7: the reason %s fails the round', (reason, code) => {
    const round = roundOf(read(said('Half'), chunk({}, reason)));
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ text: 'Half' }, { code }]);
  });

  it('a refusal is told in its own words', () => {
    const round = roundOf(read(chunk({ refusal: 'I must ' }), chunk({ refusal: 'not.' }), stop));
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ text: 'I must not.' }, { code: 'refusal' }]);
  });

  it.each([
    ['of its own', [{ error: { message: 'quota used up', type: 'x' } }]],
    ['beside an answer', [chunk({ content: '' }, 'error', { error: { code: 502, message: 'quota used up' } })]],
    ['beside an end', [chunk({ content: '' }, 'stop', { error: 'quota used up' })]],
  ])('B28: an error %s fails the round, with what was written before it', (_, ends) => {
    const round = roundOf(read(said('Half'), ...ends));
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ text: 'Half' }, { kind: 'notice', text: 'quota used up' }]);
    expect(roundsOf(read(...ends))).toMatchObject([{ status: 'failed' }]);
  });

  it('R5.4: a request that is made again after an error repeats its turn', () => {
    const body = client({ role: 'user', content: 'Go!' });
    const decoder = createDecoder('openai-chat');
    const events = [
      ...decoder.push(body, 'client'),
      ...decoder.push(streamOf([...named('a', said('Half')), { error: { message: 'Overloaded' } }])),
      ...decoder.push(body, 'client'),
      ...decoder.push(streamOf(lastTurn)),
      ...decoder.end(),
    ];
    const all = roundsOf(events);
    expect(all.map((round) => [round.user?.text, round.status])).toEqual([['Go!', 'completed']]);
    expect(all[0] && items(all[0])).toMatchObject([{ code: 'retry', text: 'Overloaded' }, { text: 'Done.' }]);
  });

  it('B06: a stream without its end mark is interrupted', () => {
    const round = roundOf(read(said('Fertig')));
    expect(items(round)).toMatchObject([{ text: 'Fertig' }, { code: 'interrupted' }]);
  });

  it('a completion that is one document', () => {
    const message = {
      role: 'assistant',
      reasoning: 'Hm.',
      content: 'Yes.',
      tool_calls: [{ id: 'c1', function: { name: 'go', arguments: '{}' } }],
    };
    const body = JSON.stringify({
      id: 'a',
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    });
    expect(detectFormat(body)).toBe('openai-chat');
    const round = roundOf(decodeAll('openai-chat', [body]));
    expect(round.status).toBe('running');
    expect(items(round)).toMatchObject([
      { text: 'Hm.' },
      { text: 'Yes.' },
      { name: 'go', args: '{}', status: 'running' },
    ]);
  });

  it('R5.4: what is no chunk is counted', () => {
    const decoder = createDecoder('openai-chat');
    decoder.push(streamOf([{ object: 'hologram' }, { type: '__proto__' }, said('x')]));
    expect(Object.entries(decoder.diagnostics.unknown)).toEqual([
      ['hologram', 1],
      ['__proto__', 1],
    ]);
  });
});
