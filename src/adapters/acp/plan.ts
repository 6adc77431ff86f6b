import type { EventBody } from '../../logic/events.ts';
import { list, text } from '../json.ts';

/** Reads plans: each is whole and is shown as a call of its own, named after the entry that is being worked on. */
export function createPlanReader(emit: (body: EventBody) => void): (plan: unknown) => void {
  let count = 0;

  return (plan) => {
    const entries = list(plan, 'entries');
    const current = entries.find((entry) => text(entry, 'status') === 'in_progress') ?? entries[0];
    const title = text(current, 'content');
    const lines = entries.map(
      (entry) => `${MARKS.get(text(entry, 'status')) ?? '[ ]'} ${text(entry, 'content') ?? ''}`,
    );
    const callId = `plan-${++count}`;
    emit({ type: 'tool_call_started', callId, name: 'plan', kind: 'plan', ...(title !== undefined && { title }) });
    emit({ type: 'tool_call_finished', callId, result: { text: lines.join('\n'), raw: plan } });
  };
}

const MARKS: ReadonlyMap<string | undefined, string> = new Map([
  ['completed', '[x]'],
  ['in_progress', '[>]'],
]);
