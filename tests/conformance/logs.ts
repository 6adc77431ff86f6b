import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type FormatName, formats } from '../../src/adapters/index.ts';

/** Logs of real agents lie beside the repository: they are read here and never become part of it. */
export const shared = path.resolve(import.meta.dirname, '../../../shared');

/** What an agent, or a provider, wrote. */
export interface Log {
  readonly name: string;
  readonly format: FormatName;
  readonly bytes: Uint8Array;
  /** It is one run from its prompt to its end. */
  readonly isWholeRun: boolean;
}

/** A folder, which of its files, and what they are; folders of a format that nobody reads yet are passed over. */
type Row = readonly [folder: string, files: RegExp, format: string];

const all = /\.(?:jsonl?|sse|txt|responses)$/;

/** Runs that were recorded for the kit: each from its prompt to its end. */
const runs: readonly Row[] = [
  ...recordings(['aisdk', 'aisdk-s2', 'aisdk-cut'], 'ui-stream.sse', 'ai-sdk-ui'),
  ...recordings(['agui-copilot', 'agui-tanstack'], 'agui.sse', 'ag-ui'),
  ...recordings(['claude', 'claude-s2', 'claude-cut', 'qwen'], 'stdout.jsonl', 'claude-stream-json'),
  ...recordings(['codex', 'codex-s2'], 'stdout.jsonl', 'codex-exec'),
  ...recordings(['codex', 'codex-s2'], 'appserver.jsonl', 'codex-app-server'),
  ...recordings(['codex-s2'], 'appserver-cancel.jsonl', 'codex-app-server'),
  ...recordings(['gemini'], 'stdout.jsonl', 'gemini-stream-json'),
  ...recordings(['gemini', 'opencode'], 'acp.jsonl', 'acp'),
  ...recordings(['opencode-cancel'], 'acp-cancel.jsonl', 'acp'),
  ...recordings(['opencode'], 'stdout.jsonl', 'opencode-run'),
  ...recordings(['opencode', 'opencode-s2'], 'events.sse', 'opencode-events'),
  ...recordings(['pi'], 'stdout.timed.jsonl.gz', 'pi'),
  ...recordings(['pi-s2'], 'stdout.jsonl', 'pi'),
  ...recordings(['openai-agents'], 'stdout.jsonl', 'openai-agents'),
  ...recordings(['cline'], 'stdout.jsonl', 'cline'),
  ['logs/ag-ui', all, 'ag-ui'],
  ['logs/claude-stream-json', all, 'claude-stream-json'],
];

/** Logs that others published: single requests, transcripts of many rounds, parts of runs. */
const others: readonly Row[] = [
  ['logs/anthropic-events', all, 'anthropic-messages'],
  ['logs/anthropic-sse', /\.sse$/, 'anthropic-messages'],
  ['logs/derived-sse', /^anthropic-sse--/, 'anthropic-messages'],
  ['logs/openai-responses-events', all, 'openai-responses'],
  ['logs/derived-sse', /^openai-responses-sse--/, 'openai-responses'],
  ['logs/openai-chat-chunks', all, 'openai-chat'],
  ['logs/openai-chat-sse', /\.sse$/, 'openai-chat'],
  ['logs/derived-sse', /^openai-chat-sse--/, 'openai-chat'],
  ['logs/gemini-api-events', all, 'gemini-api'],
  ['logs/derived-sse', /^gemini-api-sse--/, 'gemini-api'],
  ['logs/gemini-cli-responses', all, 'gemini-api'],
  ['logs/claude-code-transcript', all, 'claude-transcript'],
  ['logs/codex-exec-json', all, 'codex-exec'],
  ['logs/codex-rollout', all, 'codex-rollout'],
  ['logs/opencode-run-json', all, 'opencode-run'],
  ['logs/acp-jsonrpc', all, 'acp'],
  ['logs/pi-session', all, 'pi'],
  ['logs/cline', /^session\.messages\.json$/, 'cline'],
];

/** What is none of the formats, however near it comes to one. */
const strangers: readonly (readonly [folder: string, files: RegExp])[] = [
  ['logs/ai-sdk-harness-events', all],
  ['logs/ai-sdk-stream-parts', all],
  ['logs/antigravity-stream', all],
  ['logs/cohere-events', all],
  ['logs/cline', /^cli-http-/],
  ['logs/gemini-cli-session', all],
  ['logs/grok-build-stream', all],
  ['logs/otel-trace', all],
  ['logs/realtime-ws', /\.yaml$/],
  ['logs/specstory-markdown', /\.md$/],
  ['logs/swe-agent-traj', /\.traj$/],
  ['logs/vscode-chat-export', all],
  ...['anthropic-sse', 'gemini-api-sse', 'openai-chat-sse', 'openai-responses-sse'].map(
    (name) => [`logs/${name}`, /\.yaml$/] as const,
  ),
];

function recordings(folders: readonly string[], file: string, format: string): Row[] {
  const name = new RegExp(`^${file.replaceAll('.', '\\.')}$`);
  return folders.map((folder) => [`recordings/${folder}`, name, format]);
}

function filesIn(folder: string, files: RegExp): string[] {
  const place = path.join(shared, folder);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => files.test(name));
  return names.sort().map((name) => `${folder}/${name}`);
}

function logsOf([folder, files, name]: Row, isWholeRun: boolean): Log[] {
  const format = formats.find((each) => each === name);
  if (!format) return [];
  return filesIn(folder, files).map((file) => ({ name: file, format, bytes: bytesOf(file), isWholeRun }));
}

/** A file's bytes; of a timed log, which is packed, those of its lines. */
export function bytesOf(file: string): Uint8Array {
  const bytes = readFileSync(path.join(shared, file));
  if (!file.endsWith('.gz')) return bytes;
  const lines = timedLines(gunzipSync(bytes).toString('utf8'));
  return Buffer.from(lines.map(({ line }) => `${line}\n`).join(''), 'utf8');
}

/** The lines of a timed log and when they came. */
export function timedLines(text: string): { readonly t: number; readonly line: string }[] {
  return text.split('\n').flatMap((each) => {
    if (each === '') return [];
    const { t, line }: { t: number; line: string } = JSON.parse(each);
    return [{ t, line }];
  });
}

/** Every log whose format is known. */
export const logs: readonly Log[] = [
  ...runs.flatMap((row) => logsOf(row, true)),
  ...others.flatMap((row) => logsOf(row, false)),
];

/** Files of no format. */
export const strangeFiles: readonly string[] = strangers.flatMap(([folder, files]) => filesIn(folder, files));
