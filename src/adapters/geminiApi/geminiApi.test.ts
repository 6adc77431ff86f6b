import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Round, type Thread } from '../../logic/thread.ts';
import { liveRounds, newestRound } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

const sse = (chunks: readonly object[]): string => chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join('');
const read = (...chunks: object[]): AgentEvent[] => decodeAll('gemini-api', [sse(chunks)]);
const fold = (events: Iterable<AgentEvent>): Thread => reduceAll(emptyThread, events);
const roundOf = (...chunks: object[]): Round => newestRound(fold(read(...chunks)));
const items = (round: Round) => [...round.items];
/** The round after each message, as long as the stream has not ended. */
const live = (...messages: object[]): Round[] =>
  liveRounds(
    'gemini-api',
    messages.map((one) => sse([one])),
  );

const chunk = (parts: readonly object[], finishReason?: string, responseId = 'r1') => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) }],
  responseId,
});
const text = (said: string, finishReason?: string, responseId?: string) =>
  chunk([{ text: said }], finishReason, responseId);
const thought = (said: string) => chunk([{ text: said, thought: true }]);
const call = (name: string, args: object = {}) => ({ functionCall: { name, args } });
const piece = (functionCall: object, finishReason?: string) => chunk([{ functionCall }], finishReason);
const at = (jsonPath: string, stringValue: string, more = true) =>
  piece({ partialArgs: [{ jsonPath, stringValue, ...(more && { willContinue: true }) }], willContinue: true });

