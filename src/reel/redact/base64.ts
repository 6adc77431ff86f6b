import type { Block, Board } from './board.ts';

const PAYLOAD = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/**
 * Adds the base64 payloads of a text, decoded. What is written into one is encoded again: as many bytes give as many
 * characters. A word of that alphabet that is no payload decodes to noise, in which no rule finds anything.
 */
export function addBase64(board: Board, block: Block): void {
  for (const { 0: found, index } of block.text.matchAll(PAYLOAD)) {
    if (!/[A-Z]/.test(found) || !/[a-z]/.test(found)) continue;
    const digits = found.replace(/=+$/, '');
    const usable = digits.slice(0, digits.length % 4 === 1 ? -1 : undefined);
    const bytes = decodeBase64(usable);
    if (isNoise(bytes)) continue;
    const start = block.start + index;
    board.addBytes({
      bytes,
      depth: block.depth + 1,
      at: start,
      writeBack(written) {
        const again = encodeBase64(written, /[-_]/.test(usable));
        for (let i = 0; i < usable.length; i++) {
          if (again.charAt(i) !== usable.charAt(i)) board.put(start + i, again.charCodeAt(i));
        }
      },
    });
  }
}

/** Most words of that alphabet are ids; text has no control characters. A long payload may hold text in some place. */
function isNoise(bytes: Uint8Array): boolean {
  return bytes.length < 256 && bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13);
}

function decodeBase64(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function encodeBase64(bytes: Uint8Array, forUrls: boolean): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return forUrls ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
}
