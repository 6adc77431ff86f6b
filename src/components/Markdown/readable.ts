/** Blocks within blocks, by markers on one line or by indentation. */
const DEEP = /^(?:(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40}|[ \t]{400})/m;
/** Marks whose matching costs the parser more than their number. */
const MARKS = /[*_[\]&<`!\\]/g;
const MOST_MARKS = 3000;
const MOST_LENGTH = 200_000;

/**
 * Whether a block can be parsed as Markdown in a time that the screen has. One that cannot, which nobody writes
 * but to do harm, is shown as plain text (SPEC section 8: nothing hangs, nothing throws inside a render).
 */
export function isReadable(block: string): boolean {
  return block.length <= MOST_LENGTH && !DEEP.test(block) && (block.match(MARKS)?.length ?? 0) <= MOST_MARKS;
}
