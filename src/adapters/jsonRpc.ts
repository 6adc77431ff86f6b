import type { Speaker } from './decoder.ts';
import { type JsonObject, member, text } from './json.ts';

/** The number of a request; `1` and `"1"` are different ones. */
export type JsonRpcId = string | number;

/** A message of JSON-RPC 2.0; `from` is who sent it, also where one log holds both directions. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

export interface JsonRpcRequest {
  readonly kind: 'request';
  readonly from: Speaker;
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params: unknown;
}

export interface JsonRpcNotification {
  readonly kind: 'notification';
  readonly from: Speaker;
  readonly method: string;
  readonly params: unknown;
}

/** `request` is missing where the log does not hold it, or where it was answered before. */
export interface JsonRpcResponse {
  readonly kind: 'response';
  readonly from: Speaker;
  readonly id: JsonRpcId | undefined;
  readonly request: JsonRpcRequest | undefined;
  /** `undefined` where the request failed. */
  readonly result: unknown;
  readonly error: unknown;
}

export interface JsonRpcReader {
  /** `undefined`: the object is no message of JSON-RPC. */
  read(message: JsonObject, from: Speaker): JsonRpcMessage | undefined;
}

/**
 * Reads JSON-RPC between a client and an agent and finds the request of each response. The two sides number their
 * requests for themselves, so one number can be open on both. Three kinds of logs are read: each direction pushed as its
 * own speaker; both in one log, where all seems to come from the agent; and the agent's lines alone, whose responses
 * have no request. `sentByClient` tells of a method whose side it is, which one log for both does not say.
 */
export function createJsonRpcReader(sentByClient: (method: string, isRequest: boolean) => boolean): JsonRpcReader {
  const open = { agent: new Map<JsonRpcId, JsonRpcRequest>(), client: new Map<JsonRpcId, JsonRpcRequest>() };
  /** The client has its own channel: what comes from the agent is the agent's. */
  let apart = false;

  function call(message: JsonObject, method: string, from: Speaker): JsonRpcMessage {
    const id = idOf(message);
    const side = from === 'agent' && !apart && sentByClient(method, id !== undefined) ? 'client' : from;
    const params = member(message, 'params');
    if (id === undefined) return { kind: 'notification', from: side, method, params };
    const request = { kind: 'request', from: side, id, method, params } as const;
    open[side].set(id, request);
    return request;
  }

  function response(message: JsonObject, from: Speaker): JsonRpcResponse {
    const id = idOf(message);
    const asker = askerOf(id, from);
    const request = id === undefined ? undefined : open[asker].get(id);
    if (id !== undefined) open[asker].delete(id);
    return {
      kind: 'response',
      from: asker === 'client' ? 'agent' : 'client',
      id,
      request,
      result: member(message, 'result'),
      error: member(message, 'error'),
    };
  }

  /** Whose request a response answers. In one log for both, the agent asks while the client's own request is open. */
  function askerOf(id: JsonRpcId | undefined, from: Speaker): Speaker {
    if (from === 'client') return 'agent';
    return !apart && id !== undefined && open.agent.has(id) ? 'agent' : 'client';
  }

  return {
    read(message, from) {
      if (from === 'client') apart = true;
      const method = text(message, 'method');
      if (method !== undefined) return call(message, method, from);
      return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error') ? response(message, from) : undefined;
    },
  };
}

function idOf(message: JsonObject): JsonRpcId | undefined {
  const id = member(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
