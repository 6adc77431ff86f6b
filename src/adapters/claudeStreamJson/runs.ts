import { stopFailure } from '../anthropic/failures.ts';
import type { Agents } from '../claude/agents.ts';
import type { Body, EventSink } from '../decoder.ts';
import { errorText, fail, failAsTold, interrupt } from '../endings.ts';
import { type JsonObject, known, list, text } from '../json.ts';
import type { NoticeReader } from './notices.ts';
import { runUsage } from './usage.ts';

/** Reads how runs begin and end. */
export interface RunReader {
  /** Comes before each prompt. Its own id names the run; a session's id alone begins none (SPEC R1.6). */
  init(line: JsonObject): void;
  /** The reader's prompt begins a run. */
  begin(): void;
  /** The reader stopped the run. */
  interrupted(): void;
  /** A line told of the error that the result may repeat. */
  toldError(error: string): void;
  result(line: JsonObject): void;
  /** The stream is over. */
  end(): void;
}

const LIMITS: ReadonlyMap<unknown, string> = new Map([
  ['error_max_turns', 'The run reached its limit of turns.'],
  ['error_max_budget_usd', 'The run reached its budget.'],
  ['error_max_structured_output_retries', 'The run reached its limit of attempts.'],
]);

export function createRunReader(sink: EventSink, agents: Agents, notices: NoticeReader): RunReader {
  let runId: string | undefined;
  let running = false;
  let ended = false;
  let isInterrupted = false;
  let told: string | undefined;

  function begin(): void {
    running = true;
    runId = undefined;
    ended = false;
    isInterrupted = false;
    told = undefined;
    notices.startRun();
    agents.main().startRun();
  }

  /** The result repeats the last text, or joins the last texts; it is told only where no line had it. */
  function lastWords(said: string | undefined): void {
    if (said === undefined || unspaced(agents.main().lastText()).includes(unspaced(said))) return;
    sink.emit({ type: 'text', text: said });
  }

  function finish(line: JsonObject): void {
    const limit = LIMITS.get(line.subtype);
    const stop = stopFailure(line.stop_reason);
    const error = text(line, 'result') ?? list(line, 'errors').map(errorText).join('\n');
    if (isInterrupted || text(line, 'terminal_reason')?.startsWith('aborted')) close('aborted');
    else if (limit !== undefined) fail(sink, limit, runId, 'limit');
    else if (stop) fail(sink, stop.text, runId, stop.code);
    else if (error === told) failAsTold(sink, errorText(error), runId);
    else if (line.is_error === true || line.subtype !== 'success') fail(sink, errorText(error), runId);
    else close('completed');
  }

  function close(outcome: 'completed' | 'aborted'): void {
    sink.emit(known<Body<'run_finished'>>({ type: 'run_finished', outcome, runId }));
  }

  return {
    init(line) {
      if (running && runId !== undefined) return;
      if (!running) begin();
      runId = text(line, 'uuid') === text(line, 'session_id') ? undefined : text(line, 'uuid');
      if (runId !== undefined) sink.emit({ type: 'run_started', runId });
    },
    begin,
    interrupted() {
      isInterrupted = true;
    },
    toldError(error) {
      told = error;
    },
    result(line) {
      for (const denial of list(line, 'permission_denials')) notices.permissionDenied(denial);
      if (line.is_error !== true && line.subtype === 'success') lastWords(text(line, 'result'));
      const usage = runUsage(line);
      if (usage) sink.emit(usage);
      running = false;
      ended = true;
      finish(line);
    },
    end() {
      if (!ended) interrupt(sink, runId);
    },
  };
}

function unspaced(said: string): string {
  return said.replace(/\s+/g, '');
}
