import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, list, member, text } from '../json.ts';
import { CompletionReader } from '../openaiChat/completionReader.ts';
import { isCompletion } from '../openaiChat/openaiChat.ts';
import { readResponsesRequest } from '../openaiResponses/request.ts';
import { ResponseReader } from '../openaiResponses/responseReader.ts';
import { createOpenaiRun, type OpenaiRun } from '../openaiRun.ts';
import { asResponseItem, RunItems } from './runItems.ts';

const KINDS: ReadonlySet<unknown> = new Set([
  'raw_model_stream_event',
  // The name in the SDK for Python.
  'raw_response_event',
  'run_item_stream_event',
  'agent_updated_stream_event',
]);

/**
 * The stream events of OpenAI's Agents SDK, one JSON a line. They repeat the provider's own events, which tell most:
 * what the SDK says beside them counts where there are none.
 */
export const openaiAgents: Format = {
  recognises: ({ type }) => KINDS.has(type),
  open: (sink) => new AgentsStream(sink),
};

class AgentsStream implements MessageReader {
  private readonly sink: EventSink;
  private readonly run: OpenaiRun;
  private readonly responses: ResponseReader;
  private readonly completions: CompletionReader;
  private readonly items: RunItems;
  /** Whether the provider's own events tell of the model request. */
  private isRaw = false;
  /** Whether the SDK told all that the model said. */
  private isTold = false;
  /** The message whose text streams, where only the SDK tells of it. */
  private textId: string | undefined;

  constructor(sink: EventSink) {
    this.sink = sink;
    this.run = createOpenaiRun(sink);
    this.responses = new ResponseReader(sink, this.run);
    this.completions = new CompletionReader(sink, this.run);
    this.items = new RunItems(sink, this.run, this.responses, this.completions);
  }

  read(message: JsonObject, from: 'agent' | 'client'): void {
    if (from === 'client') readResponsesRequest(message, this.run, this.responses.items);
    else if (message.type === 'raw_model_stream_event') this.model(message.data);
    else if (message.type === 'raw_response_event') this.provider(message.data);
    else if (message.type === 'run_item_stream_event') this.items.read(message, this.isRaw || this.isTold);
    else if (message.type !== 'agent_updated_stream_event') this.sink.unknown(message.type);
  }

  /** The dump has no end mark: it is whole when the last answer needs nothing, or waits for an approval. */
  end(broken: boolean): void {
    this.items.end();
    this.run.end(broken || (this.run.isWaiting() && !this.items.asks));
  }

  private model(data: unknown): void {
    const type = text(data, 'type');
    if (type === 'model') this.provider(member(data, 'event'));
    else if (type === 'response_started') this.started(member(data, 'providerData'));
    else if (type === 'output_text_delta') this.words(data);
    else if (type === 'response_done') this.done(member(data, 'response'));
    else this.sink.unknown(`raw_model_stream_event/${String(type)}`);
  }

  private provider(event: unknown): void {
    if (!isObject(event)) return;
    if (isCompletion(event)) this.completions.read(event);
    else if (!this.responses.read(event)) return;
    this.isRaw = true;
  }

  private started(told: unknown): void {
    this.isTold = false;
    this.textId = undefined;
    this.isRaw = text(told, 'type') === 'response.created' || (isObject(told) && isCompletion(told));
    if (!this.isRaw) this.responses.created({ id: text(told, 'id') ?? text(member(told, 'response'), 'id') });
  }

  private words(data: unknown): void {
    if (this.isRaw) return;
    this.textId ??= text(data, 'itemId') ?? 'text';
    const delta = member(data, 'delta');
    this.responses.read({ type: 'response.output_text.delta', item_id: this.textId, delta });
  }

  private done(response: unknown): void {
    if (this.isRaw || !isObject(response)) return;
    this.isTold = true;
    const output = list(response, 'output').filter(isObject).map(asResponseItem);
    const streamed = output.findIndex(({ type }) => type === 'message');
    // What streamed is the message that is whole now, whatever its id.
    const named = output.map((item, i) => (i === streamed && this.textId ? { ...item, id: this.textId } : item));
    this.responses.whole({ ...response, output: named, status: 'completed' });
  }
}
