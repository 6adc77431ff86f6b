import { parseJson } from '../logic/json.ts';
import type { Body, EventSink, Format, MessageReader } from './decoder.ts';
import { interrupt } from './endings.ts';
import { isObject, type JsonObject, known, number, text } from './json.ts';
import { createMarkerReader } from './markers.ts';
import { toolKind } from './toolKinds.ts';

/**
 * What a VS Code language model provider streams, one JSON a line. Its thinking carries markers (SPEC R4.5). The format
 * has no end mark: the stream's own end completes the run, unless its last part is a call, which the host then runs, or
 * a marker of a call that never came.
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
  /** The bytes of each call in preparation that markers told of, by the name of its tool (SPEC R4.6). */
  private readonly preparing = new Map<string, number[]>();
  private readonly calls = new Set<string>();

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
    if (broken || (this.stopsForTool && this.preparing.size > 0)) interrupt(this.sink);
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
      else this.marker(part.toolName, part.byteCount);
    }
  }

  private marker(toolName: string, byteCount: number): void {
    const rows = this.preparing.get(toolName) ?? [];
    const row = rows.reduce((best, count, i) => (count <= byteCount && count > (rows[best] ?? -1) ? i : best), -1);
    this.preparing.set(toolName, row === -1 ? [...rows, byteCount] : rows.with(row, byteCount));
    this.sink.emit({ type: 'tool_preparing', toolName, byteCount });
  }

  private isPrepared(name: string): void {
    const [, ...others] = this.preparing.get(name) ?? [];
    if (others.length > 0) this.preparing.set(name, others);
    else this.preparing.delete(name);
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
    if (!this.calls.has(callId)) this.isPrepared(name);
    this.calls.add(callId);
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
