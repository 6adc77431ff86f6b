import type { AgentEvent } from '../../logic/events.ts';
import { isBlank } from '../../logic/excerpt.ts';
import { isPending, lastAnswer } from '../../logic/lastAnswer.ts';
import type { Item, Scope, ToolCall } from '../../logic/thread.ts';
import type { Report } from './findings.ts';

/** R1.1, R1.2: the answer is the newest text that can be seen, and the dots show as long as there is none. */
export function checkAnswer(scope: Scope, newestText: number | undefined, name: string, report: Report): void {
  const isDue = scope.status === 'running' && newestText === undefined;
  if (isPending(scope) !== isDue) {
    const text = isDue ? 'runs, has said nothing and shows no dots' : 'shows dots beside its text or after its end';
    report('R1.2', `${name} ${text}.`, `${name} ${newestText}`);
  }
  if (lastAnswer(scope)?.key === newestText) return;
  report('R1.1', `The answer of ${name} is not its newest text.`, `${name} ${newestText}`);
}

/** R5.1: no item is blank, else thinking that follows would stand behind what nobody sees. */
export function checkProse(item: Item, name: string, report: Report): void {
  if ((item.kind !== 'thinking' && item.kind !== 'assistant_text') || !isBlank(item.text)) return;
  report('R5.1', `A blank ${item.kind} is an item of ${name}: thinking that follows would stand behind it.`);
}

/** R5.1: items stand in the order in which they came; looked at from `from` on. */
export function checkOrder({ items }: Scope, from: number, name: string, report: Report): void {
  for (let i = Math.max(1, from); i < items.length; i++) {
    const item = items.at(i);
    const before = items.at(i - 1);
    if (!item || !before || before.key < item.key) continue;
    const text = `A ${item.kind} of ${name} stands behind a ${before.kind} that came later`;
    report('R5.1', `${text}.`, `${name} ${item.key}`);
  }
}

/** R4.7, R5.4: what an event makes of the call that it names. */
export function checkCall(call: ToolCall, event: AgentEvent, report: Report): void {
  const isEnd = event.type === 'tool_call_finished';
  const isRun = event.type === 'tool_call_ready' || (event.type === 'tool_call_started' && event.args !== undefined);
  if (call.status === 'preparing' && (isEnd || isRun)) {
    report('R4.7', `The call ${call.callId} ${isEnd ? 'has its result' : 'runs'} and is still in preparation.`);
  } else if (call.status === 'running' && isEnd) {
    report('R5.4', `The call ${call.callId} has its result and still runs.`);
  }
}

/** R4.7: no row outlives its turn. */
export function checkTurnOf(call: ToolCall, name: string, report: Report): void {
  const what = call.callId === '' ? `A row of the tool ${call.name}` : `The call ${call.callId}`;
  const text = `${what} is still in preparation though the next turn of ${name} has begun.`;
  report('R4.7', text, `turn of ${name} ${call.key}`);
}

/** R4.7, R5.7: nothing is open after the end. */
export function checkClosed(items: Iterable<Item>, name: string, report: Report): void {
  for (const item of items) {
    const open = openOf(item);
    if (!open) continue;
    const rule = item.kind === 'tool_call' && item.status === 'preparing' ? 'R4.7' : 'R5.7';
    report(rule, `After the end of ${name} ${open}.`, `end of ${name} ${item.key}`);
  }
}

function openOf(item: Item): string | undefined {
  switch (item.kind) {
    case 'tool_call': {
      const isOpen = item.status === 'preparing' || item.status === 'running';
      return isOpen ? `the call ${item.callId || item.name} is ${item.status}` : undefined;
    }
    case 'approval':
      return item.open ? `the approval ${item.approvalId} is open` : undefined;
    case 'delegation':
      return item.status === 'running' ? `the agent ${item.childId} runs` : undefined;
    default:
      return undefined;
  }
}
