import { type PreparingMarker, parsePreparingMarker } from '../logic/preparing/marker.ts';

/** A part of the channel that carries thinking and markers. */
export type MarkerPart =
  | { readonly kind: 'thinking'; readonly text: string }
  | ({ readonly kind: 'preparing' } & PreparingMarker)
  /** `json`: the text of a `response_metadata` marker. */
  | { readonly kind: 'metadata'; readonly json: string };

const NUL = '\0';
const PREPARING = `${NUL}tool_preparing${NUL}`;
const METADATA = `${NUL}response_metadata${NUL}`;
const MARKERS = `${PREPARING}[^${NUL}]+${NUL}\\d+${NUL}|${METADATA}([^${NUL}]*)${NUL}`;
const ANY_MARKER = new RegExp(MARKERS, 'g');
const MARKER_HERE = new RegExp(MARKERS, 'y');
/** What stands behind the first part of a marker as long as it comes on. */
const REST_OF_MARKER = new RegExp(`^(?:[^${NUL}]+(?:${NUL}\\d*)?)?$`);

/** A marker is shorter than this; a NUL that no marker follows within it is part of the thinking. */
const LONGEST_MARKER = 65536;

/**
 * Takes markers and thinking apart, also where several come joined in one value or one is split
 * over two (SPEC R4.5). What is held back at the end was the beginning of a marker: it is dropped.
 */
export function createMarkerReader(): { push(value: string): MarkerPart[] } {
  let held = '';
  return {
    push(value) {
      const text = held + value;
      const tail = beginningOfMarker(text);
      held = text.slice(tail);
      return partsOf(text.slice(0, tail));
    },
  };
}

function partsOf(text: string): MarkerPart[] {
  const parts: MarkerPart[] = [];
  const thinking = (from: number, to: number) => {
    if (to > from) parts.push({ kind: 'thinking', text: text.slice(from, to) });
  };
  let at = 0;
  for (const found of text.matchAll(ANY_MARKER)) {
    thinking(at, found.index);
    at = found.index + found[0].length;
    const marker = parsePreparingMarker(found[0]);
    const json = found[1];
    if (marker) parts.push({ kind: 'preparing', ...marker });
    else if (json !== undefined) parts.push({ kind: 'metadata', json });
  }
  thinking(at, text.length);
  return parts;
}

/** Where a marker begins that the end of the text cuts off, else the end of the text. */
function beginningOfMarker(text: string): number {
  for (let at = text.indexOf(NUL); at >= 0; at = text.indexOf(NUL, at + 1)) {
    MARKER_HERE.lastIndex = at;
    const whole = MARKER_HERE.exec(text);
    if (whole) at += whole[0].length - 1;
    else if (text.length - at < LONGEST_MARKER && couldBeMarker(text.slice(at))) return at;
  }
  return text.length;
}

function couldBeMarker(text: string): boolean {
  if (PREPARING.startsWith(text) || METADATA.startsWith(text)) return true;
  if (text.startsWith(PREPARING)) return REST_OF_MARKER.test(text.slice(PREPARING.length));
  return text.startsWith(METADATA) && !text.includes(NUL, METADATA.length);
}
