import type { Body, EventSink } from '../decoder.ts';
import { known, member, number } from '../json.ts';

/** The turns of one session: an assistant message is one, and so is each further step of it. */
export interface Turns {
  /** An assistant message begins. */
  open(messageId: string, model?: string): void;
  /** The turn that a message is in. */
  of(messageId: string): string | undefined;
  stepStarts(messageId: string): void;
  stepFinishes(messageId: string, part: unknown): void;
  /** The request of the turn is made again: what the turn holds so far is void. */
  retries(): void;
}

interface Turn {
  readonly messageId: string;
  readonly turnId: string;
  readonly steps: number;
  readonly isFinished: boolean;
}

export function createTurns(sink: EventSink, agentId: string | undefined): Turns {
  const turnIds = new Map<string, string>();
  let current: Turn | undefined;
  let model: string | undefined;
  let isRepeated = false;

  function begin(messageId: string, turnId: string, steps: number): void {
    const retryOf = isRepeated && current?.isFinished === false ? current.turnId : undefined;
    isRepeated = false;
    current = { messageId, turnId, steps, isFinished: false };
    turnIds.set(messageId, turnId);
    sink.emit(known<Body<'turn_started'>>({ type: 'turn_started', turnId, retryOf }), agentId);
  }

  function open(messageId: string, itsModel?: string): void {
    model = itsModel ?? model;
    if (!turnIds.has(messageId)) begin(messageId, messageId, 0);
  }

  return {
    open,
    of: (messageId) => turnIds.get(messageId),
    stepStarts(messageId) {
      open(messageId);
      if (current?.messageId !== messageId) return;
      const steps = current.steps + 1;
      if (steps === 1 && !current.isFinished) current = { ...current, steps };
      else begin(messageId, `${messageId}/${steps}`, steps);
    },
    stepFinishes(messageId, part) {
      if (current?.messageId === messageId) current = { ...current, isFinished: true };
      const turnId = turnIds.get(messageId);
      if (turnId !== undefined) sink.emit(stepUsage(part, turnId, model), agentId);
    },
    retries() {
      isRepeated = true;
    },
  };
}

/** opencode counts what was read from and written to the cache beside the input, and reasoning beside the output. */
function stepUsage(part: unknown, turnId: string, model: string | undefined): Body<'usage'> {
  const tokens = member(part, 'tokens');
  const cache = member(tokens, 'cache');
  const input = number(tokens, 'input');
  const output = number(tokens, 'output');
  const cached = number(cache, 'read');
  const allInput = (input ?? 0) + (cached ?? 0) + (number(cache, 'write') ?? 0);
  const reasoning = number(tokens, 'reasoning') ?? 0;
  // Versions differ in whether the output holds the reasoning; the total, where there is one, tells.
  const isApart = number(tokens, 'total') === allInput + (output ?? 0) + reasoning;
  return known<Body<'usage'>>({
    type: 'usage',
    turnId,
    inputTokens: input === undefined ? undefined : allInput,
    outputTokens: output === undefined ? undefined : output + (isApart ? reasoning : 0),
    cachedTokens: cached,
    reasoningTokens: reasoning > 0 ? reasoning : undefined,
    cost: number(part, 'cost'),
    model,
  });
}
