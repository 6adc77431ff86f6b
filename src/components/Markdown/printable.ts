/**
 * Terminal escape sequences. One that its end cuts off is matched too, so that no bracket of it flashes while
 * it arrives; a string command (a title, a link) never reaches over the end of its line.
 */
const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\?|\x9c)?|\x1b[ -/]*[0-~]?/g;
/** Control characters, and what overrides or embeds a direction: both can make a text look like another one. */
const UNPRINTABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

/** A text without what must not reach the screen; tabs and line ends (as LF) stay. */
export function printable(text: string): string {
  return text.replace(ESCAPES, '').replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '');
}
