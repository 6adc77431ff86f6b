import type { UIMessage, UIMessageChunk } from 'ai';
import { type Contestant, type Folded, load } from './contestant.ts';
import { streamOf } from './streamOf.ts';
import { endState, readNewest, toChunks } from './uiMessages.ts';

interface AiReact {
  readonly Chat: new (init: {
    transport: {
      sendMessages(): Promise<ReadableStream<UIMessageChunk>>;
      reconnectToStream(): Promise<null>;
    };
    onError(error: Error): void;
  }) => {
    readonly messages: readonly UIMessage[];
    readonly '~registerMessagesCallback': (changed: () => void) => () => void;
    sendMessage(message: { text: string }): Promise<void>;
  };
}

/** The store behind the AI SDK's `useChat`, told of changes by the callback that the hook uses. */
export const aiSdkReact: Contestant = {
  name: '@ai-sdk/react',
  entry: 'Chat',
  async open() {
    const { Chat } = await load<AiReact>('@ai-sdk/react');
    return (log) => {
      const chunks = toChunks(log);
      return (tick) => fold(Chat, streamOf(chunks), tick);
    };
  },
};

async function fold(Chat: AiReact['Chat'], stream: ReadableStream<UIMessageChunk>, tick: () => void): Promise<Folded> {
  let failure: Error | undefined;
  const chat = new Chat({
    transport: { sendMessages: async () => stream, reconnectToStream: async () => null },
    onError: (error) => {
      failure = error;
    },
  });
  chat['~registerMessagesCallback'](() => {
    readNewest(chat.messages.at(-1));
    tick();
  });
  await chat.sendMessage({ text: 'go' });
  if (failure) throw failure;
  const last = chat.messages.at(-1);
  return { parts: last?.parts.length ?? 0, end: () => endState(last) };
}
