import { type EndState, type NeutralEvent, type NeutralLog, type ProseKind, spokenIn } from '../neutral/log.ts';
import { type Contestant, type Folded, load } from './contestant.ts';
import { streamOf } from './streamOf.ts';

type Chunk = { readonly path: readonly number[] } & (
  | { readonly type: 'part-start'; readonly part: PartStart }
  | { readonly type: 'part-finish' | 'tool-call-args-text-finish' }
  | { readonly type: 'text-delta'; readonly textDelta: string }
  | { readonly type: 'result'; readonly result: unknown; readonly isError: boolean }
  | { readonly type: 'step-start'; readonly messageId: string }
  | ({ readonly type: 'step-finish'; readonly isContinued: boolean } & Finish)
  | ({ readonly type: 'message-finish' } & Finish)
);

type PartStart =
  | { readonly type: 'text' | 'reasoning' }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string };

interface Finish {
  readonly finishReason: 'stop' | 'tool-calls';
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

interface Message {
  readonly parts: readonly Part[];
}

type Part =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolName: string; readonly args: unknown; readonly result?: unknown };

interface AssistantStream {
  readonly AssistantMessageAccumulator: new () => ReadableWritablePair<Message, Chunk>;
}

/** assistant-ui's accumulator of its own stream. */
export const assistantStream: Contestant = {
  name: 'assistant-stream',
  entry: 'AssistantMessageAccumulator',
  async open() {
    const { AssistantMessageAccumulator } = await load<AssistantStream>('assistant-stream');
    return (log) => {
      const chunks = toChunks(log);
      return (tick) => fold(streamOf(chunks).pipeThrough(new AssistantMessageAccumulator()), tick);
    };
  },
};

async function fold(messages: ReadableStream<Message>, tick: () => void): Promise<Folded> {
  let last: Message | undefined;
  for await (const message of messages) {
    message.parts.at(-1);
    last = message;
    tick();
  }
  return { parts: last?.parts.length ?? 0, end: () => endState(last) };
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

function toChunks(log: NeutralLog): Chunk[] {
  const places = new Map<string, readonly number[]>();
  const chunks = log.flatMap((event, i): Chunk[] => {
    if (event.type === 'open' || event.type === 'call') places.set(event.id, [places.size]);
    return i === 0 ? toChunk(event, places).slice(-1) : toChunk(event, places);
  });
  return [
    ...chunks,
    { type: 'step-finish', path: [], finishReason: 'stop', usage: NO_USAGE, isContinued: false },
    { type: 'message-finish', path: [], finishReason: 'stop', usage: NO_USAGE },
  ];
}

function toChunk(event: NeutralEvent, places: ReadonlyMap<string, readonly number[]>): Chunk[] {
  const path = places.get(event.id) ?? [];
  switch (event.type) {
    case 'step':
      return [
        { type: 'step-finish', path: [], finishReason: 'tool-calls', usage: NO_USAGE, isContinued: false },
        { type: 'step-start', path: [], messageId: event.id },
      ];
    case 'open':
      return [{ type: 'part-start', path: [], part: { type: event.of === 'text' ? 'text' : 'reasoning' } }];
    case 'call':
      return [
        { type: 'part-start', path: [], part: { type: 'tool-call', toolCallId: event.id, toolName: event.name } },
      ];
    case 'delta':
    case 'args':
      return [{ type: 'text-delta', path, textDelta: event.delta }];
    case 'close':
      return [{ type: 'part-finish', path }];
    case 'run':
      return [{ type: 'tool-call-args-text-finish', path }];
    case 'result':
      return [
        { type: 'result', path, result: event.result, isError: false },
        { type: 'part-finish', path },
      ];
  }
}

function endState(message: Message | undefined): EndState {
  const parts = message?.parts ?? [];
  const prose = parts.flatMap((part): { of: ProseKind; text: string }[] =>
    part.type === 'tool-call' ? [] : [{ of: part.type === 'text' ? 'text' : 'thinking', text: part.text }],
  );
  const tools = parts.flatMap((part) =>
    part.type === 'tool-call' ? [{ name: part.toolName, args: part.args, result: part.result }] : [],
  );
  return { ...spokenIn(prose), tools };
}
