import type { Agents } from '../claude/agents.ts';
import type { EventSink } from '../decoder.ts';
import { isObject, type JsonObject, member, text } from '../json.ts';
import type { AnswerReader } from './answers.ts';
import type { UserLineReader } from './userLines.ts';

/** Reads what a call tells while it runs: the output of a command so far, the messages of a sub-agent. */
export interface ProgressReader {
  read(line: JsonObject): void;
}

interface Readers {
  readonly answers: AnswerReader;
  readonly userLines: UserLineReader;
}

/** Kinds of progress that say nothing for the screen. */
const SILENT: ReadonlySet<unknown> = new Set([
  'hook_progress',
  'mcp_progress',
  'query_update',
  'search_results_received',
  'waiting_for_task',
]);

export function createProgressReader(sink: EventSink, agents: Agents, { answers, userLines }: Readers): ProgressReader {
  /** All that the command has written so far. */
  function output(callId: string, data: unknown): void {
    const written = text(data, 'fullOutput') ?? text(data, 'output');
    if (written !== undefined) sink.emit({ type: 'tool_output', callId, output: written }, agents.ownerOf(callId));
  }

  function agentSaid(callId: string, source: unknown): void {
    if (!isObject(source)) return;
    agents.of(callId);
    if (source.type === 'assistant') answers.read(source, callId);
    else if (source.type === 'user') userLines.read(source, callId);
  }

  return {
    read(line) {
      const { data } = line;
      const kind = text(data, 'type');
      const callId = text(line, 'parentToolUseID');
      if (callId === undefined || SILENT.has(kind)) return;
      if (kind === 'bash_progress' || kind === 'powershell_progress') output(callId, data);
      else if (kind === 'agent_progress' || kind === 'skill_progress') agentSaid(callId, member(data, 'message'));
      else sink.unknown(`progress/${String(kind)}`);
    },
  };
}
