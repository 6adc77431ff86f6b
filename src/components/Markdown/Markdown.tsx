import { useMemo } from 'react';
import { splitBlocks } from './blocks.ts';
import { definitionsFor, definitionsOf } from './definitions.ts';
import { MarkdownBlock } from './MarkdownBlock.tsx';
import { printable } from './printable.ts';
import { isReadable } from './readable.ts';
import { completeTail } from './unfinished.ts';

export interface MarkdownProps {
  readonly text: string;
  /** Whether more of it is on its way. */
  readonly streaming: boolean;
}

/** Markdown from an agent, block by block, so that only the last one is parsed again while it grows (SPEC R6.1). */
export function Markdown({ text, streaming }: MarkdownProps) {
  const blocks = useMemo(() => blocksToShow(text, streaming), [text, streaming]);
  const withDefinitions = blocks.filter((block) => block.includes(']:') && isReadable(block)).join('\n\n');
  const definitions = useMemo(() => definitionsOf(withDefinitions), [withDefinitions]);
  return blocks.map((block, index) => (
    <MarkdownBlock
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
      key={index}
      source={block}
      definitions={definitionsFor(block, definitions)}
      growing={streaming && index === blocks.length - 1}
    />
  ));
}

function blocksToShow(text: string, streaming: boolean): readonly string[] {
  const blocks = splitBlocks(printable(text));
  const tail = blocks.at(-1);
  return streaming && tail !== undefined ? [...blocks.slice(0, -1), completeTail(tail)] : blocks;
}
