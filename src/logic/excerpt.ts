/** Previews are made of this many code units at most, so that their cost has a bound. */
const HEAD_UNITS = 1024;
/** As many are enough where each is a character that can be seen. */
const PLAIN_UNITS = 256;
/** Characters that can be seen and are one user-perceived character each, whatever stands beside them. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u3041-\u3096\u4e00-\u9fff]*$/;
/** User-perceived characters of a preview, the `…` of a cut one included (SPEC R3.3). */
const PREVIEW_CHARACTERS = 80;

/** Half a surrogate pair is not seen before its other half is there. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u;
const SPACES = /\s+/g;
const UNFOLDED = /\s\s|[^\S ]/;

const ESC = '\u001b';
const BEL = '\u0007';
/** Escape sequences with parameters, those with a text of their own, and short ones; what the end cuts off is one too. */
const ANSI = new RegExp(
  [
    `(?:${ESC}\\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    `(?:${ESC}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${BEL}${ESC}\u009c]*(?:${BEL}|${ESC}\\\\?|\u009c)?`,
    `${ESC}[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);
/** Invisible characters, but a flag's tags behind its flag and the two joiners. */
const INVISIBLE = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|(?![\u200c\u200d])(?:\p{Cc}|(?=\p{DI})\p{Cf})/gu;
/** Joiners and variation selectors outside a character. */
const STRAY = /(^|\s)(?:\u200c|\u200d|[\ufe00-\ufe0f])+/g;
const LONE_SURROGATE = /\p{Cs}/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether nothing of `text` can be seen: only white space, control or zero-width characters (SPEC R1.1). */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * The head of a text with white space folded: `piece` goes behind what `head` holds so far. The
 * result depends on the joined text alone, not on where it was cut into pieces.
 */
export function growHead(head: string, piece: string): string {
  let grown = head;
  for (let i = 0; i < piece.length && !isFullHead(grown); i += HEAD_UNITS) {
    const next = piece.slice(i, i + HEAD_UNITS);
    const joined = grown + next;
    const folded = UNFOLDED.test(grown.slice(-1) + next) ? joined.replace(SPACES, ' ') : joined;
    grown = bounded(folded.charCodeAt(0) === 0x20 ? folded.slice(1) : folded);
  }
  return grown;
}

function bounded(head: string): string {
  if (head.length < PLAIN_UNITS) return head;
  const plain = head.slice(0, PLAIN_UNITS);
  return isFullHead(plain) ? plain : head.slice(0, HEAD_UNITS);
}

/** Whether nothing that follows changes the head any more. */
export function isFullHead(head: string): boolean {
  return head.length >= HEAD_UNITS || (head.length === PLAIN_UNITS && PLAIN.test(head));
}

/** What a head looks like on one line of the screen (SPEC R3.3). */
export function previewOfHead(head: string, text = head): string {
  return cut(PLAIN.test(text) ? text.trim() : clean(text), isFullHead(head));
}

function clean(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(INVISIBLE, '$1')
    .replace(SPACES, ' ')
    .replace(STRAY, '$1')
    .replace(/[\ud800-\udbff]$/, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .trim();
}

/** The same with Markdown marks stripped, for thoughts and texts (SPEC R2.9). */
export function proseOfHead(head: string): string {
  return previewOfHead(head, stripMarks(head));
}

/** Cuts to the length of a preview, never inside a user-perceived character. */
function cut(text: string, more: boolean): string {
  if (PLAIN.test(text)) {
    if (text.length <= PREVIEW_CHARACTERS) return text;
    return `${text.slice(0, PREVIEW_CHARACTERS - 1).trimEnd()}…`;
  }
  let end = 0;
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === PREVIEW_CHARACTERS - 1) end = index;
    if (++count > PREVIEW_CHARACTERS) return `${text.slice(0, end).trimEnd()}…`;
    if (more && count < PREVIEW_CHARACTERS) end = index;
  }
  return more ? `${text.slice(0, end).trimEnd()}…` : text;
}

const BLOCK_MARKS = /^(?:#{1,6}\s+|>\s*|[-*+]\s+)+/;
const CODE = /(`+)([^`]*)(?:\1)?/g;
const LINK = /!?\[([^\]]*)\](?:\([^)]*\)?)?/g;
const STRONG = /\*{1,3}(?=[\p{L}\p{N}"'“„(])|(?<=[\p{L}\p{N}"'”“).!?])\*{1,3}|~~/gu;
const UNDERSCORED = /(?<![\p{L}\p{N}_])(_{1,2})(?=\S)([^_]+)\1(?![\p{L}\p{N}_])/gu;

const MARKS = /[*[`~_]|^[#>+-]/;

/** Marks are told from text by what stands beside them, since the end may still be on its way. */
function stripMarks(head: string): string {
  if (!MARKS.test(head)) return head;
  return head
    .replace(BLOCK_MARKS, '')
    .replace(LINK, '$1')
    .replace(STRONG, '')
    .replace(UNDERSCORED, '$2')
    .replace(CODE, '$2');
}