describe('answers', () => {
  it('R5.1: thinking and text of an answer are two items of one round, which its STOP completes', () => {
    const round = roundOf(thought('Look '), thought('around.'), text('It is '), text('here.', 'STOP'));
    expect(items(round)).toMatchObject([
      { kind: 'thinking', text: 'Look around.' },
      { kind: 'assistant_text', text: 'It is here.' },
    ]);
    expect(round.status).toBe('completed');
  });

  it('section 8: an answer is the same as SSE, one JSON a line, a list, and a list printed over many lines', () => {
    const chunks = [thought('Hm.'), text('Yes', 'STOP')];
    const [first, second] = chunks.map((one) => JSON.stringify(one, null, 2));
    const sources = [
      `${chunks.map((one) => JSON.stringify(one)).join('\n')}\n`,
      JSON.stringify(chunks),
      `[${first}\n,\n${second}\n]\n`,
    ];
    for (const source of sources) {
      expect(detectFormat(source)).toBe('gemini-api');
      expect(decodeAll('gemini-api', source.split(/(?<=\n)/))).toEqual(read(...chunks));
    }
  });

  it('R5.4: another candidate is no part of the answer', () => {
    const other = { index: 1, content: { role: 'model', parts: [{ text: 'Or so.' }] }, finishReason: 'STOP' };
    const { candidates, responseId } = text('So.', 'STOP');
    expect(lastAnswer(roundOf({ candidates: [...candidates, other], responseId }))?.text).toBe('So.');
  });

  it('R5.7: an answer that goes on after its STOP takes the end back', () => {
    const [, second] = live(text('One', 'STOP'), text(', two'));
    expect(second?.status).toBe('running');
    expect(roundOf(text('One', 'STOP'), text(', two', 'STOP'))).toMatchObject({ status: 'completed' });
    expect(lastAnswer(roundOf(text('One', 'STOP'), text(', two', 'STOP')))?.text).toBe('One, two');
  });

  it('R1.6: an answer after the end of a round is a round of its own', () => {
    const { rounds } = fold(read(text('First.', 'STOP', 'r1'), text('Second.', 'STOP', 'r2')));
    expect([...rounds].map((round) => lastAnswer(round)?.text)).toEqual(['First.', 'Second.']);
  });

  it('R5.6: usage is told again with each chunk and counts once; thoughts and what tools read are part of it', () => {
    const usage = (candidatesTokenCount: number) => ({
      usageMetadata: { promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount, thoughtsTokenCount: 7 },
      modelVersion: 'gemini-x',
    });
    expect(roundOf({ ...text('a'), ...usage(1) }, { ...text('b', 'STOP'), ...usage(2) }).usage).toEqual({
      inputTokens: 15,
      outputTokens: 9,
      reasoningTokens: 7,
      model: 'gemini-x',
    });
  });

  it('R5.2: a signature belongs to the newest thought, whichever part it stands on', () => {
    const signed = (part: object) =>
      read(thought('Hm.'), text('Yes.'), chunk([{ ...part, thoughtSignature: 'sig' }], 'STOP'));
    const thoughtId = 'r1/thought-1';
    for (const part of [{ text: '' }, call('ls')]) {
      expect(signed(part)).toContainEqual({
        type: 'thinking_delta',
        delta: '',
        turnId: 'r1',
        itemId: thoughtId,
        signature: 'sig',
      });
    }
    const [first] = read(chunk([{ text: 'Hm.', thought: true, thoughtSignature: 'sig' }])).slice(1);
    expect(first).toMatchObject({ type: 'thinking_delta', delta: 'Hm.', itemId: thoughtId, signature: 'sig' });
    expect(items(newestRound(fold(signed({ text: '' })))).map((item) => item.kind)).toEqual([
      'thinking',
      'assistant_text',
    ]);
  });

  it("code that the provider runs is a call with the code's output", () => {
    const round = roundOf(
      chunk([{ executableCode: { language: 'PYTHON', code: '1/0' } }]),
      chunk([{ codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError' } }]),
      text('No.', 'STOP'),
    );
    expect(items(round)[0]).toMatchObject({
      name: 'code_execution',
      args: { code: '1/0' },
      status: 'failed',
      result: { text: 'ZeroDivisionError' },
    });
    expect(round.status).toBe('completed');
  });
});

describe('the end of an answer', () => {
  it.each([
    ['MAX_TOKENS', 'limit'],
    ['SAFETY', 'refusal'],
    ['PROHIBITED_CONTENT', 'refusal'],
    ['MALFORMED_FUNCTION_CALL', 'error'],
    ['A_REASON_OF_TOMORROW', 'error'],
  ])('R5.7: %s fails the round', (reason, code) => {
    const round = roundOf(text('Half a'), chunk([], reason));
    expect(round.status).toBe('failed');
    expect(items(round).at(-1)).toMatchObject({ kind: 'notice', code });
  });

  it('R5.7: a prompt that is blocked is a refusal, with its message', () => {
    const round = roundOf({ promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'Not this.' } });
    expect(items(round)).toMatchObject([{ kind: 'notice', code: 'refusal', text: 'Not this.' }]);
    expect(round.status).toBe('failed');
  });

  it('R5.4: an answer that cannot be used is repeated by the next one, and not shown twice', () => {
    const round = roundOf(thought('I write.'), chunk([], 'MALFORMED_FUNCTION_CALL'), text('Written.', 'STOP', 'r2'));
    expect(items(round)).toMatchObject([
      { kind: 'notice', code: 'retry' },
      { kind: 'assistant_text', text: 'Written.' },
    ]);
    expect(round.status).toBe('completed');
  });

  it('B37, R1.3: an empty answer is repeated too; without another one the round ends without text', () => {
    expect(items(roundOf(text('\n', 'STOP'), text('Now.', 'STOP', 'r2')))).toMatchObject([{ text: 'Now.' }]);
    const empty = roundOf(text('\n', 'STOP'));
    expect([items(empty), empty.status]).toEqual([[], 'completed']);
  });

  it('B34, R5.7: an error fails the round, and an answer after it goes on', () => {
    const error = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };
    expect(detectFormat(JSON.stringify([error]))).toBe('gemini-api');
    const failed = roundOf(text('Half'), error);
    expect(items(failed).at(-1)).toMatchObject({ kind: 'notice', text: 'The model is overloaded.' });
    expect(failed.status).toBe('failed');
    expect(roundOf(error, text('Whole.', 'STOP', 'r2')).status).toBe('completed');
  });

  it('B06, B30, R5.7: without an end mark the round is interrupted; a last event without its break counts', () => {
    const whole = sse([text('Done', 'STOP')]);
    for (const end of [whole, whole.slice(0, -2), whole.slice(0, -4)]) {
      expect(newestRound(fold(decodeAll('gemini-api', [end]))).status).toBe('completed');
    }
    const cut = newestRound(fold(decodeAll('gemini-api', [sse([text('Done')]), whole.slice(0, -9)])));
    expect(cut.status).toBe('failed');
    expect(items(cut)).toMatchObject([{ text: 'Done' }, { kind: 'notice', code: 'interrupted' }]);
  });
});

describe('calls', () => {
  const request = (...contents: object[]) => JSON.stringify({ contents });
  const user = (said: string) => ({ role: 'user', parts: [{ text: said }] });
  const answer = (name: string, response: object) => ({ functionResponse: { name, response } });

  it('B13: calls without ids, two of one name: each gets its row, and results go to the oldest first', () => {
    const decoder = createDecoder('gemini-api');
    const calls = [call('read', { path: 'a' }), call('read', { path: 'b' }), call('ls')];
    const model = { role: 'model', parts: calls };
    const results = {
      role: 'user',
      parts: [
        answer('read', { output: 'A' }),
        answer('ls', { error: 'no such folder' }),
        answer('read', { output: 'B' }),
        { text: 'What the client adds.' },
      ],
    };
    const events = decoder.push(request(user('Read both.')), 'client');
    events.push(...decoder.push(sse([chunk(calls, 'STOP')])), ...decoder.end());
    expect(newestRound(fold(events)).status).toBe('running');
    expect(currentStep(newestRound(fold(events)))).toMatchObject({ kind: 'tool', tool: 'ls', others: 2 });
    decoder.reopen();
    events.push(...decoder.push(request(user('Read both.'), model, results), 'client'));
    events.push(...decoder.push(sse([text('Both read.', 'STOP', 'r2')])), ...decoder.end());
    const { rounds } = fold(events);
    expect(rounds).toHaveLength(1);
    const round = newestRound(fold(events));
    expect(round).toMatchObject({ status: 'completed', user: { text: 'Read both.' } });
    expect(items(round)).toMatchObject([
      { name: 'read', toolKind: 'read', args: { path: 'a' }, status: 'done', result: { text: 'A' } },
      { name: 'read', args: { path: 'b' }, status: 'done', result: { text: 'B' } },
      { name: 'ls', status: 'failed', result: { text: 'no such folder' } },
      { kind: 'assistant_text', text: 'Both read.' },
    ]);
  });

  it('R1.6: a request repeats what was said, and only its new words begin a round', () => {
    const decoder = createDecoder('gemini-api');
    const said = [user('One?'), { role: 'model', parts: [{ text: '1' }] }];
    const events = [
      ...decoder.push(request(user('One?')), 'client'),
      ...decoder.push(sse([text('1', 'STOP')])),
      ...decoder.push(request(...said, user('Two?')), 'client'),
      ...decoder.push(request(...said, user('Two?')), 'client'),
      ...decoder.push(sse([text('2', 'STOP', 'r2')])),
      ...decoder.end(),
    ];
    const rounds = [...fold(events).rounds];
    expect(events.filter(({ type }) => type === 'user_message')).toHaveLength(2);
    expect(rounds.map(({ user: asked }) => asked?.text)).toEqual(['One?', 'Two?']);
    expect(rounds.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('R5.7: a prompt that gets no answer is interrupted', () => {
    const decoder = createDecoder('gemini-api');
    const events = [...decoder.push(request(user('Hello?')), 'client'), ...decoder.end()];
    expect(newestRound(fold(events)).status).toBe('failed');
  });

  it('R2.3, R4.6: arguments that stream in are text: bytes and preview grow, and the row goes when the call runs', () => {
    const rounds = live(
      piece({ name: 'write', willContinue: true }),
      at('$.path', 'src/'),
      at('$.path', 'a.ts'),
      at('$.path', '', false),
      at('$.lines[0].text', 'say "hi"\n', false),
      piece({ partialArgs: [{ jsonPath: '$.lines[0].no', numberValue: 1 }], willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.lines[1]', nullValue: null }], willContinue: true }),
      piece({}, 'STOP'),
    );
    const steps = rounds.map((round) => currentStep(round));
    expect(steps[0]).toMatchObject({ kind: 'preparing', tool: 'write', bytes: 0 });
    expect(steps[1]).toMatchObject({ kind: 'preparing', preview: 'src/', bytes: 13 });
    expect(steps[2]).toMatchObject({ kind: 'preparing', preview: 'src/a.ts' });
    expect(steps.at(-1)).toMatchObject({ kind: 'tool', preview: 'src/a.ts' });
    const args = '{"path":"src/a.ts","lines":[{"text":"say \\"hi\\"\\n","no":1},null]}';
    expect(items(rounds.at(-1) ?? roundOf())).toMatchObject([{ args, status: 'running' }]);
  });

  it('two calls stream one after the other; the mark that ends the second is missing', () => {
    const round = roundOf(
      piece({ name: 'weather', willContinue: true }),
      at('$.city', 'Rome', false),
      piece({}),
      piece({ name: 'weather', willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.city', stringValue: 'Oslo' }] }),
      text('', 'STOP'),
    );
    expect(items(round)).toMatchObject([
      { args: '{"city":"Rome"}', status: 'running' },
      { args: '{"city":"Oslo"}', status: 'running' },
    ]);
    expect(round.status).toBe('running');
  });

  it('B18: a character whose halves come in two pieces is whole', () => {
    const [high, low] = ['\ud83e', '\udded'];
    const round = roundOf(
      piece({ name: 'say', willContinue: true }),
      at('$.what', high),
      at('$.what', low, false),
      piece({}, 'STOP'),
    );
    expect(items(round).map((item) => item.kind === 'tool_call' && JSON.parse(String(item.args)))).toEqual([
      { what: '🧭' },
    ]);
  });

  it('R3.2: names such as __proto__ are data, and values may come in any order', () => {
    const round = roundOf(
      piece({ name: 'set', willContinue: true }),
      at('$.__proto__.a', 'x', false),
      at("$['a name']", 'y', false),
      at('$.__proto__.b', 'late', false),
      at('$.list[900000000]', 'far', false),
      piece({}, 'STOP'),
    );
    const [item] = items(round);
    const args = item?.kind === 'tool_call' ? JSON.stringify(item.args) : '';
    expect(args).toBe('{"__proto__":{"a":"x","b":"late"},"a name":"y","list":["far"]}');
  });

  it('R4.7: no row is left of a call whose arguments break off', () => {
    const round = roundOf(piece({ name: 'write', willContinue: true }), at('$.path', 'src/'), chunk([], 'MAX_TOKENS'));
    expect(items(round)[0]).toMatchObject({ name: 'write', status: 'aborted' });
    expect(round.status).toBe('failed');
  });
});

describe('interactions', () => {
  const event = (event_type: string, more: object) => ({ event_type, ...more });
  const created = (id: string) => event('interaction.created', { interaction: { id, status: 'in_progress' } });
  const completed = (id: string, status: string, usage?: object) =>
    event('interaction.completed', { interaction: { id, status, usage, model: 'gemini-x' } });
  const start = (index: number, step: object) => event('step.start', { index, step });
  const delta = (index: number, said: object) => event('step.delta', { index, delta: said });
  const stop = (index: number) => event('step.stop', { index });

  it('reads thoughts, calls whose arguments stream, the results of the client, and the text', () => {
    const decoder = createDecoder('gemini-api');
    const events = decoder.push(JSON.stringify({ model: 'm', input: 'Weather in Paris?' }), 'client');
    const first = [
      created('i1'),
      start(0, { type: 'thought' }),
      delta(0, { type: 'thought_summary', content: { type: 'text', text: 'I ask.' } }),
      delta(0, { type: 'thought_signature', signature: 'sig' }),
      stop(0),
      start(1, { type: 'function_call', id: 'c1', name: 'weather', arguments: {} }),
      delta(1, { type: 'arguments_delta', arguments: '{"city":' }),
      delta(1, { type: 'arguments_delta', arguments: '"Paris"}' }),
      stop(1),
      completed('i1', 'requires_action', { total_input_tokens: 3, total_output_tokens: 2, total_thought_tokens: 1 }),
    ];
    expect(detectFormat(sse(first))).toBe('gemini-api');
    events.push(...decoder.push(sse(first)), ...decoder.end());
    expect(events).toContainEqual(expect.objectContaining({ type: 'thinking_delta', signature: 'sig' }));
    decoder.reopen();
    const result = {
      type: 'function_result',
      call_id: 'c1',
      name: 'weather',
      result: [{ type: 'text', text: 'Rain' }],
    };
    events.push(...decoder.push(JSON.stringify({ previous_interaction_id: 'i1', input: [result] }), 'client'));
    const second = [
      created('i2'),
      start(0, { type: 'model_output' }),
      delta(0, { type: 'text', text: 'It ' }),
      delta(0, { type: 'text', text: 'rains.' }),
      stop(0),
      completed('i2', 'completed', { total_input_tokens: 9, total_output_tokens: 4 }),
    ];
    events.push(...decoder.push(sse(second)), ...decoder.end());
    const thread = fold(events);
    expect(thread.rounds).toHaveLength(1);
    expect(newestRound(thread)).toMatchObject({
      user: { text: 'Weather in Paris?' },
      status: 'completed',
      usage: { inputTokens: 12, outputTokens: 7, reasoningTokens: 1, model: 'gemini-x' },
    });
    expect(items(newestRound(thread))).toMatchObject([
      { kind: 'thinking', text: 'I ask.' },
      { callId: 'c1', name: 'weather', args: '{"city":"Paris"}', status: 'done', result: { text: 'Rain' } },
      { kind: 'assistant_text', text: 'It rains.' },
    ]);
  });

  it("the provider's own tools are calls with their results", () => {
    const round = roundOf(
      created('i1'),
      start(0, { type: 'google_search_call', id: 's1' }),
      delta(0, { type: 'google_search_call', arguments: { queries: ['news'] } }),
      stop(0),
      start(1, { type: 'google_search_result', call_id: 's1' }),
      delta(1, { type: 'google_search_result', result: [{ url: 'https://example.org' }] }),
      stop(1),
      completed('i1', 'completed'),
    );
    expect(items(round)).toMatchObject([
      { name: 'google_search', toolKind: 'search', args: { queries: ['news'] }, status: 'done' },
    ]);
    expect(round.status).toBe('completed');
  });

  it.each([
    ['failed', 'failed'],
    ['cancelled', 'aborted'],
    ['incomplete', 'failed'],
  ])(
    'R5.7: an interaction that is %s ends its round as %s, and one without an end is interrupted',
    (status, outcome) => {
      expect(roundOf(created('i1'), completed('i1', status)).status).toBe(outcome);
      expect(items(roundOf(created('i1'))).at(-1)).toMatchObject({ code: 'interrupted' });
    },
  );

  it('a whole interaction reads like its events', () => {
    const steps = [
      { type: 'thought', summary: [{ type: 'text', text: 'Hm.' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'Yes.' }] },
    ];
    const round = roundOf({ object: 'interaction', id: 'i1', status: 'completed', steps });
    expect(items(round)).toMatchObject([{ kind: 'thinking', text: 'Hm.' }, { text: 'Yes.' }]);
    expect(round.status).toBe('completed');
  });
});

describe('the answers that Gemini CLI records', () => {
  const recorded = (method: string, response: unknown) => `${JSON.stringify({ method, response })}\n`;
  const part = (parts: readonly object[], finishReason?: string) => ({
    candidates: [{ content: { parts }, finishReason }],
  });

  it('each line is an answer, which has no id; one that calls a tool leaves the round open', () => {
    const lines = [
      recorded('countTokens', { totalTokens: 5 }),
      recorded('generateContentStream', [
        part([{ text: 'I look.', thought: true }]),
        part([{ functionCall: { name: 'glob', args: { pattern: '*' } } }], 'STOP'),
      ]),
      recorded('generateContentStream', [part([{ text: 'Found' }]), part([{ text: ' it.' }], 'STOP')]),
      recorded('generateContent', part([{ text: 'A title' }], 'STOP')),
    ];
    expect(detectFormat(lines.join(''))).toBe('gemini-api');
    const rounds = [...fold(decodeAll('gemini-api', lines)).rounds];
    expect(rounds.map((round) => [lastAnswer(round)?.text, round.status])).toEqual([
      ['Found it.', 'completed'],
      ['A title', 'completed'],
    ]);
    expect(rounds.map((round) => items(round).map((item) => item.kind))[0]).toEqual([
      'thinking',
      'tool_call',
      'assistant_text',
    ]);
  });
});

it('R5.4: what nobody knows is counted, what is broken never throws', () => {
  const decoder = createDecoder('gemini-api');
  const strange = [
    { candidates: [{ content: { parts: [7, { hologram: {} }] } }] },
    { event_type: 'step.dance' },
    { x: 1 },
  ];
  decoder.push(sse(strange));
  decoder.push(sse([{ method: 'generateContent', response: [null] }]));
  decoder.push(JSON.stringify({ contents: [7, { parts: 'x' }] }), 'client');
  decoder.end();
  expect(decoder.diagnostics).toEqual({ unknown: { 'part/hologram': 1, 'step.dance': 1, x: 1 }, malformed: 2 });
});
