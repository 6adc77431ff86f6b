import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Round } from '../../logic/thread.ts';
import { jsonl } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder } from '../index.ts';

const read = (...events: object[]): AgentEvent[] => decodeAll('openai-agents', [jsonl(events)]);

function roundOf(events: Iterable<AgentEvent>): Round {
  const { rounds } = reduceAll(emptyThread, events);
  const round = rounds.at(-1);
  if (!round || rounds.length > 1) throw new Error(`There are ${rounds.length} rounds.`);
  return round;
}

const items = (round: Round) => [...round.items];

const raw = (data: object) => ({ type: 'raw_model_stream_event', data });
const model = (event: object) => raw({ type: 'model', event });
const item = (name: string, rawItem: object, more: object = {}) => ({
  type: 'run_item_stream_event',
  name,
  item: { rawItem, agent: { name: 'coder' }, ...more },
});
const message = (id: string, text: string) => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const sdkCall = (callId: string, name: string, args: string) => ({
  type: 'function_call',
  id: `f-${callId}`,
  callId,
  name,
  arguments: args,
});
const ran = (callId: string, name: string, text: string) =>
  item('tool_output', { type: 'function_call_result', callId, name, output: { type: 'text', text } }, { output: text });

/** A turn that writes, as the SDK tells of it. */
function writes(id: string, text: string): object[] {
  const created = { type: 'response.created', response: { id, output: [] } };
  const said = { output_index: 0, item_id: `m-${id}`, content_index: 0 };
  const output = [message(`m-${id}`, text)];
  return [
    raw({ type: 'response_started', providerData: created }),
    model(created),
    ...[...text].flatMap((delta) => [
      raw({
        type: 'output_text_delta',
        delta,
        itemId: said.item_id,
        providerData: { type: 'response.output_text.delta' },
      }),
      model({ type: 'response.output_text.delta', ...said, delta }),
    ]),
    model({ type: 'response.output_item.done', output_index: 0, item: output[0] }),
    raw({ type: 'response_done', response: { id, output, usage: { inputTokens: 5, outputTokens: 7 } } }),
    model({
      type: 'response.completed',
      response: { id, status: 'completed', output, usage: { input_tokens: 5, output_tokens: 7 }, model: 'm' },
    }),
    item('message_output_created', message(`m-${id}`, text)),
  ];
}

/** A turn that writes and calls a tool, as the SDK tells of it. */
function calls(id: string, callId: string, name: string): object[] {
  const call = { type: 'function_call', id: `f-${callId}`, call_id: callId, name, arguments: '{"a":"b"}' };
  const said = message(`m-${id}`, 'I look.');
  return [
    model({ type: 'response.created', response: { id, output: [] } }),
    model({ type: 'response.output_item.done', output_index: 0, item: said }),
    model({ type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } }),
    model({ type: 'response.function_call_arguments.delta', output_index: 1, item_id: call.id, delta: '{"a":"b"}' }),
    model({ type: 'response.output_item.done', output_index: 1, item: call }),
    raw({ type: 'response_done', response: { id, output: [said, sdkCall(callId, name, '{"a":"b"}')] } }),
    model({ type: 'response.completed', response: { id, status: 'completed', output: [said, call] } }),
    item('message_output_created', said),
  ];
}

describe('a run', () => {
  it('R5.5: what the SDK and the provider both tell is told once', () => {
    const round = roundOf(
      read(
        ...calls('r1', 'c1', 'bash'),
        item('tool_called', sdkCall('c1', 'bash', '{"a":"b"}')),
        ran('c1', 'bash', '{"exitCode":1,"stdout":"no","stderr":""}'),
        ...writes('r2', 'Done.'),
      ),
    );
    expect(round.status).toBe('completed');
    expect(round.usage).toEqual({ inputTokens: 5, outputTokens: 7, model: 'm' });
    expect(items(round)).toMatchObject([
      { text: 'I look.' },
      { callId: 'c1', args: '{"a":"b"}', status: 'done', toolKind: 'shell', result: { text: 'no', exitCode: 1 } },
      { kind: 'assistant_text', text: 'Done.', turnId: 'r2' },
    ]);
  });

  it('R1.1: each text streams as it comes', () => {
    const decoder = createDecoder('openai-agents');
    const told: AgentEvent[] = [];
    const texts = writes('r1', 'Hi!').map((event) => {
      told.push(...decoder.push(jsonl([event])));
      const round = reduceAll(emptyThread, told).rounds.at(-1);
      return round && lastAnswer(round)?.text;
    });
    expect([...new Set(texts)]).toEqual([undefined, 'H', 'Hi', 'Hi!']);
  });

  it('R5.7: a dump that ends after a tool, or in a turn, is interrupted', () => {
    for (const events of [
      [...calls('r1', 'c1', 'bash'), ran('c1', 'bash', 'ok')],
      calls('r1', 'c1', 'bash'),
      writes('r1', 'Half').slice(0, 5),
    ]) {
      const round = roundOf(read(...events));
      expect(round.status).toBe('failed');
      expect(items(round).at(-1)).toMatchObject({ code: 'interrupted' });
    }
  });

  it('an approval is no interruption; its tool closes it', () => {
    const asked = [
      ...calls('r1', 'c1', 'rm'),
      item('tool_called', sdkCall('c1', 'rm', '{"a":"b"}')),
      item('tool_approval_requested', sdkCall('c1', 'rm', '{"a":"b"}')),
    ];
    const waiting = roundOf(read(...asked));
    expect(waiting.status).toBe('running');
    expect(currentStep(waiting)).toMatchObject({ kind: 'approval', tool: 'rm', preview: 'b' });
    const round = roundOf(read(...asked, ran('c1', 'rm', 'ok'), ...writes('r2', 'Done.')));
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([
      { text: 'I look.' },
      { status: 'done' },
      { kind: 'approval', open: false },
      { text: 'Done.' },
    ]);
  });

  it('R1.5: an agent that takes over writes the answer; its name stands with the call that did it', () => {
    const call = sdkCall('c1', 'transfer_to_poet', '{}');
    const result = {
      type: 'function_call_result',
      callId: 'c1',
      name: 'transfer_to_poet',
      output: '{"assistant":"poet"}',
    };
    const round = roundOf(
      read(
        { type: 'agent_updated_stream_event', agent: { name: 'coder' } },
        ...calls('r1', 'c1', 'transfer_to_poet'),
        item('handoff_requested', call),
        item('handoff_occurred', result, { sourceAgent: { name: 'coder' }, targetAgent: { name: 'poet' } }),
        { type: 'agent_updated_stream_event', agent: { name: 'poet' } },
        ...writes('r2', 'A poem.'),
      ),
    );
    expect(lastAnswer(round)?.text).toBe('A poem.');
    expect(items(round)).toMatchObject([
      { text: 'I look.' },
      { title: 'poet', toolKind: 'agent', status: 'done' },
      { text: 'A poem.' },
    ]);
  });
});

