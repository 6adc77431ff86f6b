import type { BinaryLine, TextLine } from './format.ts';

const encoder = new TextEncoder();
// `ignoreBOM` keeps a byte-order mark as a character; without it the mark would be lost.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The exact bytes of a chunk. */
export function chunkBytes(line: TextLine | BinaryLine): Uint8Array {
  if (line.kind === 'b') return Uint8Array.from(atob(line.base64), (character) => character.charCodeAt(0));
  const text = encoder.encode(line.text);
  if (!line.head && !line.tail) return text;
  return Uint8Array.from([...hexBytes(line.head), ...text, ...hexBytes(line.tail)]);
}

/**
 * A chunk of output as a line: text, with the bytes of a character that the chunk's border cuts as hex
 * edges, so that the text stays readable and the bytes exact; base64 only for what is not UTF-8.
 */
export function chunkLine(dt: number, bytes: Uint8Array): TextLine | BinaryLine {
  return textLine('o', dt, bytes) ?? { kind: 'b', dt, base64: toBase64(bytes) };
}

/**
 * A chunk of what stands beside the output (`e`, `i`) as a line. These kinds have no binary form: bytes that
 * are no UTF-8 become the replacement character.
 */
export function besideLine(kind: 'e' | 'i', dt: number, bytes: Uint8Array): TextLine {
  return textLine(kind, dt, bytes) ?? { kind, dt, text: lossyDecoder.decode(bytes) };
}

/** `undefined` for what is not UTF-8. */
function textLine(kind: TextLine['kind'], dt: number, bytes: Uint8Array): TextLine | undefined {
  const from = headLength(bytes);
  const to = bytes.length - tailLength(bytes.subarray(from));
  const text = decode(bytes.subarray(from, to));
  if (text === undefined) return undefined;
  return {
    kind,
    dt,
    text,
    ...(from > 0 ? { head: toHex(bytes.subarray(0, from)) } : {}),
    ...(to < bytes.length ? { tail: toHex(bytes.subarray(to)) } : {}),
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** How many bytes at the start continue a character of the chunk before: at most three. */
function headLength(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && isContinuation(bytes[count])) count += 1;
  return count;
}

/** How many bytes at the end begin a character without ending it: at most three. */
function tailLength(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count];
    if (isContinuation(byte)) continue;
    return characterLength(byte) > count ? count : 0;
  }
  return 0;
}

/** How many bytes a character has that starts with this one. */
function characterLength(lead: number | undefined): number {
  if (lead === undefined || lead < 0xc2 || lead > 0xf4) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hexBytes(hex = ''): number[] {
  return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

/** As many arguments as every engine takes. */
const PIECE = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    text += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  }
  return btoa(text);
}
