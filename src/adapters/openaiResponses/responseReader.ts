import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { isObject, type JsonObject, list, member, number, text } from '../json.ts';
import type { OpenaiRun } from '../openaiRun.ts';
import { openaiUsage } from '../openaiUsage.ts';
import { OutputItems, partOf } from './items.ts';
import { wordsOf } from './prose.ts';
import { createEventNumbers, type OpenTurn, slotOf } from './turn.ts';

/** Reads the events of OpenAI's Responses API; each response is a turn of its round. */
export class ResponseReader {
  readonly items: OutputItems;
  private readonly sink: EventSink;
  private readonly run: OpenaiRun;
  private readonly numbers = createEventNumbers();
  private readonly ids = new Map<string, number>();
  private turn: OpenTurn | undefined;
  private wireId: string | undefined;
  private over = false;

  constructor(sink: EventSink, run: OpenaiRun) {
    this.sink = sink;
    this.run = run;
    this.items = new OutputItems(sink);
  }

  /** Reads an event; false where its kind is unknown. */
  read(event: JsonObject): boolean {
    const handler = handlerOf(event.type);
    if (!handler) return false;
    if (event.type === 'response.created' && text(event.response, 'id') !== this.wireId) this.numbers.restart();
    if (!this.numbers.isRepeated(event)) handler(this, event);
    return true;
  }

  /** A response as a whole document, or as its last event repeats it. */
  whole(response: JsonObject): void {
    this.joined(response);
    const turn = this.current();
    this.items.output(turn, list(response, 'output'));
    this.usage(response, turn);
    this.ended(response);
  }

  created(response: unknown): void {
    const id = text(response, 'id');
    if (this.turn && !this.over && id !== undefined && id === this.wireId) this.items.resent();
    else this.begin(id);
  }

  /** The response is told of again; it begins where nothing told of its beginning. */
  joined(response: unknown): void {
    const id = text(response, 'id');
    const isOther = this.over && id !== undefined && id !== this.wireId;
    if (!this.turn || isOther) this.begin(id);
  }

  current(): OpenTurn {
    return this.turn ?? this.begin(undefined);
  }

  /** Whether the response has ended: what is prepared after that is late (SPEC R5.7). */
  get isOver(): boolean {
    return this.over;
  }

  failed(error: unknown): void {
    this.over = true;
    this.run.failUnlessRepeated(errorText(error));
  }

  private begin(id: string | undefined): OpenTurn {
    // The model goes on: its calls have got their results, also where nothing told of them.
    if (this.run.isWaiting()) this.items.calls.settle();
    const name = id ?? 'response';
    const nth = (this.ids.get(name) ?? 0) + 1;
    this.ids.set(name, nth);
    const turn = { id: id !== undefined && nth === 1 ? id : `${name}~${nth}` };
    this.run.begin(turn.id, this.turn !== undefined && !this.over);
    this.turn = turn;
    this.wireId = id;
    this.over = false;
    this.items.startTurn();
    return turn;
  }

  private usage(response: JsonObject, turn: OpenTurn): void {
    const usage = openaiUsage(response.usage, text(response, 'model'));
    if (usage) this.sink.emit({ type: 'usage', turnId: turn.id, ...usage } satisfies Body<'usage'>);
  }

  private ended(response: JsonObject): void {
    if (this.over) return;
    const { status } = response;
    if (status === 'in_progress' || status === 'queued') return;
    this.over = true;
    if (status === 'failed') this.failed(response.error);
    else if (status === 'cancelled') this.run.abort();
    else if (status === 'incomplete') this.incomplete(text(response.incomplete_details, 'reason'));
    else this.completed();
  }

  private completed(): void {
    const { calls } = this.items;
    calls.allWhole();
    if (this.items.waitsForClient()) {
      this.run.stopsForClient();
      return;
    }
    calls.settle();
    if (this.items.isRefusal) this.run.fail('The model refused to answer.', 'refusal');
    else this.run.complete();
  }

  private incomplete(reason: string | undefined): void {
    if (reason === 'content_filter') this.run.fail('The answer was withheld by a content filter.', 'refusal');
    else if (reason === 'max_output_tokens') this.run.fail('The model reached its limit of tokens.', 'limit');
    else this.run.fail(`The answer is incomplete${reason === undefined ? '' : `: ${reason}`}.`, 'limit');
  }
}

type Handler = (reader: ResponseReader, event: JsonObject) => void;

const ignore: Handler = () => {};

/** An event that has the response as it is now, with the status that the kind of event means. */
const ends =
  (status: string): Handler =>
  (reader, event) => {
    const response = isObject(event.response) ? event.response : {};
    reader.whole({ ...response, status: text(response, 'status') === 'cancelled' ? 'cancelled' : status });
  };

const item =
  (read: 'added' | 'whole'): Handler =>
  (reader, event) => {
    const isLate = read === 'added' && reader.isOver;
    if (isObject(event.item) && !isLate) reader.items[read](reader.current(), slotOf(event), event.item);
  };

