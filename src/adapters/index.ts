import { parsePartialJson } from '../logic/json.ts';
import { acp } from './acp/acp.ts';
import { agUi } from './agUi/agUi.ts';
import { aiSdkUi } from './aiSdkUi/aiSdkUi.ts';
import { anthropicMessagesStream } from './anthropicMessages/anthropicMessages.ts';
import { claudeStreamJson } from './claudeStreamJson/claudeStreamJson.ts';
import { claudeTranscript } from './claudeTranscript/claudeTranscript.ts';
import { cline } from './cline/cline.ts';
import { codexAppServer } from './codexAppServer/codexAppServer.ts';
import { codexExec } from './codexExec.ts';
import { codexRollout } from './codexRollout/codexRollout.ts';
import { type Decoder, decode, type Format } from './decoder.ts';
import { createFraming } from './framing/framing.ts';
import { geminiApi } from './geminiApi/geminiApi.ts';
import { geminiStreamJson } from './geminiStreamJson.ts';
import { isObject, type JsonObject } from './json.ts';
import { openaiAgents } from './openaiAgents/openaiAgents.ts';
import { openaiChat } from './openaiChat/openaiChat.ts';
import { openaiResponses } from './openaiResponses/openaiResponses.ts';
import { opencodeEvents } from './opencodeEvents/opencodeEvents.ts';
import { opencodeRun } from './opencodeRun.ts';
import { pi } from './pi/pi.ts';
import { runreel } from './runreel.ts';
import { vscodeLm } from './vscodeLm.ts';

export type { Decoder, Speaker } from './decoder.ts';
export { type AnthropicMessage, anthropicMessages } from './modelMessages/anthropicMessages.ts';
export { type OpenAIItem, openaiItems } from './modelMessages/openaiItems.ts';
export type { ModelMessageOptions } from './modelMessages/parts.ts';

/** A wire format is one file, or a folder of its name, and one line here. */
const registry = {
  'ai-sdk-ui': aiSdkUi,
  'ag-ui': agUi,
  'claude-stream-json': claudeStreamJson,
  'claude-transcript': claudeTranscript,
  'anthropic-messages': anthropicMessagesStream,
  'openai-responses': openaiResponses,
  'openai-chat': openaiChat,
  'openai-agents': openaiAgents,
  'codex-exec': codexExec,
  'codex-app-server': codexAppServer,
  'codex-rollout': codexRollout,
  'gemini-api': geminiApi,
  'gemini-stream-json': geminiStreamJson,
  acp,
  'opencode-run': opencodeRun,
  'opencode-events': opencodeEvents,
  pi,
  cline,
  'vscode-lm': vscodeLm,
  runreel,
} satisfies Readonly<Record<string, Format>>;

/** The name of a wire format, as a reel's header has it. */
export type FormatName = keyof typeof registry;

/** All formats that can be read. */
export const formats: readonly FormatName[] = Object.keys(registry).filter(isFormatName);

function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(registry, name);
}

/**
 * A decoder for one stream of a format: bytes or text in, cut anywhere, events out. SSE and JSON Lines are told apart
 * by themselves. Throws where the format is not one of {@link formats}; never because of what is in the stream.
 */
export function createDecoder(format: FormatName): Decoder {
  if (!isFormatName(format)) throw new Error(`Unknown format "${String(format)}"; known: ${formats.join(', ')}.`);
  return decode(registry[format]);
}

const SAMPLE_LENGTH = 64 * 1024;
/** A format may hold some kinds that it does not know; one that shares a few kinds with another is not it. */
const LEAST_SHARE = 0.9;

/** The format of a stream, told from its beginning (SSE, JSON Lines or a JSON document), if it is one of ours. */
export function detectFormat(sample: string): FormatName | undefined {
  const messages = messagesOf(sample.slice(0, SAMPLE_LENGTH));
  let best: FormatName | undefined;
  let most = messages.length * LEAST_SHARE;
  for (const name of formats) {
    const count = messages.filter((message) => registry[name].recognises(message)).length;
    if (count === 0 || count < most) continue;
    if (best === undefined || count > most) best = name;
    most = count;
  }
  return best;
}

function messagesOf(sample: string): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  const framing = createFraming({ message: (value) => messages.push(value), malformed: () => {}, alive: () => {} });
  framing.push(sample);
  framing.end();
  if (messages.length > 0) return messages;
  const begun = begunMessage(sample);
  return begun === undefined ? [] : [begun];
}

/** Where a document, or a message, begins. */
const BEGINNING = /^(?:data: ?)?[ \t]*(?=[[{]\s*(?:["[{]|$))/m;
/** How many lines are tried that look like the beginning of one. */
const TRIES = 3;

/** A document, or a first message, that is longer than the sample: it is read as far as it goes. */
function begunMessage(sample: string): JsonObject | undefined {
  let rest = sample;
  for (let tries = 0; tries < TRIES; tries++) {
    const found = BEGINNING.exec(rest);
    if (!found) return undefined;
    rest = rest.slice(found.index + found[0].length);
    const read = parsePartialJson(rest.trim());
    const first: unknown = Array.isArray(read) ? read[0] : read;
    if (isObject(first) && Object.keys(first).length > 0) return first;
    rest = rest.slice(rest.indexOf('\n') + 1 || rest.length);
  }
  return undefined;
}
