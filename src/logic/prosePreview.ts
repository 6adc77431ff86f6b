import { proseOfHead } from './excerpt.ts';
import { reading } from './reading.ts';
import type { AssistantText, Thinking } from './thread.ts';

/** The beginning of a thought or a text, for its row in the trace (SPEC R3.4). */
export function textPreview(item: Thinking | AssistantText): string {
  const { head, preview } = item[reading];
  preview.beginning ??= proseOfHead(head);
  return preview.beginning;
}

/** The beginning of the newest paragraph of a thought, for the run line (SPEC R2.1, R2.9). */
export function thoughtPreview(item: Thinking): string {
  const { paragraph, preview } = item[reading];
  preview.newest ??= proseOfHead(paragraph.head);
  return preview.newest;
}
