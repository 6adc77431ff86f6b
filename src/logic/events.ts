/**
 * The kit's own events: the only thing that the reducer knows. Every adapter turns one wire
 * format into these. For each delta there is a whole, which replaces what the deltas had added up to.
 */
export type AgentEvent = EventStamp & EventBody;

/** What any event may carry beside its body. */
export interface EventStamp {
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /** The delegated agent that the event is about; absent for the main agent. */
  readonly agentId?: string;
  /** The stream's own number of the event: one seen before is dropped, the order is not judged by it (SPEC R5.4). */
  readonly seq?: number | string;
  /** Of an entry of the conversation log that stands for several deltas. */
  readonly merged?: MergedStamp;
}

/** What the deltas that were joined into one had besides: their numbers, and when the last one came. */
export interface MergedStamp {
  readonly until?: number;
  readonly seqs?: readonly (number | string)[];
}

export type EventBody =
  /** One a prompt, never a session's id alone. */
  | { readonly type: 'run_started'; readonly runId: string }
  | { readonly type: 'user_message'; readonly text: string; readonly id?: string }
  /** `retryOf`: the attempt of that turn is void (SPEC R5.4). */
  | { readonly type: 'turn_started'; readonly turnId: string; readonly retryOf?: string }
  | { readonly type: 'text_delta'; readonly delta: string; readonly turnId?: string; readonly itemId?: string }
  | { readonly type: 'text'; readonly text: string; readonly turnId?: string; readonly itemId?: string }
  | ({
      readonly type: 'thinking_delta';
      readonly delta: string;
      readonly turnId?: string;
      readonly itemId?: string;
    } & ThoughtSeal)
  | ({
      readonly type: 'thinking';
      readonly text: string;
      readonly turnId?: string;
      readonly itemId?: string;
    } & ThoughtSeal)
  /** From markers only (SPEC R4.6). */
  | { readonly type: 'tool_preparing'; readonly toolName: string; readonly byteCount: number }
  /** May come again with more: what was missing is filled in. With `args` the call is whole and runs. */
  | {
      readonly type: 'tool_call_started';
      readonly callId: string;
      readonly name: string;
      readonly title?: string;
      readonly kind?: ToolKind;
      readonly turnId?: string;
      readonly args?: unknown;
    }
  | { readonly type: 'tool_args_delta'; readonly callId: string; readonly delta: string }
  | { readonly type: 'tool_args'; readonly callId: string; readonly args: unknown }
  /** The tool runs now. */
  | { readonly type: 'tool_call_ready'; readonly callId: string; readonly args?: unknown }
  | { readonly type: 'tool_output_delta'; readonly callId: string; readonly delta: string }
  /** A snapshot of the output so far: it replaces. */
  | { readonly type: 'tool_output'; readonly callId: string; readonly output: unknown }
  /** `isError` as the format flags it; adapters give a {@link ToolResult} as `result`. */
  | {
      readonly type: 'tool_call_finished';
      readonly callId: string;
      readonly result?: unknown;
      readonly isError?: boolean;
    }
  | {
      readonly type: 'approval_requested';
      readonly approvalId: string;
      readonly name: string;
      readonly callId?: string;
      readonly args?: unknown;
      readonly options?: readonly ApprovalOption[];
    }
  | {
      readonly type: 'approval_resolved';
      readonly approvalId: string;
      readonly decision: Decision;
      readonly optionId?: string;
      readonly reason?: string;
    }
  /** The agent of the event (`agentId`) delegates to `childId`; may come again with more. */
  | {
      readonly type: 'delegation_started';
      readonly childId: string;
      readonly callId?: string;
      readonly title?: string;
      readonly prompt?: string;
    }
  | { readonly type: 'delegation_finished'; readonly childId: string; readonly outcome: Outcome }
  | ({ readonly type: 'usage'; readonly turnId?: string } & Usage)
  | ({ readonly type: 'notice' } & NoticeText)
  | { readonly type: 'run_finished'; readonly outcome: Outcome; readonly runId?: string; readonly error?: string };

/** What a provider wants back, unread, with a thought of its model (SPEC R5.2 b); nobody is shown it. */
export interface ThoughtSeal {
  /** Anthropic's signature or redacted data, OpenAI's encrypted content; the newest of an item counts. */
  readonly signature?: string;
  /** The thought is nothing but its signature: Anthropic's `redacted_thinking`. */
  readonly redacted?: true;
}

/** How a run or a delegation ended. A limit of turns or tokens and a refusal are `failed`, with a notice. */
export type Outcome = 'completed' | 'aborted' | 'failed';

/** What the reader said to an approval. */
export type Decision = 'approved' | 'denied';

/** One of the answers that an agent offers for an approval. */
export interface ApprovalOption {
  readonly id: string;
  readonly label: string;
  readonly kind?: string;
}

/** What the components translate; a notice without a code is shown with its own text. */
export type NoticeCode = 'interrupted' | 'retry' | 'compaction' | 'limit' | 'refusal' | 'error';

export interface NoticeText {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly code?: NoticeCode;
  /** `at`: when the next attempt starts, milliseconds since the epoch. */
  readonly retry?: { readonly attempt: number; readonly of?: number; readonly at?: number };
}

export type ToolKind = 'shell' | 'read' | 'edit' | 'search' | 'fetch' | 'plan' | 'question' | 'agent' | 'other';

/** What adapters give as the result of a call; `raw` is the format's own value. */
export interface ToolResult {
  readonly text?: string;
  readonly json?: unknown;
  readonly exitCode?: number;
  /** A unified diff. */
  readonly diff?: string;
  /** Data or web addresses of images. */
  readonly images?: readonly string[];
  readonly raw: unknown;
}

/** Tokens and cost of a turn, or of a whole round. Cost is in US dollars, latency in milliseconds. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
  readonly contextWindow?: number;
  readonly model?: string;
  readonly cost?: number;
  readonly latencyMs?: number;
  readonly attempts?: number;
}
