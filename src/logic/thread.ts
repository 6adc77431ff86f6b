import type { ApprovalOption, Decision, NoticeText, Outcome, ToolKind, Usage } from './events.ts';
import { emptyThreadState, type ScopeState, state, type ThreadState } from './fold/state.ts';
import { type CallReading, type ProseReading, reading } from './reading.ts';
import { Sequence } from './sequence.ts';

/** One conversation. Plain data: `JSON.stringify` writes it whole, sequences as arrays. */
export interface Thread {
  readonly rounds: Sequence<Round>;
  readonly diagnostics: Diagnostics;
  readonly [state]: ThreadState;
}

/** What a stream held beside what is shown: for the developer, never for the reader (SPEC R5.4). */
export interface Diagnostics {
  /** How often each kind of event came that nobody knows. */
  readonly unknown: Readonly<Record<string, number>>;
  /** How many lines or events could not be read. */
  readonly malformed: number;
}

export type RoundStatus = 'running' | Outcome;

/**
 * All that follows one user message, until the run ends. Times are milliseconds since the epoch. What is not known is
 * undefined, and so absent from the JSON.
 */
export interface Round {
  readonly id: string;
  readonly user?: UserMessage | undefined;
  readonly items: Sequence<Item>;
  readonly status: RoundStatus;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** When the round last got something new; a sign of life alone does not count (SPEC R2.8). */
  readonly lastProgressAt?: number | undefined;
  readonly usage?: Usage | undefined;
  /** Milliseconds spent in approvals that are answered; they do not count as work (SPEC R2.7). */
  readonly waitedMs: number;
  /** Since when an approval is open. */
  readonly waitingSince?: number | undefined;
  /** Thoughts and tool calls of the main agent so far (SPEC R2.7). */
  readonly steps: number;
  readonly [state]: ScopeState;
}

export interface UserMessage {
  readonly text: string;
  readonly id?: string | undefined;
}

export type Item = Thinking | AssistantText | ToolCall | Approval | Delegation | Notice;

/** What every item has. */
interface ItemBase {
  /** Unique and ascending within its list, never reused: the key of a row. */
  readonly key: number;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** What thoughts and texts have. None is blank: what cannot be seen makes no item. */
interface Prose extends ItemBase {
  readonly text: string;
  readonly itemId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly [reading]: ProseReading;
}

export interface Thinking extends Prose {
  readonly kind: 'thinking';
}

export interface AssistantText extends Prose {
  readonly kind: 'assistant_text';
}

export type ToolCallStatus = 'preparing' | 'running' | 'done' | 'failed' | 'aborted';

export interface ToolCall extends ItemBase {
  readonly kind: 'tool_call';
  /** Empty for a row that only markers told of. */
  readonly callId: string;
  /** Empty until the name is known (SPEC R4.2a). */
  readonly name: string;
  readonly title?: string | undefined;
  readonly toolKind?: ToolKind | undefined;
  readonly turnId?: string | undefined;
  /** As received: an object, or the JSON text so far. */
  readonly args?: unknown;
  readonly status: ToolCallStatus;
  /** UTF-8 bytes of argument text so far. */
  readonly byteCount: number;
  /** The output so far: a text that deltas add up to, or a snapshot. */
  readonly output?: unknown;
  /** As the event gave it; adapters give a `ToolResult`. */
  readonly result?: unknown;
  /** The delegation that this call started; its row stands for the call in the trace. */
  readonly childId?: string | undefined;
  readonly [reading]: CallReading;
}

export interface Approval extends ItemBase {
  readonly kind: 'approval';
  readonly approvalId: string;
  readonly name: string;
  readonly callId?: string | undefined;
  readonly args?: unknown;
  readonly options?: readonly ApprovalOption[] | undefined;
  /** Whether it still waits for the reader. */
  readonly open: boolean;
  /** Absent while it waits, and where it closed without an answer. */
  readonly decision?: Decision | undefined;
  readonly optionId?: string | undefined;
  readonly reason?: string | undefined;
  readonly [reading]: CallReading;
}

export interface Delegation extends ItemBase {
  readonly kind: 'delegation';
  readonly childId: string;
  readonly callId?: string | undefined;
  readonly title?: string | undefined;
  readonly prompt?: string | undefined;
  readonly status: RoundStatus;
  readonly items: Sequence<Item>;
  readonly usage?: Usage | undefined;
  readonly steps: number;
  readonly [state]: ScopeState;
}

export interface Notice extends ItemBase, Pick<NoticeText, 'level' | 'text'> {
  readonly kind: 'notice';
  readonly code?: NoticeText['code'] | undefined;
  readonly retry?: NoticeText['retry'] | undefined;
}

/** What holds the items of one agent: the round for the main agent, its delegation for any other. */
export type Scope = Round | Delegation;

/** A thread in which nothing was said yet. */
export const emptyThread: Thread = {
  rounds: Sequence.empty(),
  diagnostics: { unknown: {}, malformed: 0 },
  [state]: emptyThreadState,
};
