import { growHead, isBlank, isFullHead } from './excerpt.ts';

/** The newest non-blank block between blank lines of a text that still grows (SPEC R2.9). */
export interface Paragraph {
  readonly head: string;
  /** Whether nothing changes the head any more, but a new paragraph. */
  readonly isFull: boolean;
  /** What the line that is being written holds so far, as long as none of it can be seen. */
  readonly lead: string | undefined;
  /** Whether a blank line was passed since the last visible character. */
  readonly ended: boolean;
}

export const noParagraph: Paragraph = { head: '', isFull: false, lead: '', ended: false };

/** Reads on; the cost is that of `piece`, and the result does not depend on where the text was cut. */
export function growParagraph(paragraph: Paragraph, piece: string): Paragraph {
  let { head, isFull, lead, ended } = paragraph;
  for (let start = 0; start < piece.length; ) {
    const newline = piece.indexOf('\n', start);
    const line = piece.slice(start, newline < 0 ? piece.length : newline);
    if (lead === undefined) head = isFull ? head : growHead(head, line);
    else if (isBlank(lead.slice(-1) + line)) lead = growHead(lead, line);
    else {
      head = growHead(ended ? lead : growHead(head, lead), line);
      lead = undefined;
      ended = false;
      isFull = false;
    }
    isFull ||= isFullHead(head);
    if (newline < 0) break;
    if (lead === undefined) head = isFull ? head : growHead(head, ' ');
    else ended ||= head !== '';
    lead = '';
    start = newline + 1;
  }
  if (head === paragraph.head && lead === paragraph.lead && ended === paragraph.ended) return paragraph;
  return { head, isFull, lead, ended };
}
