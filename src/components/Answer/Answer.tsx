import { RunreelProvider, type RunreelSettings } from '../../react/RunreelProvider.tsx';
import { Markdown } from '../Markdown/Markdown.tsx';
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
  return (
    <RunreelProvider {...(allowImage && { allowImage })}>
      <div className="rr-answer" data-streaming={streaming || undefined}>
        <Markdown text={text} streaming={streaming} />
      </div>
    </RunreelProvider>
  );
}
