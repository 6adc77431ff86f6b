import type { readUIMessageStream, UIMessage } from 'ai';
import { type Contestant, type Folded, load } from './contestant.ts';
import { streamOf } from './streamOf.ts';
import { endState, readNewest, toChunks } from './uiMessages.ts';

interface Ai {
  readonly readUIMessageStream: typeof readUIMessageStream;
}

/** The AI SDK's reader of its own stream. */
export const aiSdk: Contestant = {
  name: 'ai',
  entry: 'readUIMessageStream',
  async open() {
    const { readUIMessageStream } = await load<Ai>('ai');
    return (log) => {
      const chunks = toChunks(log);
      return (tick) => fold(readUIMessageStream({ stream: streamOf(chunks) }), tick);
    };
  },
};

async function fold(messages: AsyncIterable<UIMessage>, tick: () => void): Promise<Folded> {
  let last: UIMessage | undefined;
  for await (const message of messages) {
    readNewest(message);
    last = message;
    tick();
  }
  return { parts: last?.parts.length ?? 0, end: () => endState(last) };
}
