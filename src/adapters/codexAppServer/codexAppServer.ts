import type { EventSink, Format, MessageReader, Speaker } from '../decoder.ts';
import { type JsonObject, list, member, text } from '../json.ts';
import { createJsonRpcReader, type JsonRpcMessage, type JsonRpcRequest, type JsonRpcResponse } from '../jsonRpc.ts';
import { createAgents } from './agents.ts';
import { createApprovals } from './approvals.ts';
import { opensThread, readHistory } from './history.ts';
import { isAppServerMessage, isQuiet, sentByClient } from './methods.ts';
import { type Listeners, readItem, readNotification } from './notifications.ts';
import { promptText } from './prompt.ts';
import { createRunReader } from './runs.ts';
import { createTimes } from './times.ts';

/** What `codex app-server` and its client write to each other: JSON-RPC, one message a line, both directions or one. */
export const codexAppServer: Format = {
  recognises: isAppServerMessage,
  open,
};

function open(sink: EventSink): MessageReader {
  const rpc = createJsonRpcReader(sentByClient);
  const times = createTimes(sink);
  const agents = createAgents(sink);
  const approvals = createApprovals(sink);
  const runs = createRunReader(sink, agents);
  const to: Listeners = { sink, agents, approvals, runs };
  /** Servers of the time between sent the events of their first protocol beside those of the second. */
  let isSecond = false;

  function readAgent(message: JsonRpcMessage): void {
    if (message.kind === 'response') answered(message);
    else if (message.kind === 'request') asked(message);
    else notified(message.method, message.params);
  }

  function notified(method: string, params: unknown): void {
    if (readNotification(to, method, params)) isSecond = true;
    else if (!isQuiet(method) && !(isSecond && method.startsWith('codex/event/'))) sink.unknown(method);
  }

  function asked(request: JsonRpcRequest): void {
    const threadId = text(request.params, 'threadId');
    if (threadId !== undefined) runs.works(threadId, text(request.params, 'turnId'));
    const agentId = threadId === undefined ? undefined : agents.agentOf(threadId);
    if (!approvals.asked(request, agentId) && !isQuiet(request.method)) sink.unknown(request.method);
  }

  /** The server answers its client. */
  function answered({ request, result }: JsonRpcResponse): void {
    const thread = member(result, 'thread');
    if (thread === undefined || !opensThread(request?.method)) return;
    readHistory(sink, runs, thread, (params) => readItem(to, params, 'completed'));
  }

  function readClient(message: JsonRpcMessage): void {
    if (message.kind === 'response') times.later(() => approvals.answered(message));
    else if (message.method === 'turn/interrupt') runs.stopped();
    else if (message.method === 'turn/start') runs.prompted(promptText(list(message.params, 'input')));
    else if (message.method === 'sendUserMessage' || message.method === 'sendUserTurn') {
      runs.prompted(promptText(list(message.params, 'items')));
    }
  }

  return {
    read(line: JsonObject, from: Speaker) {
      const message = rpc.read(line, from);
      if (!message) sink.unknown('no JSON-RPC');
      else if (message.from === 'client') readClient(message);
      else {
        times.heard(line);
        readAgent(message);
      }
    },
    end(broken) {
      times.end();
      runs.end(broken);
    },
  };
}
