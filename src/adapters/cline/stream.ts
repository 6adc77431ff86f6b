import type { Body, EventSink } from '../decoder.ts';
import { errorText, interrupt } from '../endings.ts';
import { isObject, type JsonObject, text } from '../json.ts';
import { holdEnd, type RunEnd, tellEnd } from '../runEnd.ts';
import { createAgents } from './agents.ts';
import { endOfReason } from './ends.ts';
import { usageOf } from './turn.ts';

/** The kinds of lines that `cline --json` writes. */
export const LINES: ReadonlySet<unknown> = new Set([
  'agent_event',
  'error',
  'hook_event',
  'run_abort_requested',
  'run_aborted',
  'run_result',
  'run_start',
  'team_event',
  'team_restored',
]);
const SILENT: ReadonlySet<unknown> = new Set(['run_abort_requested', 'run_start', 'team_event', 'team_restored']);

/** Why a notice comes, where the components have words for it. */
const NOTICES: ReadonlyMap<unknown, Body<'notice'>['code']> = new Map<unknown, Body<'notice'>['code']>([
  ['api_error', 'retry'],
  ['mistake_limit', 'limit'],
  ['auto_compaction', 'compaction'],
  ['manual_compaction', 'compaction'],
  ['compaction_budget_emergency', 'compaction'],
]);

/** Reads the lines of `cline --json`. The stream does not hold the user's words. */
export interface Stream {
  read(line: JsonObject): void;
  end(): void;
}

export function createStream(sink: EventSink): Stream {
  const agents = createAgents(sink);
  let isRunning = false;
  let runs = 0;
  let conversation = 'cline';
  let release: (() => void) | undefined;
  let failure: RunEnd | undefined;

  function begin(): void {
    if (isRunning) return;
    isRunning = true;
    runs++;
    failure = undefined;
    // Only what follows a run needs a name: the app gives the prompt of the first.
    if (runs > 1) sink.emit({ type: 'run_started', runId: `${conversation}/${runs}` });
  }

  /** A stream that begins in the middle is in a run (SPEC R5.3); what comes after an end begins none (SPEC R5.7). */
  function join(): void {
    if (runs === 0) begin();
  }

  function close(end: RunEnd | undefined): void {
    if (end) tellEnd(sink, end);
    else release?.();
    release = undefined;
    isRunning = false;
  }

  function readHook(line: JsonObject): void {
    conversation = text(line, 'taskId') ?? conversation;
    if (line.hookEventName === 'agent_start') agents.starts(line);
    else if (line.hookEventName === 'agent_end') agents.ends(line);
  }

  /** Another iteration takes the end back; the first one of a run follows the end of the run before. */
  function iterationStarts(event: JsonObject): void {
    if (release && text(event, 'parentAgentId') === undefined) {
      if (event.iteration === 1) close(undefined);
      release = undefined;
    }
    begin();
    agents.of(event).begin();
  }

  function done(event: JsonObject): void {
    if (text(event, 'parentAgentId') !== undefined) return;
    const end = endOfReason(event.reason, text(event, 'text'));
    if (end.outcome === 'completed') agents.main().lastWords(text(event, 'text'));
    release = holdEnd(sink, end.outcome === 'failed' && end.code === undefined ? (failure ?? end) : end);
  }

  function readError(event: JsonObject): void {
    const error = errorText(event.error ?? event.message);
    if (event.recoverable === true)
      agents.of(event).emit({ type: 'notice', level: 'warning', code: 'error', text: error });
    else failure = { outcome: 'failed', error };
  }

  function readNotice(event: JsonObject): void {
    const said = text(event, 'message');
    if (said === undefined) return;
    const code = NOTICES.get(event.reason);
    const level = event.noticeType === 'status' ? 'info' : 'warning';
    agents.of(event).emit({ type: 'notice', level, text: said, ...(code !== undefined && { code }) });
  }

  function readEvent(event: JsonObject): void {
    join();
    switch (event.type) {
      case 'iteration_start':
        iterationStarts(event);
        return;
      case 'content_start':
        begin();
        agents.of(event).contentStart(event);
        return;
      case 'content_update':
        agents.of(event).contentUpdate(event);
        return;
      case 'content_end':
        agents.of(event).contentEnd(event);
        return;
      case 'usage':
        agents.of(event).usage(event);
        return;
      case 'notice':
        readNotice(event);
        return;
      case 'error':
        readError(event);
        return;
      case 'done':
        done(event);
        return;
      default:
        if (event.type !== 'iteration_end') sink.unknown(`agent_event/${String(event.type)}`);
    }
  }

  /** The last line of a run: its usage in all, and its end where no event told it. */
  function readResult(line: JsonObject): void {
    join();
    const model = text(line.model, 'id');
    sink.emit({ ...usageOf(line.aggregateUsage ?? line.usage), ...(model !== undefined && { model }) });
    if (release) {
      close(undefined);
      return;
    }
    if (!isRunning) return;
    const end = failure ?? endOfReason(line.finishReason, text(line, 'text'));
    if (end.outcome === 'completed') agents.main().lastWords(text(line, 'text'));
    close(end);
  }

  return {
    read(line) {
      const time = Date.parse(text(line, 'ts') ?? '');
      sink.setTime(Number.isNaN(time) ? undefined : time);
      switch (line.type) {
        case 'agent_event':
          if (isObject(line.event)) readEvent(line.event);
          else sink.malformed();
          return;
        case 'hook_event':
          readHook(line);
          return;
        case 'run_result':
          readResult(line);
          return;
        case 'run_aborted':
          if (isRunning) close({ outcome: 'aborted' });
          return;
        case 'error':
          close({ outcome: 'failed', error: errorText(line.message) });
          return;
        default:
          if (!SILENT.has(line.type)) sink.unknown(line.type);
      }
    },
    end() {
      if (release) close(undefined);
      else if (isRunning && failure) close(failure);
      else if (isRunning) interrupt(sink);
    },
  };
}
