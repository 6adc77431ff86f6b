import { currentStep } from '../../logic/currentStep.ts';
import { isPending, lastAnswer } from '../../logic/lastAnswer.ts';
import { callArguments } from '../../logic/parseArguments.ts';
import type { Approval, Item, Scope, Thread, ToolCall } from '../../logic/thread.ts';

/** Tells what a thread shows that another one does not; undefined where both show the same (SPEC R5.3). */
export type Comparison = (one: Thread, other: Thread) => string | undefined;

/**
 * Compares threads by what is shown: prompt, status, answer, dots, run line, and the trace in order. It remembers
 * which items were the same, so that comparing threads that share most of them again costs little.
 */
export function createComparison(): Comparison {
  const same = new Map<object, object>();

  function compareScopes(one: Scope, other: Scope, where: string): string | undefined {
    if (one.status !== other.status) return `${where}: its status is ${one.status}, not ${other.status}`;
    if (lastAnswer(one)?.text !== lastAnswer(other)?.text) return `${where}: its answer`;
    if (isPending(one) !== isPending(other)) return `${where}: its dots`;
    if (!isSame(currentStep(one), currentStep(other))) return `${where}: its run line`;
    if (one.steps !== other.steps) return `${where}: its number of steps`;
    if (!isSame(one.usage, other.usage)) return `${where}: its usage`;
    return compareItems(one, other, where);
  }

  function compareItems({ items }: Scope, other: Scope, where: string): string | undefined {
    if (items.length !== other.items.length) {
      return `${where}: ${items.length} items instead of ${other.items.length}`;
    }
    for (let i = 0; i < items.length; i++) {
      const [one, its] = [items.at(i), other.items.at(i)];
      if (!one || !its || same.get(one) === its) continue;
      const difference = compareItem(one, its, `${where}, item ${i + 1}`);
      if (difference !== undefined) return difference;
      same.set(one, its);
    }
    return undefined;
  }

  function compareItem(one: Item, other: Item, where: string): string | undefined {
    if (one.kind !== other.kind) return `${where}: ${one.kind} instead of ${other.kind}`;
    const others = fieldsOf(other);
    for (const [name, value] of Object.entries(fieldsOf(one))) {
      if (!isSame(value, others[name])) return `${where} (${one.kind}): its ${name}`;
    }
    return one.kind === 'delegation' && other.kind === 'delegation' ? compareScopes(one, other, where) : undefined;
  }

  return (one, other) => {
    if (one.rounds.length !== other.rounds.length) {
      return `${one.rounds.length} rounds instead of ${other.rounds.length}`;
    }
    for (let i = 0; i < one.rounds.length; i++) {
      const [round, its] = [one.rounds.at(i), other.rounds.at(i)];
      if (!round || !its || same.get(round) === its) continue;
      const where = `round ${i + 1}`;
      const difference =
        round.user?.text === its.user?.text ? compareScopes(round, its, where) : `${where}: what the user said`;
      if (difference !== undefined) return difference;
      same.set(round, its);
    }
    return undefined;
  };
}

/** What a row shows, by name. */
function fieldsOf(item: Item): Readonly<Record<string, unknown>> {
  switch (item.kind) {
    case 'thinking':
    case 'assistant_text':
      return { text: item.text };
    case 'tool_call': {
      const { callId, name, title, status, byteCount, output, result } = item;
      return { id: callId, name, title, status, 'byte count': byteCount, arguments: argumentsOf(item), output, result };
    }
    case 'approval': {
      const { name, open, decision, reason } = item;
      return { name, 'open state': open, decision, reason, arguments: argumentsOf(item) };
    }
    case 'delegation':
      return { agent: item.childId, title: item.title, prompt: item.prompt };
    case 'notice':
      return { level: item.level, text: item.text, code: item.code, retry: item.retry };
  }
}

/** A value that came whole is compared as it is, a text as what can be read of it. */
function argumentsOf(call: ToolCall | Approval): unknown {
  return typeof call.args === 'string' ? callArguments(call) : call.args;
}

/** Values from the wire may be nested without end. */
const MAX_DEPTH = 500;

/** Whether two values write the same JSON. */
function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other) || depth > MAX_DEPTH) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const pairs = memberPairs(one);
  if (pairs.length !== memberPairs(other).length) return false;
  return pairs.every(
    ([name, value]) => Object.hasOwn(other, name) && isSame(value, Reflect.get(other, name), depth + 1),
  );
}

function memberPairs(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