describe('other providers', () => {
  it('chunks of Chat Completions tell what the model says', () => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...{ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
    });
    const said = [
      chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'bash', arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
    ];
    const last = [
      { ...chunk({ content: 'Done.' }), id: 'y' },
      { ...chunk({}, 'stop'), id: 'y' },
    ];
    const round = roundOf(
      read(
        raw({ type: 'response_started', providerData: said[0] ?? {} }),
        ...said.map(model),
        raw({ type: 'response_done', response: { id: 'x', output: [sdkCall('c1', 'bash', '{}')] } }),
        item('tool_called', sdkCall('c1', 'bash', '{}')),
        ran('c1', 'bash', 'ok'),
        ...last.slice(0, 1).map(model),
        raw({ type: 'output_text_delta', delta: 'Done.' }),
        ...last.slice(1).map(model),
        raw({ type: 'response_done', response: { id: 'y', output: [message('m', 'Done.')] } }),
        item('message_output_created', message('m', 'Done.')),
      ),
    );
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([{ callId: 'c1', status: 'done', result: { text: 'ok' } }, { text: 'Done.' }]);
  });

  const turn = (id: string, output: object[], deltas: string[] = []) => [
    raw({ type: 'response_started', providerData: { id } }),
    model({ type: 'stream-start' }),
    ...deltas.map((delta) => raw({ type: 'output_text_delta', delta })),
    raw({ type: 'response_done', response: { id, output, usage: { inputTokens: 5, outputTokens: 7 } } }),
  ];
  const reasoning = { type: 'reasoning', id: 't', content: [{ type: 'input_text', text: 'Hm.' }] };

  it('events of a provider that nobody knows: what the SDK says counts', () => {
    const round = roundOf(
      read(
        ...turn('r1', [reasoning, sdkCall('c1', 'bash', '{}')]),
        item('tool_called', sdkCall('c1', 'bash', '{}')),
        ran('c1', 'bash', 'ok'),
        ...turn('r2', [message('m', 'Done.')], ['Do', 'ne.']),
        item('message_output_created', message('m', 'Done.')),
      ),
    );
    expect(round).toMatchObject({ status: 'completed', usage: { inputTokens: 10, outputTokens: 14 } });
    expect(items(round)).toMatchObject([{ text: 'Hm.' }, { callId: 'c1', status: 'done' }, { text: 'Done.' }]);
  });

  it('a dump of nothing but the items', () => {
    const round = roundOf(
      read(
        item('reasoning_item_created', reasoning),
        item('tool_called', sdkCall('c1', 'bash', '{}')),
        ran('c1', 'bash', 'ok'),
        item('message_output_created', message('m', 'Done.')),
      ),
    );
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([{ text: 'Hm.' }, { callId: 'c1', status: 'done' }, { text: 'Done.' }]);
  });

  it('R5.4: unknown kinds are counted', () => {
    const decoder = createDecoder('openai-agents');
    decoder.push(jsonl([raw({ type: 'hologram' }), item('hologram', {}), { type: '__proto__' }]));
    expect(Object.entries(decoder.diagnostics.unknown)).toEqual([
      ['raw_model_stream_event/hologram', 1],
      ['run_item_stream_event/hologram', 1],
      ['__proto__', 1],
    ]);
  });
});
