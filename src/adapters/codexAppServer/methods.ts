import { isObject, type JsonObject, member } from '../json.ts';

/** What the server asks its client for; all other requests are the client's. */
const OF_SERVER =
  /^(?:item\/|attestation\/|currentTime\/|mcpServer\/elicitation\/)|^(?:applyPatch|execCommand)Approval$|chatgptAuthTokens\/refresh$/;

/** Whether the client sends a message, where one log holds both directions. */
export function sentByClient(method: string, isRequest: boolean): boolean {
  return isRequest ? !OF_SERVER.test(method) : method === 'initialized';
}

/** Requests by which the server asks its client for something that nobody needs to see. */
const QUIET_REQUESTS: ReadonlySet<string> = new Set([
  'account/chatgptAuthTokens/refresh',
  'attestation/generate',
  'currentTime/read',
  'item/tool/call',
]);

/** Notifications about the server, the account or the thread; deltas of what its item tells as a whole. */
const QUIET: ReadonlySet<string> = new Set([
  'autoApprovalReview/strictReviewRequired',
  'configWarning',
  'deprecationNotice',
  'hook/completed',
  'hook/started',
  'item/autoApprovalReview/started',
  'item/commandExecution/terminalInteraction',
  'item/reasoning/summaryPartAdded',
  'model/safetyBuffering/updated',
  'model/verification',
  'project/changed',
  'rawResponse/completed',
  'rawResponseItem/completed',
  'skills/changed',
  'turn/diff/updated',
  'turn/moderationMetadata',
]);
const QUIET_GROUPS =
  /^(?:account|app|command|externalAgentConfig|fs|fuzzyFileSearch|mcpServer|modelProvider|process|remoteControl|windows|windowsSandbox)\/|^thread\/(?:archived|closed|deleted|unarchived|reverted|name\/|goal\/|queue\/|project\/|environment\/|settings\/|status\/|realtime\/)/;

/** Whether a message of the server is known and says nothing about a run. */
export function isQuiet(method: string): boolean {
  return QUIET.has(method) || QUIET_REQUESTS.has(method) || QUIET_GROUPS.test(method);
}

/** Names that Codex gives its messages, and hardly anybody else. */
const OF_CODEX =
  /^(?:item|turn|thread|review|account|rawResponseItem|remoteControl|mcpServer|configRequirements)\/|^codex\/event\/|^(?:applyPatchApproval|execCommandApproval|serverRequest\/resolved|initialized|configWarning|guardianWarning|deprecationNotice|sendUser\w+|\w+Conversation)$/;
const SHARED = /^(?:warning|(?:model|skills|config|command|process|fs|app|plugin|hook)\/[\w/]+)$/;

/** Whether a message is one between Codex' app server and its client; both leave `jsonrpc` out. */
export function isAppServerMessage(message: JsonObject): boolean {
  const { method, id, params } = message;
  if (message.jsonrpc !== undefined) return typeof method === 'string' && /^(?:item|turn|thread)\//.test(method);
  if (method === 'error') return isObject(member(params, 'error'));
  if (method === 'initialize') return isObject(member(params, 'clientInfo'));
  if (typeof method === 'string') return OF_CODEX.test(method) || SHARED.test(method);
  const isAnswer = isObject(message.result) || isObject(message.error);
  return isAnswer && (typeof id === 'number' || typeof id === 'string');
}
