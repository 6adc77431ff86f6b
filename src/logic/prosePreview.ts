import { growHead, isFullHead, proseOfHead } from './excerpt.ts';
import { reading } from './reading.ts';
import type { AssistantText, Thinking } from './thread.ts';

/** In so much of a text its beginning is looked for, even if it is nothing but white space. */
const BEGINNING_UNITS = 16 * 1024;

/** The beginning of a thought or a text, for its row in the trace (SPEC R3.4). */
export function textPreview(item: Thinking | AssistantText): string {
  const cell = item[reading].preview;
  if (cell.beginning === undefined) {
    const head = growHead('', item.text.slice(0, BEGINNING_UNITS));
    cell.beginning = proseOfHead(head);
    cell.isLong = isFullHead(head) || item.text.length > BEGINNING_UNITS;
  }
  return cell.beginning;
}

/** The beginning of the newest paragraph of a thought, for the run line (SPEC R2.1, R2.9). */
export function thoughtPreview(item: Thinking): string {
  const { paragraph, preview } = item[reading];
  preview.newest ??= proseOfHead(paragraph.head);
  return preview.newest;
}
