import type { EventSink } from '../decoder.ts';
import { member, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';
import type { OpenMessage } from './openMessage.ts';

/** Whether blocks of a kind are calls, be it of the program's tools or of the provider's. */
export function isCall(kind: string | undefined): boolean {
  return kind === 'tool_use' || kind === 'server_tool_use' || kind === 'mcp_tool_use';
}

/** The text of a message's text blocks. */
export function plainText(blocks: readonly unknown[]): string {
  return blocks.map((block) => (text(block, 'type') === 'text' ? (text(block, 'text') ?? '') : '')).join('');
}

/** Reads a block that comes whole: the result of a tool that the provider runs; others have nothing to show. */
export function readOtherBlock(sink: EventSink, message: OpenMessage, source: unknown): void {
  const kind = text(source, 'type');
  const callId = text(source, 'tool_use_id');
  if (kind?.endsWith('_tool_result') && callId !== undefined) {
    const isError = member(source, 'is_error') === true;
    const result = toolResult(member(source, 'content'));
    message.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) });
  } else if (kind !== 'redacted_thinking' && kind !== 'compaction' && kind !== 'container_upload') {
    sink.unknown(`content_block/${String(kind)}`);
  }
}
