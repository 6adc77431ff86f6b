import type { UIMessageChunk } from 'ai';
import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { errorText } from '../endings.ts';
import type { JsonObject } from '../json.ts';
import { type CallReader, createCallReader } from './calls.ts';
import { createPartReader, type PartReader } from './parts.ts';
import { readRequest } from './request.ts';
import { createRunReader, type RunReader } from './run.ts';

/** Every kind of chunk that the format knows; parts of the app's own (`data-…`) aside. */
type ChunkKind = Exclude<UIMessageChunk['type'], `data-${string}`>;

/** The AI SDK's UI message stream (`x-vercel-ai-ui-message-stream: v1`). */
export const aiSdkUi: Format = {
  // Other formats have errors, of other members.
  recognises: ({ type, errorText: error }) =>
    type === 'error' ? typeof error === 'string' : handlerOf(type) !== undefined,
  open,
};

/** What reads the parts of one stream. */
interface UiMessageStream {
  readonly run: RunReader;
  readonly parts: PartReader;
  readonly calls: CallReader;
}
type Handler = (stream: UiMessageStream, chunk: JsonObject) => void;

function open(sink: EventSink): MessageReader {
  const run = createRunReader(sink);
  const stream = { run, parts: createPartReader(sink, run.turnId), calls: createCallReader(sink, run.turnId) };
  return {
    read(chunk, from) {
      if (from === 'client') {
        readRequest(sink, chunk);
        return;
      }
      const handler = handlerOf(chunk.type);
      if (handler) handler(stream, chunk);
      else sink.unknown(chunk.type);
    },
    end: run.end,
  };
}

const ignore = (): void => {};

/** One entry a kind: a kind that the package adds does not compile until it stands here. */
const handlers: Readonly<Record<ChunkKind, Handler>> = {
  start({ run, parts, calls }, chunk) {
    if (run.start(chunk)) {
      parts.restart();
      calls.restart();
    }
    run.metadata(chunk);
  },
  'start-step'({ run, parts }) {
    run.startStep();
    parts.startStep();
  },
  'text-start': ({ parts }, chunk) => parts.start('text', chunk),
  'text-delta': ({ parts }, chunk) => parts.delta('text', chunk),
  'text-end': ({ parts }, chunk) => parts.end('text', chunk),
  'reasoning-start': ({ parts }, chunk) => parts.start('reasoning', chunk),
  'reasoning-delta': ({ parts }, chunk) => parts.delta('reasoning', chunk),
  'reasoning-end': ({ parts }, chunk) => parts.end('reasoning', chunk),
  'tool-input-start': ({ calls }, chunk) => calls.start(chunk),
  'tool-input-delta': ({ calls }, chunk) => calls.inputDelta(chunk),
  'tool-input-available': ({ calls }, chunk) => calls.inputAvailable(chunk),
  'tool-input-error': ({ calls }, chunk) => calls.inputError(chunk),
  'tool-approval-request': ({ calls }, chunk) => calls.approvalRequest(chunk),
  'tool-output-available': ({ calls }, chunk) => calls.outputAvailable(chunk),
  'tool-output-error': ({ calls }, chunk) => calls.outputError(chunk),
  'tool-output-denied': ({ calls }, chunk) => calls.outputDenied(chunk),
  'finish-step': ignore,
  finish({ run, calls }, chunk) {
    run.metadata(chunk);
    run.finish(chunk, calls.areOpen());
  },
  abort: ({ run }) => run.close('aborted'),
  error: ({ run }, chunk) => run.fail(errorText(chunk.errorText)),
  'message-metadata': ({ run }, chunk) => run.metadata(chunk),
  'source-url': ignore,
  'source-document': ignore,
  file: ignore,
};

function handlerOf(kind: unknown): Handler | undefined {
  if (typeof kind !== 'string') return undefined;
  return handlersByKind.get(kind) ?? (kind.startsWith('data-') ? ignore : undefined);
}

const handlersByKind: ReadonlyMap<string, Handler> = new Map(Object.entries(handlers));
