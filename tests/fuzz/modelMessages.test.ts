import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnthropicMessage, anthropicMessages, type OpenAIItem, openaiItems } from '../../src/adapters/index.ts';
import { type AgentEvent, createConversationLog, createMemoryStore } from '../../src/logic/index.ts';
import { eventSequences } from './events.ts';
import { eventsOf, recordings } from './recordings.ts';
import { runs } from './runs.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const hasWords = (text: string) => /\S/.test(text) && text.isWellFormed();

/** Fails where an Anthropic server would refuse the messages. */
function expectAccepted(messages: readonly AnthropicMessage[]) {
  const ids = new Set<string>();
  let open: string[] = [];
  for (const [i, { role, content }] of messages.entries()) {
    expect(role).toBe(i % 2 === 0 ? 'user' : 'assistant');
    expect(content.length).toBeGreaterThan(0);
    const thoughts = content.filter(({ type }) => type.endsWith('thinking'));
    if (thoughts.length > 0) {
      expect(content[0]?.type).toMatch(/thinking$/);
      expect(content.at(-1)?.type).not.toMatch(/thinking$/);
    }
    const results: string[] = [];
    const calls: string[] = [];
    for (const [at, block] of content.entries()) {
      if (block.type === 'text') expect(block.text).toSatisfy(hasWords);
      if (block.type === 'thinking') expect(block.signature).not.toBe('');
      if (block.type === 'redacted_thinking') expect(block.data).not.toBe('');
      if (block.type === 'tool_use') {
        expect(block.id).toMatch(NAME);
        expect(block.name).toMatch(NAME);
        expect(ids).not.toContain(block.id);
        expect(block.input).toSatisfy((input) => typeof input === 'object' && input !== null && !Array.isArray(input));
        ids.add(block.id);
        calls.push(block.id);
      }
      if (block.type === 'tool_result') {
        expect(at).toBe(results.length); // results stand before all else
        expect(block.content.length).toBeGreaterThan(0);
        for (const part of block.content) if (part.type === 'text') expect(part.text).toSatisfy(hasWords);
        results.push(block.tool_use_id);
      }
    }
    expect(results.toSorted()).toEqual(open.toSorted());
    open = calls;
  }
  expect(open).toEqual([]);
}

/** Fails where OpenAI's server would refuse the items. */
function expectTaken(items: readonly OpenAIItem[]) {
  const called = new Set<string>();
  const answered = new Set<string>();
  const reasonings = items.flatMap((item) => (item.type === 'reasoning' && item.id ? [item.id] : []));
  expect(new Set(reasonings).size).toBe(reasonings.length);
  for (const [i, item] of items.entries()) {
    if (item.type === 'message') for (const { text } of item.content) expect(text).toSatisfy(hasWords);
    if (item.type === 'reasoning') {
      expect(item.id ?? item.encrypted_content).toBeTruthy();
      const next = items[i + 1];
      expect(next?.type === 'function_call' || (next?.type === 'message' && next.role === 'assistant')).toBe(true);
    }
    if (item.type === 'function_call') {
      expect(item.call_id).toMatch(NAME);
      expect(item.name).toMatch(NAME);
      expect(called).not.toContain(item.call_id);
      const input: unknown = JSON.parse(item.arguments);
      expect(input).toSatisfy((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
      called.add(item.call_id);
    }
    if (item.type === 'function_call_output') {
      expect(called).toContain(item.call_id);
      expect(answered).not.toContain(item.call_id);
      expect(item.output.length).toBeGreaterThan(0);
      answered.add(item.call_id);
    }
  }
  expect(answered).toEqual(called);
}

function replayed(events: Iterable<AgentEvent>) {
  const log = createConversationLog(createMemoryStore());
  for (const event of events) log.listener(event);
  return log.replay();
}

function expectAllAccepted(events: readonly AgentEvent[]) {
  const messages = anthropicMessages(events);
  expectAccepted(messages);
  expectAccepted(anthropicMessages(events, { thoughts: false }));
  expectTaken(openaiItems(events));
  expectTaken(openaiItems(events, { thoughts: false }));
  for (const request of [messages, openaiItems(events)]) expectWellFormed(JSON.stringify(request));
}

/** Fails where half a character is in any string, arguments included: a server does not even parse such a request. */
function expectWellFormed(json: string) {
  JSON.parse(json, (name, value: unknown) => {
    if (typeof value === 'string') expect(value.isWellFormed()).toBe(true);
    if (name === 'arguments' && typeof value === 'string') expectWellFormed(value);
    return value;
  });
}

/** Ids as OpenAI gives them to reasoning, so that both providers' thoughts are among the events. */
const withReasoningIds = (events: readonly AgentEvent[]) =>
  events.map((event) => ('itemId' in event && event.itemId === 'i2' ? { ...event, itemId: 'rs_2/0' } : event));

test('R5.2: whatever the order of events, a server takes the messages', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(eventSequences({ maxLength: 60 }), fc.boolean(), (all, isOpenAI) => {
      const events = isOpenAI ? withReasoningIds(all) : all;
      expectAllAccepted(events);
      expectAllAccepted(replayed(events));
    }),
    runs(400),
  );
});

test('R5.2: the messages are the same out of the live events and out of their log', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(eventSequences({ maxLength: 60 }), (events) => {
      // Not held yet: an empty delta of a turn that is over names an item, which the log joins to another thought.
      const told = events.filter((event) => !('delta' in event && event.delta === ''));
      const opened: AgentEvent[] = [{ type: 'run_started', runId: 'r0' }, ...told];
      expect(anthropicMessages(replayed(opened))).toEqual(anthropicMessages(opened));
      expect(openaiItems(replayed(opened))).toEqual(openaiItems(opened));
    }),
    runs(400),
  );
});

test.each(recordings)('R5.2: at cuts all over the recording %s', (name) => {
  const events = eventsOf(name);
  const step = Math.max(1, Math.floor(events.length / 25));
  for (let at = 0; at <= events.length; at += step) expectAllAccepted(replayed(events.slice(0, at)));
  expect(anthropicMessages(events).length).toBeGreaterThan(0);
});
