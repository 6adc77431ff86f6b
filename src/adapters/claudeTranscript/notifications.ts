import type { Agents } from '../claude/agents.ts';
import { member, text } from '../json.ts';
import { tag } from './words.ts';

/** Reads how sub-agents in the background end, of which three places tell. */
export interface NotificationReader {
  /** A text that may be such a notification. */
  read(source: string | undefined): void;
  /** What the program knows of a call's result: that a sub-agent works on, or how the one that was waited for ended. */
  returned(callId: string, rich: unknown): void;
}

export function createNotificationReader(agents: Agents): NotificationReader {
  /** The calls that started sub-agents, by the id that the program gave these. */
  const calls = new Map<string, string>();

  function ended(taskId: string | undefined, callId: string | undefined, status: string | undefined): void {
    if (status === undefined || status === 'running' || status === 'pending') return;
    agents.notified(callId ?? calls.get(taskId ?? ''), status);
    if (taskId !== undefined) calls.delete(taskId);
  }

  return {
    read(source) {
      if (source === undefined || !/^\s*<(task|agent)-notification>/.test(source)) return;
      ended(tag(source, 'task-id') ?? tag(source, 'agent-id'), tag(source, 'tool-use-id'), tag(source, 'status'));
    },
    returned(callId, rich) {
      const agentId = text(rich, 'agentId');
      if (agentId !== undefined && text(rich, 'status') === 'async_launched') calls.set(agentId, callId);
      const task = member(rich, 'task');
      ended(text(task, 'task_id'), undefined, text(task, 'status'));
    },
  };
}
