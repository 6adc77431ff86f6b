import { type CallListener, createOpenMessage } from '../anthropic/openMessage.ts';
import { createStreamEventReader } from '../anthropic/streamEvents.ts';
import { readWholeMessage } from '../anthropic/wholeMessages.ts';
import type { EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';

/** One agent of a stream: its messages, told as Anthropic stream events, as whole lines, or as both. */
export interface ClaudeAgent {
  /** An event of the Anthropic Messages stream. */
  streamEvent(event: unknown): void;
  /** A message, or some blocks of it, that is told whole. */
  whole(message: unknown): void;
  /** The results of its calls came: what follows is another message. */
  endMessage(): void;
  /** The request that is open is made again. */
  retries(): void;
  startRun(): void;
  /** What it wrote in the last message of this run that had a text. */
  lastText(): string;
}

export function createClaudeAgent(sink: EventSink, agentId: string | undefined, calls: CallListener): ClaudeAgent {
  const message = createOpenMessage(sink, agentId, calls);
  const stream = createStreamEventReader(sink, message, {
    // The program makes the request again, or its result tells of the failure.
    failed: (error) => message.emit({ type: 'notice', level: 'warning', code: 'error', text: errorText(error) }),
  });
  return {
    streamEvent: stream.read,
    whole: (source) => readWholeMessage(sink, message, source),
    endMessage: stream.stop,
    retries() {
      if (stream.isOpen()) message.repeats();
    },
    startRun: message.startRun,
    lastText: message.lastText,
  };
}
