import type { Agents } from '../claude/agents.ts';
import { claudeToolResult } from '../claude/toolResult.ts';
import type { Body, EventSink } from '../decoder.ts';
import { type JsonObject, known, list, member, text } from '../json.ts';
import { denialIn } from './denials.ts';
import type { NotificationReader } from './notifications.ts';
import type { Rounds } from './rounds.ts';
import { readWords, textOf } from './words.ts';

/** Reads lines with the results of tools, or with words: of the reader, of a sub-agent's caller, or of nobody. */
export interface UserLineReader {
  read(line: JsonObject, agentId: string | undefined): void;
  /** What the program adds to a round; among it what the reader wrote while the agent worked. */
  attached(line: JsonObject): void;
}

interface Context {
  readonly sink: EventSink;
  readonly agents: Agents;
  readonly rounds: Rounds;
  readonly notifications: NotificationReader;
}

export function createUserLineReader({ sink, agents, rounds, notifications }: Context): UserLineReader {
  const prompts = new Set<string>();

  function returned(block: unknown, rich: unknown, agentId: string | undefined): void {
    const callId = text(block, 'tool_use_id');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    if (agentId === undefined && !rounds.returned(callId)) return;
    const content = member(block, 'content');
    const isError = member(block, 'is_error') === true;
    const denial = isError ? denialIn(textOf(content)) : undefined;
    if (denial) denied(callId, denial.reason, agentId);
    agents.returned(callId, denial ? 'aborted' : isError ? 'failed' : 'completed', rich);
    notifications.returned(callId, rich);
    const result = claudeToolResult(content, rich);
    sink.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) }, agentId);
  }

  /** The file tells of no question, only of the answer: the reader was asked before the call ran. */
  function denied(callId: string, reason: string | undefined, agentId: string | undefined): void {
    const approvalId = `approval of ${callId}`;
    sink.emit({ type: 'approval_requested', approvalId, callId, name: '' }, agentId);
    sink.emit(
      known<Body<'approval_resolved'>>({ type: 'approval_resolved', approvalId, decision: 'denied', reason }),
      agentId,
    );
  }

  function words(line: JsonObject): void {
    const found = readWords(member(line.message, 'content'));
    if (found.kind === 'interrupt') rounds.stopped();
    else if (found.kind === 'notification') notifications.read(found.source);
    else if (found.kind === 'command done') rounds.commandDone();
    else if (isNobodys(line)) return;
    else if (found.kind === 'command') rounds.command(found.said, text(line, 'uuid'));
    else if (found.kind === 'typed') said(found.said, line);
  }

  /** A resumed session writes prompts again, under other ids but at their own times. */
  function said(words: string, line: JsonObject): void {
    const time = text(line, 'timestamp');
    const name = `${time} ${words}`;
    if (time !== undefined && prompts.has(name)) return;
    prompts.add(name);
    rounds.prompt(words, text(line, 'uuid'));
  }

  return {
    read(line, agentId) {
      const results = list(line.message, 'content').filter((block) => text(block, 'type') === 'tool_result');
      for (const block of results) returned(block, results.length === 1 ? line.toolUseResult : undefined, agentId);
      if (results.length > 0) agents.of(agentId).endMessage();
      if (agentId === undefined) {
        // Beside results only an interrupt counts: other texts are what the program adds for its model.
        if (results.length === 0 || readWords(member(line.message, 'content')).kind === 'interrupt') words(line);
      } else if (results.length === 0) {
        agents.of(agentId);
        agents.prompted(agentId, textOf(member(line.message, 'content')));
      }
    },
    attached(line) {
      const { attachment } = line;
      if (line.isSidechain === true || text(attachment, 'type') !== 'queued_command') return;
      words({ uuid: line.uuid, timestamp: line.timestamp, message: { content: member(attachment, 'prompt') } });
    },
  };
}

function isNobodys({ isMeta, isCompactSummary, isVisibleInTranscriptOnly }: JsonObject): boolean {
  return isMeta === true || isCompactSummary === true || isVisibleInTranscriptOnly === true;
}
