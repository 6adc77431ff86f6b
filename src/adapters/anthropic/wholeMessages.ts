import type { EventSink } from '../decoder.ts';
import { isObject, list, member, text } from '../json.ts';
import { isCall, isText, readOtherBlock, sealOf } from './blocks.ts';
import type { OpenMessage, TextKind } from './openMessage.ts';

/** Reads a message, or some blocks of it, that is told whole; what stream events told before is told once (SPEC R5.5). */
export function readWholeMessage(sink: EventSink, message: OpenMessage, source: unknown): void {
  if (!isObject(source)) {
    sink.malformed();
    return;
  }
  const id = text(source, 'id');
  const blocks = list(source, 'content');
  if (id !== message.id && !blocks.some((block) => isKnown(message, block))) message.open(id);
  for (const block of blocks) readBlock(sink, message, block);
  message.usage.add(source.usage, text(source, 'model'));
}

function isKnown(message: OpenMessage, block: unknown): boolean {
  const kind = text(block, 'type');
  if (isText(kind)) return message.oldestUntold(kind) !== undefined;
  return isCall(kind) && message.call(text(block, 'id') ?? '') !== undefined;
}

/** Reads one block that is told whole. */
export function readBlock(sink: EventSink, message: OpenMessage, source: unknown): void {
  const kind = text(source, 'type');
  if (isText(kind)) readText(message, kind, source);
  else if (isCall(kind)) readCall(sink, message, source);
  else readOtherBlock(sink, message, source);
}

function readText(message: OpenMessage, kind: TextKind, source: unknown): void {
  const said = text(source, kind) ?? '';
  const seal = sealOf(source);
  const open = message.oldestUntold(kind);
  if (said === '' && seal === undefined && !open) return;
  const block = open ?? message.openText(kind);
  block.told = true;
  if (said !== '' || seal !== undefined) message.tell(block, said, seal);
}

function readCall(sink: EventSink, message: OpenMessage, source: unknown): void {
  const callId = text(source, 'id');
  const args = member(source, 'input') ?? {};
  const open = callId === undefined ? undefined : message.call(callId);
  if (!open) {
    const call = message.openCall(source);
    if (call) message.startCall(call, args);
    else sink.malformed();
    return;
  }
  if (open.name === '') {
    open.name = text(source, 'name') ?? '';
    message.startCall(open, args);
    return;
  }
  message.emit({ type: open.ready ? 'tool_args' : 'tool_call_ready', callId: open.callId, args });
  message.runs(open, args);
}
