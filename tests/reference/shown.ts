import type { Usage } from '../../src/logic/events.ts';
import { type Argument, parseArguments, toolPreview } from '../../src/logic/index.ts';
import { type Item, isLiveCall, isProse, type Scope } from './state.ts';
import { excerpt, isBlank } from './text.ts';

/** What a reader sees of a thread. */
export interface Shown {
  readonly rounds: readonly ShownRound[];
  readonly unknown: Readonly<Record<string, number>>;
  readonly malformed: number;
}

export interface ShownRound extends ShownScope {
  readonly user: string | undefined;
}

export interface ShownScope {
  readonly status: string;
  readonly answer: string | undefined;
  readonly dots: boolean;
  readonly step: ShownStep | undefined;
  readonly trace: readonly Row[];
  readonly steps: number;
  readonly usage: Usage | undefined;
}

export interface ShownStep {
  readonly kind: string;
  readonly tool: string;
  readonly preview: string;
  readonly bytes: number | undefined;
  readonly others: number;
}

/** What a row of the trace shows; a delegation shows an answer, a step and a trace of its own. */
export type Row =
  | { readonly kind: 'thinking' | 'assistant_text'; readonly text: string }
  | {
      readonly kind: 'tool_call';
      readonly callId: string;
      readonly name: string;
      readonly title: string | undefined;
      readonly args: readonly Argument[];
      readonly status: string;
      readonly bytes: number;
      readonly output: unknown;
      readonly result: unknown;
    }
  | {
      readonly kind: 'approval';
      readonly name: string;
      readonly args: readonly Argument[];
      readonly open: boolean;
      readonly decision: string | undefined;
    }
  | { readonly kind: 'notice'; readonly level: string; readonly text: string }
  | ({ readonly kind: 'delegation'; readonly childId: string; readonly title: string | undefined } & ShownScope);

/** Works out anew what a scope shows (SPEC sections 1 to 3, R5.6). */
export function shownScope(scope: Scope): ShownScope {
  const items = visibleItems(scope);
  const answer = items.findLast((item) => item.kind === 'assistant_text');
  const isRunning = scope.status === 'running';
  return {
    status: scope.status,
    answer: answer && isProse(answer) ? answer.text : undefined,
    dots: isRunning && answer === undefined,
    step: isRunning ? stepOf(items) : undefined,
    trace: items.filter((item) => item !== answer).map(rowOf),
    steps: items.filter(isStep).length,
    usage: usageOf(scope),
  };
}

/** Blank texts are in no trace (SPEC R5.1). */
export function visibleItems(scope: Scope): Item[] {
  return scope.items.filter((item) => !(isProse(item) && isBlank(item.text)));
}

/** Thoughts and calls; a delegation that no call started is a step of its own, a marker's row is none. */
function isStep(item: Item): boolean {
  if (item.kind === 'tool_call') return item.callId !== '';
  return item.kind === 'thinking' || (item.kind === 'delegation' && item.callId === undefined);
}

/** An open approval, the oldest first; else the newest item that is still live (SPEC R2.0). */
function stepOf(items: readonly Item[]): ShownStep {
  const approval = items.find((item) => item.kind === 'approval' && item.open);
  if (approval?.kind === 'approval') {
    return step('approval', approval.name, previewOf(approval.args));
  }
  const newest = items.findLast((item) => (item.kind === 'thinking' && item.live) || isLiveCall(item));
  if (newest?.kind === 'thinking') return step('thinking', '', newestParagraph(newest.text));
  if (newest?.kind !== 'tool_call') return step('working', '', '');
  const isPreparing = newest.status === 'preparing';
  return {
    ...step(isPreparing ? 'preparing' : 'tool', newest.name, previewOf(newest.args, newest.title)),
    bytes: isPreparing ? newest.bytes : undefined,
    others: items.filter(isLiveCall).length - 1,
  };
}

function step(kind: string, tool: string, preview: string): ShownStep {
  return { kind, tool, preview, bytes: undefined, others: 0 };
}

function rowOf(item: Item): Row {
  switch (item.kind) {
    case 'thinking':
    case 'assistant_text':
      return { kind: item.kind, text: item.text };
    case 'tool_call': {
      const { kind, callId, name, title, status, bytes, output, result } = item;
      return { kind, callId, name, title, args: parseArguments(item.args), status, bytes, output, result };
    }
    case 'approval': {
      const { kind, name, open, decision } = item;
      return { kind, name, args: parseArguments(item.args), open, decision };
    }
    case 'notice':
      return { kind: 'notice', level: item.level, text: item.text };
    case 'delegation':
      return { kind: 'delegation', childId: item.scope.id ?? '', title: item.title, ...shownScope(item.scope) };
  }
}

/** The last non-blank block between blank lines, on one line; the only Markdown marks here are stars (SPEC R2.9). */
function newestParagraph(text: string): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => !isBlank(line));
  const first = lines.slice(0, last + 1).findLastIndex(isBlank) + 1;
  const behind = last < lines.length - 1 ? '\n' : '';
  const newest = lines.slice(first, last + 1).join('\n');
  return excerpt(newest.replaceAll('*', '') + behind);
}

/** Reads the whole text each time; how it reads is the matter of tests of its own. */
function previewOf(args: unknown, title = ''): string {
  return toolPreview({ name: '', args, title });
}

/** Usage fields that add up over the turns. */
const summed = [
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  'reasoningTokens',
  'cost',
  'latencyMs',
  'attempts',
] as const;

/** The sum of the turns, unless the format told a total (SPEC R5.6). */
function usageOf({ turnUsage, total, latest }: Scope): Usage | undefined {
  if (!total && turnUsage.size === 0) return undefined;
  const sum: Partial<Record<(typeof summed)[number], number>> = {};
  for (const usage of turnUsage.values()) {
    for (const field of summed) if (usage[field] !== undefined) sum[field] = (sum[field] ?? 0) + usage[field];
  }
  return { ...sum, ...total, ...latest };
}
