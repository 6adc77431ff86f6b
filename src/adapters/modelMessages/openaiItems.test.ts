import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../logic/events.ts';
import { openaiItems } from './openaiItems.ts';

const user = (text: string): AgentEvent => ({ type: 'user_message', text });
const turn = (turnId: string): AgentEvent => ({ type: 'turn_started', turnId });
const text = (said: string): AgentEvent => ({ type: 'text', text: said });
const thought = (said: string, more = {}): AgentEvent => ({ type: 'thinking', text: said, ...more });
const call = (callId: string, args: unknown = {}): AgentEvent => ({
  ...{ type: 'tool_call_started', callId, name: 'shell', args },
});
const result = (callId: string, said: unknown): AgentEvent => ({ type: 'tool_call_finished', callId, result: said });

const asked = (said: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text: said }] });
const said = (words: string) => ({
  ...{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] },
});
const summary = (...words: string[]) => ({ summary: words.map((each) => ({ type: 'summary_text', text: each })) });
const calls = (call_id: string, args = '{}') => ({ type: 'function_call', call_id, name: 'shell', arguments: args });
const outputs = (call_id: string, output: unknown) => ({ type: 'function_call_output', call_id, output });

describe('R5.2: the input items for OpenAI Responses', () => {
  it('hold what the model produced in its order, the outputs of each turn behind it', () => {
    const args = '{"b": 1.50, "2": "x", "1": 12345678901234567890}';
    const events = [
      user('Fix it.'),
      turn('1'),
      thought('I look.', { itemId: 'rs_1', signature: 'enc' }),
      call('a', args),
      text('Looking.'),
      call('b'),
      result('b', '2'),
      result('a', '1'),
      turn('2'),
      text('Done.'),
    ];
    expect(openaiItems(events)).toEqual([
      asked('Fix it.'),
      { type: 'reasoning', id: 'rs_1', ...summary('I look.'), encrypted_content: 'enc' },
      calls('a', args),
      said('Looking.'),
      calls('b'),
      outputs('a', '1'),
      outputs('b', '2'),
      said('Done.'),
    ]);
  });

  it('have a reasoning only where its id or its encrypted content is known', () => {
    const reasoning = (more: object) => openaiItems([thought('Hm', more), text('Hi')]).slice(0, -1);
    expect(reasoning({})).toEqual([]);
    expect(reasoning({ itemId: 'msg_1/0' })).toEqual([]);
    expect(reasoning({ itemId: 'rs_1' })).toEqual([{ type: 'reasoning', id: 'rs_1', ...summary('Hm') }]);
    expect(reasoning({ signature: 'enc' })).toEqual([
      { type: 'reasoning', ...summary('Hm'), encrypted_content: 'enc' },
    ]);
    expect(reasoning({ signature: 'xyz', redacted: true })).toEqual([]);
    expect(openaiItems([thought('', { signature: 'enc' }), text('Hi')], { thoughts: false })).toEqual([said('Hi')]);
  });

  it('have no reasoning without the item that it led to, and none twice', () => {
    const [first, second] = ['1', '2'].map((n) => thought(n, { itemId: `rs_${n}`, signature: n }));
    if (!first || !second) throw new Error('two thoughts');
    const kinds = (...events: AgentEvent[]) =>
      openaiItems(events).map((item) => (item.type === 'reasoning' ? item.id : item.type));
    expect(kinds(user('Go'), first)).toEqual(['message']);
    expect(kinds(user('Go'), first, second, text('Hi'))).toEqual(['message', 'rs_2', 'message']);
    expect(kinds(turn('1'), first, turn('2'), text('Hi'))).toEqual(['message']);
    const again = { ...first, itemId: 'rs_1~2' };
    expect(kinds(turn('1'), first, text('A'), turn('2'), again, text('B'))).toEqual(['rs_1', 'message', 'message']);
  });

  it('join the parts of one summary', () => {
    const part = (n: number, more = {}) => thought(`Part ${n}`, { itemId: `rs_1/${n}`, ...more });
    const [reasoning] = openaiItems([part(0), part(1, { signature: 'enc' }), call('a')]);
    expect(reasoning).toEqual({
      ...{ type: 'reasoning', id: 'rs_1', ...summary('Part 0', 'Part 1'), encrypted_content: 'enc' },
    });
  });

  it('hold arguments that are JSON objects, whatever they were', () => {
    const text = (args: unknown) => openaiItems([call('a', args)]).at(0);
    expect(text({ a: 1 })).toEqual(calls('a', '{"a":1}'));
    expect(text('')).toEqual(calls('a'));
    expect(text('*** Begin Patch')).toEqual(calls('a', '{"input":"*** Begin Patch"}'));
    expect(text('{"a":"x","b":')).toEqual(calls('a', '{"a":"x"}'));
    expect(text('{"a":"\\ud83d"}')).toEqual(calls('a', '{"a":"\ufffd"}'));
  });

  it('hold one output for each call: its text and images, or that it was aborted', () => {
    const address = 'data:image/png;base64,AAAA';
    const image = { type: 'input_image', image_url: address, detail: 'auto' };
    const shown = { text: 'A picture', images: [address], raw: null };
    expect(openaiItems([call('a'), result('a', shown)]).at(1)).toEqual(
      outputs('a', [{ type: 'input_text', text: 'A picture' }, image]),
    );
    expect(openaiItems([call('a')]).at(1)).toEqual(outputs('a', 'This call was aborted before it had a result.'));
  });

  it('have call ids of at most 64 characters, each its own', () => {
    const long = 'x'.repeat(80);
    const ids = openaiItems([call(`${long}1`), call(`${long}2`)]).flatMap((item) =>
      item.type === 'function_call' ? [item.call_id] : [],
    );
    expect(ids).toEqual(['x'.repeat(64), `${'x'.repeat(62)}_2`]);
  });
});
