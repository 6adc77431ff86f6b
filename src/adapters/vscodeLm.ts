import { parseJson } from '../logic/json.ts';
import type { Body, EventSink, Format, MessageReader } from './decoder.ts';
import { interrupt } from './endings.ts';
import { isObject, type JsonObject, known, number, text } from './json.ts';
import { createMarkerReader } from './markers.ts';
import { toolKind } from './toolKinds.ts';

/**
 * What a VS Code language model provider streams, one JSON a line. Its thinking carries markers (SPEC R4.5). The format
 * has no end mark: the stream's own end completes the run, unless its last part is a call, which the host then runs.
 */
export const vscodeLm: Format = {
  recognises: ({ type, value, name, callId }) =>
    type === 'tool_call'
      ? typeof callId === 'string' && typeof name === 'string'
      : (type === 'thinking' || type === 'text') && typeof value === 'string',
  open: (sink) => new ProviderStream(sink),
};

class ProviderStream implements MessageReader {
  private readonly sink: EventSink;
  private readonly markers = createMarkerReader();
  private stopsForTool = false;

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  read(part: JsonObject): void {
    switch (part.type) {
      case 'thinking':
        this.thinking(part.value);
        return;
      case 'text':
        this.text(part.value);
        return;
      case 'tool_call':
        this.call(part);
        return;
      default:
        this.sink.unknown(part.type);
    }
  }

  end(broken: boolean): void {
    if (broken) interrupt(this.sink);
    else if (!this.stopsForTool) this.sink.emit({ type: 'run_finished', outcome: 'completed' });
  }

  private thinking(value: unknown): void {
    if (typeof value !== 'string') {
      this.sink.malformed();
      return;
    }
    for (const part of this.markers.push(value)) {
      if (part.kind === 'thinking') this.sink.emit({ type: 'thinking_delta', delta: part.text });
      else if (part.kind === 'metadata') this.metadata(part.json);
      else this.sink.emit({ type: 'tool_preparing', toolName: part.toolName, byteCount: part.byteCount });
    }
  }

  private text(value: unknown): void {
    if (typeof value !== 'string') {
      this.sink.malformed();
      return;
    }
    if (value === '') return;
    this.stopsForTool = false;
    this.sink.emit({ type: 'text_delta', delta: value });
  }

  private call(part: JsonObject): void {
    const callId = text(part, 'callId');
    const name = text(part, 'name');
    if (callId === undefined || name === undefined) {
      this.sink.malformed();
      return;
    }
    this.stopsForTool = true;
    this.sink.emit(
      known<Body<'tool_call_started'>>({
        type: 'tool_call_started',
        callId,
        name,
        kind: toolKind(name),
        args: part.input ?? {},
      }),
    );
  }

  private metadata(json: string): void {
    const said = parseJson(json);
    if (!isObject(said)) {
      this.sink.malformed();
      return;
    }
    const tokens = isObject(said.tokens) ? said.tokens : isObject(said.usage) ? said.usage : said;
    this.sink.emit(
      known<Body<'usage'>>({
        type: 'usage',
        inputTokens: number(tokens, 'inputTokens') ?? number(tokens, 'input'),
        outputTokens: number(tokens, 'outputTokens') ?? number(tokens, 'output'),
        cachedTokens: number(tokens, 'cachedTokens') ?? number(tokens, 'cached'),
        reasoningTokens: number(tokens, 'reasoningTokens') ?? number(tokens, 'reasoning'),
        contextWindow: number(said, 'contextWindow'),
        model: text(said, 'model'),
        cost: number(said, 'cost'),
        latencyMs: number(said, 'latencyMs') ?? number(said, 'latency'),
        attempts: number(said, 'attempts'),
      }),
    );
  }
}
