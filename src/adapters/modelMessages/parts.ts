/** What a model said in one turn, in the order in which it said it. */
export interface ModelTurn {
  readonly parts: readonly ModelPart[];
}

/** What one prompt led to. */
export interface ModelRound {
  readonly prompt: string | undefined;
  readonly turns: readonly ModelTurn[];
}

export type ModelPart = Prose | Call;

/** A thought or a text, its deltas joined. */
export interface Prose {
  readonly kind: 'thinking' | 'text';
  readonly itemId: string | undefined;
  text: string;
  /** Whether anything of it can be seen (SPEC R1.1). */
  isVisible: boolean;
  /** Whether its whole has come. */
  isWhole: boolean;
  signature: string | undefined;
  isRedacted: boolean;
}

export interface Call {
  readonly kind: 'call';
  readonly callId: string;
  name: string;
  args: unknown;
  /** Where its arguments come from: pieces that may go on, pieces that begin anew, or the whole. */
  argsAre: 'pieces' | 'restarted' | 'whole';
  isRunning: boolean;
  /** Somebody was asked whether it may run. */
  isAsked: boolean;
  /** What it printed so far. */
  output: unknown;
  answer: CallAnswer | undefined;
  denial: Denial | undefined;
}

/** The first result of a call: it stands (SPEC R5.4). */
export interface CallAnswer {
  readonly result: unknown;
  readonly isError: boolean;
}

export interface Denial {
  readonly reason: string | undefined;
}

/** What apps may say about the messages. */
export interface ModelMessageOptions {
  /**
   * `false` leaves the thoughts out: a provider refuses those that another one sealed, so that a conversation which
   * goes on with another provider's model goes on without them.
   */
  readonly thoughts?: boolean;
}
