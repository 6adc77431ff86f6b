import { currentStep, isPending, lastAnswer, type Thread, traceEvents } from '../../src/logic/index.ts';
import { callArguments } from '../../src/logic/parseArguments.ts';
import type { Delegation, Item, Round } from '../../src/logic/thread.ts';
import type { Row, Shown, ShownScope, ShownStep } from './shown.ts';

/** What a thread of `src/logic` shows, in the words of the reference. */
export function project({ rounds, diagnostics }: Thread): Shown {
  return {
    rounds: [...rounds].map((round) => ({ user: round.user?.text, ...projectScope(round) })),
    unknown: { ...diagnostics.unknown },
    malformed: diagnostics.malformed,
  };
}

function projectScope(scope: Round | Delegation): ShownScope {
  return {
    status: scope.status,
    answer: lastAnswer(scope)?.text,
    dots: isPending(scope),
    step: projectStep(scope),
    trace: traceEvents(scope).map(rowOf),
    steps: scope.steps,
    usage: scope.usage,
  };
}

function projectStep(scope: Round | Delegation): ShownStep | undefined {
  const step = currentStep(scope);
  if (!step) return undefined;
  const { kind, tool = '', preview = '', bytes, others = 0 } = step;
  return { kind, tool, preview, bytes, others };
}

function rowOf(item: Item): Row {
  switch (item.kind) {
    case 'thinking':
    case 'assistant_text':
      return { kind: item.kind, text: item.text };
    case 'tool_call': {
      const { kind, callId, name, title, status, byteCount, output, result } = item;
      return { kind, callId, name, title, args: callArguments(item), status, bytes: byteCount, output, result };
    }
    case 'approval':
      return {
        kind: item.kind,
        name: item.name,
        args: callArguments(item),
        open: item.open,
        decision: item.decision,
      };
    case 'notice':
      return { kind: 'notice', level: item.level, text: item.text };
    case 'delegation':
      return { kind: 'delegation', childId: item.childId, title: item.title, ...projectScope(item) };
  }
}
