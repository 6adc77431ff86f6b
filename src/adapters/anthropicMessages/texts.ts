import { isObject, text } from '../json.ts';

/** Text blocks in a row are one text, of which each piece has its own sources. */
export function joinTexts(blocks: readonly unknown[]): readonly unknown[] {
  const joined: unknown[] = [];
  let pieces: string[] = [];
  function close(): void {
    if (pieces.length > 0) joined.push({ type: 'text', text: pieces.join('') });
    pieces = [];
  }
  for (const block of blocks) {
    if (isObject(block) && block.type === 'text') pieces.push(text(block, 'text') ?? '');
    else {
      close();
      joined.push(block);
    }
  }
  close();
  return joined;
}
