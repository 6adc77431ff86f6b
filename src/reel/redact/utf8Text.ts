import type { Runs } from './runs.ts';

/**
 * The text of bytes, and for each of its UTF-16 units the bytes that it comes from. A byte that is no UTF-8 becomes one
 * U+FFFD; of the two units of a pair the first has all four bytes.
 */
export function readUtf8(bytes: Uint8Array, origin: number): { readonly text: string; readonly runs: Runs } {
  const units = new Uint16Array(bytes.length);
  const starts: number[] = [];
  const parents: number[] = [];
  const steps: number[] = [];
  let length = 0;
  let step = -1;
  const run = (at: number, width: number) => {
    if (step === width) return;
    step = width;
    starts.push(length);
    parents.push(origin + at);
    steps.push(width);
  };
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const width = lead < 0x80 ? 1 : widthAt(bytes, at, lead);
    const code = lead < 0x80 ? lead : codeAt(bytes, at, lead, width);
    run(at, width);
    if (code > 0xffff) {
      units[length++] = 0xd7c0 + (code >> 10);
      run(at + width, 0);
      units[length++] = 0xdc00 + (code & 0x3ff);
    } else {
      units[length++] = code;
    }
    at += width;
  }
  return { text: utf16.decode(units.subarray(0, length)), runs: { starts, parents, steps } };
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** How many bytes the character has that starts here; 1 where it is none. */
function widthAt(bytes: Uint8Array, at: number, lead: number): number {
  const width = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 1;
  for (let i = 1; i < width; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  const overlong = (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90);
  const surrogate = lead === 0xed && second > 0x9f;
  const beyond = lead === 0xf4 && second > 0x8f;
  return overlong || surrogate || beyond ? 1 : width;
}

function codeAt(bytes: Uint8Array, at: number, lead: number, width: number): number {
  if (width === 1) return 0xfffd;
  let code = lead & (0xff >> (width + 1));
  for (let i = 1; i < width; i++) code = (code << 6) | ((bytes[at + i] ?? 0) & 0x3f);
  return code;
}
