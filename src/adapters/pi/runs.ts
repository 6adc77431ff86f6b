import type { Body, EventSink } from '../decoder.ts';
import { errorText, interrupt } from '../endings.ts';
import { known, list, member, number, text } from '../json.ts';
import { holdEnd, type RunEnd, tellEnd } from '../runEnd.ts';

/** Where runs and their turns begin and end. pi names neither: a run is known by the time of its prompt. */
export interface Runs {
  session(id: string | undefined): void;
  /** The user's words: they end what ran before. */
  user(message: unknown): void;
  /** A message of the assistant begins; its turn. */
  turn(message: unknown): string;
  /** A message of the assistant is whole. */
  stopped(message: unknown): void;
  /** The agent has ended, unless it makes its request again: newer versions say whether it will. */
  ends(willRetry: unknown): void;
  /** The run is over unless the assistant goes on, as a session file shows it. */
  pauses(): void;
  /** The agent makes its failed request again. */
  retries(): void;
  /** Nothing more comes of the run. */
  settled(): void;
  gaveUp(error: string | undefined): void;
  /** The conversation goes on from another point than where it stands. */
  branches(): void;
  /** Whether a run has begun whose end has not been told, nor held. */
  readonly isRunning: boolean;
  end(): void;
}

/** `prompted` is told of each prompt once its run has begun. */
export function createRuns(sink: EventSink, prompted: () => void): Runs {
  let sessionId = 'pi';
  let isRunning = false;
  let turns = 0;
  let turnId: string | undefined;
  let isRepeated = false;
  let stop: RunEnd | undefined;
  let release: (() => void) | undefined;

  function begin(timestamp: number | undefined): string | undefined {
    isRunning = true;
    stop = undefined;
    isRepeated = false;
    return timestamp === undefined ? undefined : `${sessionId}/${timestamp}`;
  }

  function close(end: RunEnd): void {
    isRunning = false;
    release = undefined;
    tellEnd(sink, end);
  }

  function settled(): void {
    if (!release) return;
    release();
    release = undefined;
    isRunning = false;
  }

  return {
    get isRunning() {
      return isRunning && release === undefined;
    },
    session(id) {
      settled();
      sessionId = id ?? sessionId;
    },
    user(message) {
      settled();
      // A prompt that waited until the one before was answered; one that comes in between stops the run (SPEC R1.6).
      if (isRunning && stop?.outcome === 'completed') close(stop);
      const id = begin(number(message, 'timestamp'));
      sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: wordsOf(message), id }));
      if (id !== undefined) sink.emit({ type: 'run_started', runId: id });
      prompted();
    },
    turn(message) {
      if (release && stop?.outcome === 'failed') isRepeated = true;
      release = undefined;
      const retryOf = isRepeated ? turnId : undefined;
      if (!isRunning) {
        const runId = begin(number(message, 'timestamp'));
        if (runId !== undefined) sink.emit({ type: 'run_started', runId });
      }
      isRepeated = false;
      stop = undefined;
      turns++;
      turnId = `turn-${turns}`;
      sink.emit(known<Body<'turn_started'>>({ type: 'turn_started', turnId, retryOf }));
      return turnId;
    },
    stopped(message) {
      stop = endOf(message);
    },
    ends(willRetry) {
      if (!isRunning) return;
      const end = stop ?? { outcome: 'completed' };
      if (willRetry === true || (willRetry !== false && end.outcome === 'failed')) release = holdEnd(sink, end);
      else close(end);
    },
    pauses() {
      release = holdEnd(sink, stop ?? { outcome: 'completed' });
    },
    retries() {
      release = undefined;
      isRepeated = true;
    },
    settled,
    gaveUp(error) {
      if (release) settled();
      else if (isRunning) close({ outcome: 'failed', error: errorText(error) });
    },
    branches() {
      settled();
      if (isRunning) close({ outcome: 'aborted' });
    },
    end() {
      settled();
      if (isRunning) interrupt(sink);
    },
  };
}

/** How a run ends that this was the last message of; undefined where it stops for tools. */
function endOf(message: unknown): RunEnd | undefined {
  switch (member(message, 'stopReason')) {
    case 'toolUse':
      return undefined;
    case 'aborted':
      return { outcome: 'aborted' };
    case 'error':
      return { outcome: 'failed', error: errorText(member(message, 'errorMessage')) };
    case 'length':
      return { outcome: 'failed', error: 'The model reached its limit of tokens.', code: 'limit' };
    default:
      return { outcome: 'completed' };
  }
}

/** The text of a message's content, which is a text or a list of blocks. */
export function wordsOf(message: unknown): string {
  const content = member(message, 'content');
  if (typeof content === 'string') return content;
  return list(message, 'content')
    .flatMap((block) => text(block, 'text') ?? [])
    .join('\n');
}
