import type { ToolResult } from '../../logic/events.ts';
import type { EventSink } from '../decoder.ts';
import { member, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';
import type { OpenMessage, TextKind } from './openMessage.ts';

/** Whether blocks of a kind are calls, be it of the program's tools or of the provider's. */
export function isCall(kind: string | undefined): boolean {
  return kind === 'tool_use' || kind === 'server_tool_use' || kind === 'mcp_tool_use';
}

/** Whether blocks of a kind are what a model writes or thinks. */
export function isText(kind: string | undefined): kind is TextKind {
  return kind === 'text' || kind === 'thinking' || kind === 'redacted_thinking';
}

/** The text of a message's text blocks. */
export function plainText(blocks: readonly unknown[]): string {
  return blocks.map((block) => (text(block, 'type') === 'text' ? (text(block, 'text') ?? '') : '')).join('');
}

/** What a provider wants back with a thought. */
export function sealOf(block: unknown): string | undefined {
  return text(block, 'type') === 'redacted_thinking' ? text(block, 'data') : text(block, 'signature');
}

/** Reads a block that comes whole: the result of a tool that the provider runs; others have nothing to show. */
export function readOtherBlock(sink: EventSink, message: OpenMessage, source: unknown): void {
  const kind = text(source, 'type');
  const callId = text(source, 'tool_use_id');
  if (kind?.endsWith('_tool_result') && callId !== undefined) {
    const content = member(source, 'content');
    const isError = member(source, 'is_error') === true || text(content, 'type')?.endsWith('_error') === true;
    message.returned(callId);
    message.emit({
      type: 'tool_call_finished',
      callId,
      result: providerResult(content),
      ...(isError && { isError }),
    });
  } else if (kind !== 'compaction' && kind !== 'container_upload') {
    sink.unknown(`content_block/${String(kind)}`);
  }
}

/** Some of the provider's tools answer with an object that holds a text beside what only a program reads. */
function providerResult(content: unknown): ToolResult {
  const said = text(content, 'text');
  return said === undefined ? toolResult(content) : { text: said, raw: content };
}
