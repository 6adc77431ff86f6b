import { createAgents } from '../claude/agents.ts';
import type { EventSink, Format, MessageReader } from '../decoder.ts';
import { type JsonObject, text } from '../json.ts';
import { createAnswerReader } from './answers.ts';
import { createNotificationReader } from './notifications.ts';
import { createProgressReader } from './progress.ts';
import { createRounds } from './rounds.ts';
import { createSidechains } from './sidechains.ts';
import { createSystemReader } from './system.ts';
import { createTimes } from './times.ts';
import { createUserLineReader } from './userLines.ts';

/**
 * The session files that Claude Code keeps (`~/.claude/projects/…/*.jsonl`): one JSON a line, a block of a message a
 * line, and a session of many rounds without any mark between them. What counts is the order of the lines, neither
 * their times nor their chain of parents, which breaks.
 */
export const claudeTranscript: Format = {
  recognises({ type, uuid, parentUuid, sessionId, leafUuid, messageId, operation }) {
    if (parentUuid !== undefined) return typeof uuid === 'string' && (MESSAGES.has(type) || SILENT.has(type));
    if (type === 'summary') return typeof leafUuid === 'string';
    if (type === 'file-history-snapshot') return typeof messageId === 'string';
    if (type === 'queue-operation') return typeof operation === 'string';
    return SILENT.has(type) && typeof sessionId === 'string';
  },
  open,
};

const MESSAGES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'progress']);

/** Kinds of lines that say nothing about the run. */
const SILENT: ReadonlySet<unknown> = new Set([
  'agent-color',
  'agent-name',
  'agent-setting',
  'ai-title',
  'attribution-snapshot',
  'content-replacement',
  'custom-title',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'speculation-accept',
  'summary',
  'tag',
  'task-summary',
  'worktree-state',
  'attachment',
  'queue-operation',
]);

function open(sink: EventSink): MessageReader {
  const rounds = createRounds(sink);
  const agents = createAgents(sink, rounds.called);
  const times = createTimes(sink);
  const notifications = createNotificationReader(agents);
  const sidechains = createSidechains(agents);
  const answers = createAnswerReader(sink, agents, rounds);
  const userLines = createUserLineReader({ sink, agents, rounds, notifications });
  const system = createSystemReader(sink, rounds);
  const progress = createProgressReader(sink, agents, { answers, userLines });
  const seen = new Set<string>();

  /** A line that comes again under its own id says nothing new (SPEC R5.4). */
  function isNew(line: JsonObject): boolean {
    const id = text(line, 'uuid');
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  }

  function read(line: JsonObject): void {
    if (!isNew(line)) return;
    times.read(line);
    switch (line.type) {
      case 'assistant':
        answers.read(line, sidechains.agentOf(line));
        return;
      case 'user':
        userLines.read(line, sidechains.agentOf(line));
        return;
      case 'system':
        system.read(line);
        return;
      case 'progress':
        progress.read(line);
        return;
      case 'attachment':
        userLines.attached(line);
        return;
      case 'queue-operation':
        notifications.read(text(line, 'content'));
        return;
      default:
        if (!SILENT.has(line.type)) sink.unknown(line.type);
    }
  }

  return {
    read,
    end(broken) {
      times.last();
      rounds.end(broken);
    },
  };
}
