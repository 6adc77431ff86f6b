import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject } from '../json.ts';
import { createOpenaiRun } from '../openaiRun.ts';
import { readResponsesRequest } from './request.ts';
import { isResponseEvent, ResponseReader } from './responseReader.ts';

/** OpenAI's Responses API: its stream of events, and whole responses as JSON documents. */
export const openaiResponses: Format = {
  recognises: (message) => isResponseEvent(message) || isResponse(message),
  open,
};

function open(sink: EventSink): MessageReader {
  const run = createOpenaiRun(sink);
  const reader = new ResponseReader(sink, run);
  return {
    read(message, from) {
      if (from === 'client') readResponsesRequest(message, run, reader.items);
      else if (isResponse(message)) reader.whole(message);
      else if (reader.read(message)) return;
      else if (message.type === undefined && isObject(message.error)) reader.failed(message.error);
      else sink.unknown(message.type);
    },
    end: (broken) => run.end(broken),
  };
}

function isResponse({ object, type }: JsonObject): boolean {
  return object === 'response' && type === undefined;
}
