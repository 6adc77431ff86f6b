import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { isObject, type JsonObject, number, text } from '../json.ts';
import { createJsonRpcReader, type JsonRpcMessage, type JsonRpcRequest, type JsonRpcResponse } from '../jsonRpc.ts';

import { createConversation } from './conversation.ts';

/**
 * The Agent Client Protocol: JSON-RPC between an editor and an agent. What the client sends may come as its own speaker,
 * in the same log, or not at all.
 */
export const acp: Format = {
  recognises(message) {
    if (message.jsonrpc !== '2.0') return false;
    const { method } = message;
    if (method === 'initialize') return hasVersion(message.params);
    return typeof method === 'string' ? isOfProtocol(method) : isAnswer(message);
  },
  open,
};

/** What agents ask their clients, or tell them. */
const OF_AGENT = /^(?:session\/(?:update|request_permission|elicitation)|elicitation\/|fs\/|terminal\/|mcp\/)/;
const OF_CLIENT = /^(?:initialize|authenticate|logout|session\/|document\/|nes\/|providers\/)/;

function isOfProtocol(method: string): boolean {
  return OF_AGENT.test(method) || OF_CLIENT.test(method) || isExtension(method);
}

/** Methods of one vendor, and those of the envelope, say nothing that the protocol knows. */
function isExtension(method: string): boolean {
  return method.startsWith('_') || method.startsWith('$/');
}

/** Language servers have no version here, and the Model Context Protocol a date. */
function hasVersion(said: unknown): boolean {
  return number(said, 'protocolVersion') !== undefined;
}

/** Other formats of JSON-RPC answer with other things. */
function isAnswer({ result, error }: JsonObject): boolean {
  if (result === null || isObject(error)) return true;
  if (!isObject(result)) return false;
  // The text of a file; a list is what a tool of the Model Context Protocol gave.
  if (typeof result.content === 'string' || hasVersion(result)) return true;
  const keys = Object.keys(result);
  return keys.length === 0 || keys.some((key) => ANSWERS.has(key));
}

const ANSWERS: ReadonlySet<string> = new Set([
  'agentCapabilities',
  'sessionId',
  'sessions',
  'stopReason',
  'outcome',
  'modes',
  'models',
  'configOptions',
  'terminalId',
  'exitStatus',
  'exitCode',
]);

function open(sink: EventSink): MessageReader {
  const rpc = createJsonRpcReader((method) => OF_CLIENT.test(method) && !OF_AGENT.test(method));
  const conversation = createConversation(sink);

  function called(message: Exclude<JsonRpcMessage, JsonRpcResponse>): void {
    const { method, params } = message;
    if (method === 'session/update') conversation.update(params);
    else if (method === 'session/cancel') conversation.cancel(params);
    else if (message.kind === 'request') requested(message);
    else if (message.from === 'agent' && !isExtension(method)) sink.unknown(method);
  }

  function requested(request: JsonRpcRequest): void {
    const { method } = request;
    if (method === 'session/prompt') conversation.prompt(request);
    else if (method === 'session/load') conversation.load(request);
    else if (method === 'session/request_permission') conversation.askPermission(request);
    else if (!isOfProtocol(method)) sink.unknown(method);
  }

  function answered({ request, result, error, from }: JsonRpcResponse): void {
    if (from === 'client') {
      if (request) conversation.clientAnswered(request, result);
    } else if (request?.method === 'session/load') conversation.loaded(request);
    else if (request?.method === 'session/prompt') conversation.promptEnded(request, result, error);
    else if (!request) conversation.answeredUnseen(result, error);
  }

  return {
    read(message, from) {
      const read = rpc.read(message, from);
      if (!read) sink.unknown(text(message, 'type') ?? Object.keys(message)[0]);
      else if (read.kind === 'response') answered(read);
      else called(read);
    },
    end: conversation.end,
  };
}