const words =
  (delta: boolean): Handler =>
  (reader, event) => {
    const { prose } = reader.items;
    const found = prose.open(reader.current(), slotOf(event), text(event, 'item_id'));
    if (delta) prose.textDelta(found, event);
    else prose.textDone(found, number(event, 'content_index') ?? 0, wordsOf(event.part ?? event));
  };

const thought =
  (delta: boolean): Handler =>
  (reader, event) => {
    const { prose } = reader.items;
    const found = prose.open(reader.current(), slotOf(event), text(event, 'item_id'));
    if (delta) prose.thoughtDelta(found, partOf(event), text(event, 'delta'));
    else prose.thoughtDone(found, partOf(event), text(event, 'text'));
  };

const argumentsDelta: Handler = (reader, event) => {
  const piece = text(event, 'delta');
  if (piece !== undefined && !reader.isOver)
    reader.items.calls.delta(reader.current(), slotOf(event), text(event, 'item_id'), piece);
};

const argumentsDone =
  (name: string): Handler =>
  (reader, event) =>
    reader.items.calls.argumentsDone(slotOf(event), member(event, name));

const running: Handler = (reader, event) => reader.items.calls.running(slotOf(event));

const partDone: Handler = (reader, event) => {
  const type = text(event.part, 'type');
  if (type !== 'output_text' && type !== 'refusal') return;
  reader.items.refuses(event.part);
  words(false)(reader, event);
};

/** Every kind of event that is known, without its `response.`. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['created', (reader, event) => reader.created(event.response)],
  ['queued', (reader, event) => reader.joined(event.response)],
  ['in_progress', (reader, event) => reader.joined(event.response)],
  ['completed', ends('completed')],
  ['incomplete', ends('incomplete')],
  ['failed', ends('failed')],
  ['cancelled', ends('cancelled')],
  ['output_item.added', item('added')],
  ['output_item.done', item('whole')],
  ['content_part.added', ignore],
  ['content_part.done', partDone],
  ['output_text.delta', words(true)],
  ['output_text.done', words(false)],
  ['output_text.annotation.added', ignore],
  ['refusal.delta', words(true)],
  ['refusal.done', words(false)],
  ['reasoning_text.delta', thought(true)],
  ['reasoning_text.done', thought(false)],
  ['reasoning_summary_text.delta', thought(true)],
  ['reasoning_summary_text.done', thought(false)],
  ['reasoning_summary_part.added', ignore],
  ['reasoning_summary_part.done', ignore],
  ['function_call_arguments.delta', argumentsDelta],
  ['function_call_arguments.done', argumentsDone('arguments')],
  ['custom_tool_call_input.delta', argumentsDelta],
  ['custom_tool_call_input.done', argumentsDone('input')],
  ['mcp_call_arguments.delta', argumentsDelta],
  ['mcp_call_arguments.done', argumentsDone('arguments')],
  ['code_interpreter_call_code.delta', argumentsDelta],
  ['code_interpreter_call_code.done', argumentsDone('code')],
  ['apply_patch_call_operation_diff.delta', argumentsDelta],
  ['apply_patch_call_operation_diff.done', ignore],
  ['shell_call_command.added', (reader, event) => reader.items.calls.nextCommand(slotOf(event))],
  ['shell_call_command.delta', argumentsDelta],
  ['shell_call_command.done', ignore],
  ['shell_call_output_content.delta', (reader, event) => reader.items.calls.outputDelta(slotOf(event), event.delta)],
  ['shell_call_output_content.done', ignore],
  ...['mcp_call', 'mcp_list_tools', 'web_search_call', 'file_search_call', 'code_interpreter_call'].flatMap(
    (kind): [string, Handler][] => [
      [`${kind}.in_progress`, running],
      [`${kind}.searching`, running],
      [`${kind}.interpreting`, running],
      [`${kind}.completed`, ignore],
      [`${kind}.failed`, ignore],
    ],
  ),
  ...['in_progress', 'generating', 'partial_image', 'completed'].map((step): [string, Handler] => [
    `image_generation_call.${step}`,
    running,
  ]),
  ['compaction.compacting', ignore],
  ...['audio.delta', 'audio.done', 'audio.transcript.delta', 'audio.transcript.done'].map((kind): [string, Handler] => [
    kind,
    ignore,
  ]),
  ...['steer.pending', 'steer.accepted', 'steer.failed'].map((kind): [string, Handler] => [kind, ignore]),
]);

const PREFIX = 'response.';

function handlerOf(type: unknown): Handler | undefined {
  if (type === 'error') return (reader, event) => reader.failed(event.error ?? event);
  if (type === 'keepalive') return ignore;
  return typeof type === 'string' && type.startsWith(PREFIX) ? handlers.get(type.slice(PREFIX.length)) : undefined;
}

/** Whether a message is an event of the Responses API. */
export function isResponseEvent(message: JsonObject): boolean {
  // Other formats have errors and signs of life of the same name.
  if (message.type === 'error' || message.type === 'keepalive') return number(message, 'sequence_number') !== undefined;
  return handlerOf(message.type) !== undefined;
}
