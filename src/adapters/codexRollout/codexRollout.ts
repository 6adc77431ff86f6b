import { writeJson } from '../../logic/json.ts';
import { codexUsage } from '../codex/usage.ts';
import type { Body, EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, known, member, number, text } from '../json.ts';
import { readEventMessage } from './eventMessages.ts';
import { createResponseItemReader, type ResponseItemReader } from './responseItems.ts';
import { createSession, type Session } from './session.ts';

/** Kinds of lines. */
const KINDS: ReadonlySet<unknown> = new Set([
  'compacted',
  'event_msg',
  'inter_agent_communication',
  'response_item',
  'session_meta',
  'token_usage_record',
  'turn_context',
  'world_state',
]);

/** The file that Codex keeps of a session (`rollout-….jsonl`): what it showed, and what the model reads and wrote. */
export const codexRollout: Format = {
  recognises: ({ type, payload, timestamp }) => KINDS.has(type) && isObject(payload) && typeof timestamp === 'string',
  open: (sink) => new Rollout(sink),
};

class Rollout implements MessageReader {
  private readonly sink: EventSink;
  private readonly session: Session;
  private readonly items: ResponseItemReader;
  private model: string | undefined;
  private total: string | undefined;
  private at: number | undefined;

  constructor(sink: EventSink) {
    this.sink = sink;
    this.session = createSession(sink);
    this.items = createResponseItemReader(this.session);
  }

  read(line: JsonObject): void {
    const { payload } = line;
    const at = Date.parse(text(line, 'timestamp') ?? '');
    if (!Number.isNaN(at)) this.at = at;
    this.sink.setTime(this.at);
    if (!KINDS.has(line.type)) this.sink.unknown(line.type);
    else if (!isObject(payload)) this.sink.malformed();
    else this.readPayload(line.type, payload);
  }

  end(broken: boolean): void {
    this.sink.setTime(this.at);
    this.session.settle();
    this.session.runs.end(broken);
  }

  private readPayload(type: unknown, payload: JsonObject): void {
    switch (type) {
      case 'response_item':
        this.items.read(payload);
        return;
      case 'event_msg':
        if (payload.type === 'token_count') this.usage(payload.info);
        if (!readEventMessage(this.session, payload)) this.sink.unknown(`event_msg/${String(payload.type)}`);
        return;
      case 'inter_agent_communication':
        this.items.read({ ...payload, type: 'agent_message' });
        return;
      case 'compacted':
        this.session.compacted();
        return;
      case 'turn_context':
        this.model = text(payload, 'model') ?? this.model;
        return;
      default:
    }
  }

  /** The usage of a request, which may be told again with nothing new. */
  private usage(info: unknown): void {
    const last = member(info, 'last_token_usage');
    const total = writeJson(member(info, 'total_token_usage') ?? last);
    const isNew = total === undefined || total !== this.total;
    this.total = total;
    if (!isObject(last) || !isNew || !this.session.runs.hasBegun()) return;
    this.sink.emit(
      known<Body<'usage'>>({
        type: 'usage',
        turnId: this.session.usageTold(),
        ...codexUsage(last),
        contextWindow: number(info, 'model_context_window'),
        model: this.model,
      }),
    );
  }
}
