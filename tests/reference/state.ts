import type { NoticeText, Outcome, Usage } from '../../src/logic/events.ts';

/** What the reference keeps: lists that are searched from end to end, changed in place. */
export interface RoundState {
  runId: string | undefined;
  user: { text: string; id?: string } | undefined;
  readonly main: Scope;
}

/** The items of one agent, and what its rules need to know. */
export interface Scope {
  readonly id: string | undefined;
  status: 'running' | Outcome;
  items: Item[];
  turn: string | undefined;
  readonly turns: string[];
  /** Turns whose attempt is void, and the items that it had. */
  readonly voided: Set<string>;
  readonly gone: Set<string>;
  /** A tool has answered since the agent last wrote or thought: what follows is a new turn (SPEC R5.1). */
  answered: boolean;
  readonly results: Map<string, Finished>;
  readonly turnUsage: Map<string, Usage>;
  total: Usage | undefined;
  latest: Usage;
}

export interface Finished {
  readonly result?: unknown;
  readonly isError?: boolean;
}

export interface Prose {
  readonly kind: 'thinking' | 'assistant_text';
  text: string;
  readonly itemId: string | undefined;
  readonly turn: string | undefined;
  /** Whether it is being thought now. */
  live: boolean;
  isWhole: boolean;
}

export interface Call {
  readonly kind: 'tool_call';
  /** Empty for a row that only markers told of. */
  callId: string;
  name: string;
  title: string | undefined;
  readonly turn: string | undefined;
  args: unknown;
  status: 'preparing' | 'running' | 'done' | 'failed' | 'aborted';
  bytes: number;
  output: unknown;
  result: unknown;
  restarted: boolean;
  /** Its arguments came whole: pieces that follow are late. */
  isWhole: boolean;
}

export interface Approval {
  readonly kind: 'approval';
  readonly approvalId: string;
  readonly callId: string | undefined;
  readonly name: string;
  readonly args: unknown;
  open: boolean;
  decision: string | undefined;
}

export interface Delegation {
  readonly kind: 'delegation';
  callId: string | undefined;
  title: string | undefined;
  readonly scope: Scope;
}

export interface Notice extends NoticeText {
  readonly kind: 'notice';
}

export type Item = Prose | Call | Approval | Delegation | Notice;

export function newScope(id?: string): Scope {
  return {
    id,
    status: 'running',
    items: [],
    turn: undefined,
    turns: [],
    voided: new Set(),
    gone: new Set(),
    answered: false,
    results: new Map(),
    turnUsage: new Map(),
    total: undefined,
    latest: {},
  };
}

export function newCall(callId: string, name: string, turn: string | undefined): Call {
  return {
    kind: 'tool_call',
    callId,
    name,
    title: undefined,
    turn,
    args: undefined,
    status: 'preparing',
    bytes: 0,
    output: undefined,
    result: undefined,
    restarted: false,
    isWhole: false,
  };
}

export function isProse(item: Item): item is Prose {
  return item.kind === 'thinking' || item.kind === 'assistant_text';
}

export function isMarkerRow(item: Item): item is Call {
  return item.kind === 'tool_call' && item.callId === '' && item.status === 'preparing';
}

export function isLiveCall(item: Item): item is Call {
  return item.kind === 'tool_call' && (item.status === 'preparing' || item.status === 'running');
}
