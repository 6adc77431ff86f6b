import { useMemo } from 'react';
import { RunreelProvider, type RunreelSettings } from '../../react/RunreelProvider.tsx';
import { splitBlocks } from './blocks.ts';
import { definitionsFor, definitionsOf } from './definitions.ts';
import { Markdown } from './Markdown.tsx';
import { printable } from './printable.ts';
import { isReadable } from './readable.ts';
import { completeTail } from './unfinished.ts';
import './Answer.css';

export interface AnswerProps {
  /** Markdown, as the agent wrote it. */
  readonly text: string;
  /** Whether more of it is on its way. */
  readonly streaming?: boolean;
  /** Which images from remote hosts load without asking; default: what the provider says. */
  readonly allowImage?: RunreelSettings['allowImage'];
}

/**
 * The reply of a round. Markdown that streams without flicker: only its last block is parsed again, markup is
 * text, links and images do nothing that the app or the reader did not allow (SPEC R6.1).
 */
export function Answer({ text, streaming = false, allowImage }: AnswerProps) {
  const blocks = useMemo(() => blocksToShow(text, streaming), [text, streaming]);
  const withDefinitions = blocks.filter((block) => block.includes(']:') && isReadable(block)).join('\n\n');
  const definitions = useMemo(() => definitionsOf(withDefinitions), [withDefinitions]);
  return (
    <RunreelProvider {...(allowImage && { allowImage })}>
      <div className="rr-answer" data-streaming={streaming || undefined}>
        {blocks.map((block, index) => (
          <Markdown
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
            key={index}
            source={block}
            definitions={definitionsFor(block, definitions)}
            growing={streaming && index === blocks.length - 1}
          />
        ))}
      </div>
    </RunreelProvider>
  );
}

function blocksToShow(text: string, streaming: boolean): readonly string[] {
  const blocks = splitBlocks(printable(text));
  const tail = blocks.at(-1);
  return streaming && tail !== undefined ? [...blocks.slice(0, -1), completeTail(tail)] : blocks;
}
