import { growHead, isBlank } from './excerpt.ts';

/** The newest non-blank block between blank lines of a text that still grows (SPEC R2.9). */
export interface Paragraph {
  readonly head: string;
  /** What the line that is being written holds so far, as long as none of it can be seen. */
  readonly lead: string | undefined;
  /** Whether a blank line was passed since the last visible character. */
  readonly ended: boolean;
}

export const noParagraph: Paragraph = { head: '', lead: '', ended: false };

/** Reads on; the cost is that of `piece`, and the result does not depend on where the text was cut. */
export function growParagraph(paragraph: Paragraph, piece: string): Paragraph {
  let { head, lead, ended } = paragraph;
  for (let start = 0; start < piece.length; ) {
    const newline = piece.indexOf('\n', start);
    const line = piece.slice(start, newline < 0 ? piece.length : newline);
    if (lead === undefined) head = growHead(head, line);
    else if (isBlank(lead.slice(-1) + line)) lead = growHead(lead, line);
    else {
      head = growHead(ended ? lead : growHead(head, lead), line);
      lead = undefined;
      ended = false;
    }
    if (newline < 0) break;
    if (lead === undefined) head = growHead(head, ' ');
    else ended ||= head !== '';
    lead = '';
    start = newline + 1;
  }
  if (head === paragraph.head && lead === paragraph.lead && ended === paragraph.ended) return paragraph;
  return { head, lead, ended };
}
