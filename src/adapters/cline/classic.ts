import { parseJson } from '../../logic/json.ts';
import type { Body, EventSink } from '../decoder.ts';
import { interrupt } from '../endings.ts';
import { isObject, type JsonObject, known, number, text } from '../json.ts';
import { holdEnd, type RunEnd, tellEnd } from '../runEnd.ts';
import { type ClassicCalls, createClassicCalls } from './classicCalls.ts';

/**
 * Reads the messages that the extension shows, `ui_messages.json`, which older versions of the program also streamed:
 * what is said and what is asked, each known by its time. One that is still written comes again, longer.
 */
export interface Classic {
  read(message: JsonObject): void;
  end(): void;
}

/** What a message says that is no step. */
const SILENT: ReadonlySet<unknown> = new Set([
  'api_req_finished',
  'browser_action_launch',
  'checkpoint_created',
  'command_output',
  'conditional_rules_applied',
  'deleted_api_reqs',
  'hook_output_stream',
  'hook_status',
  'load_mcp_documentation',
  'mcp_notification',
  'mcp_server_request_started',
  'new_task',
  'report_bug',
  'shell_integration_warning',
  'shell_integration_warning_with_suggestion',
  'task_progress',
  'user_feedback_diff',
]);
const PROBLEMS: ReadonlySet<unknown> = new Set([
  'clineignore_error',
  'command_permission_denied',
  'diff_error',
  'error',
  'mistake_limit_reached',
]);
const PROSE: ReadonlySet<unknown> = new Set([
  'act_mode_respond',
  'completion_result',
  'followup',
  'plan_mode_respond',
  'text',
]);
/** Where the program has done its part, and waits for the user. */
const RESTS: ReadonlySet<unknown> = new Set(['completion_result', 'followup', 'plan_mode_respond']);

export function createClassic(sink: EventSink): Classic {
  const calls: ClassicCalls = createClassicCalls(sink);
  let isFirst = true;
  let isRunning = false;
  let turnId: string | undefined;
  /** Ends the run where it stands; what is done next takes that back. */
  let release: (() => void) | undefined;
  let lastTime: number | undefined;

  function rests(how: RunEnd): void {
    if (isRunning) release = holdEnd(sink, how);
  }

  function close(how: RunEnd | undefined): void {
    if (release) release();
    else if (isRunning && how) tellEnd(sink, how);
    else return;
    release = undefined;
    isRunning = false;
  }

  function readPrompt(said: string, ts: number): void {
    close(undefined);
    isRunning = true;
    turnId = undefined;
    sink.emit({ type: 'user_message', text: said, id: `cline-${ts}` });
  }

  function readRequest(said: string, ts: number): void {
    isRunning = true;
    release = undefined;
    const id = `turn-${ts}`;
    if (turnId !== id) sink.emit({ type: 'turn_started', turnId: id });
    turnId = id;
    const request = parseJson(said);
    const input = number(request, 'tokensIn');
    if (input === undefined) return;
    const cached = number(request, 'cacheReads');
    sink.emit(
      known<Body<'usage'>>({
        type: 'usage',
        turnId: id,
        inputTokens: input + (cached ?? 0) + (number(request, 'cacheWrites') ?? 0),
        outputTokens: number(request, 'tokensOut'),
        cachedTokens: cached,
        cost: number(request, 'cost'),
      }),
    );
    if (text(request, 'cancelReason') === 'user_cancelled') rests({ outcome: 'aborted' });
  }

  function readProse(kind: string, said: string, ts: number): void {
    isRunning = true;
    // Questions and plans are JSON around what is said.
    const inner = kind === 'text' ? undefined : parseJson(said);
    const words = isObject(inner) ? (text(inner, 'question') ?? text(inner, 'response') ?? '') : said;
    if (words !== '') sink.emit(known<Body<'text'>>({ type: 'text', text: words, itemId: `text-${ts}`, turnId }));
    if (RESTS.has(kind)) rests({ outcome: 'completed' });
  }

  function readRetry(said: string): void {
    release = undefined;
    const told = parseJson(said);
    const attempt = number(told, 'attempt');
    sink.emit({
      type: 'notice',
      level: 'warning',
      code: 'retry',
      text: text(told, 'errorMessage') ?? 'The request is made again.',
      ...(attempt !== undefined && {
        retry: known<NonNullable<Body<'notice'>['retry']>>({ attempt, of: number(told, 'maxAttempts') }),
      }),
    });
  }

  function readKind(kind: string, said: string, ts: number, message: JsonObject): void {
    if (kind === 'task' || kind === 'user_feedback' || (isFirst && kind === 'text')) readPrompt(said, ts);
    else if (kind === 'api_req_started') readRequest(said, ts);
    else if (kind === 'reasoning') {
      isRunning = true;
      if (said !== '')
        sink.emit(known<Body<'thinking'>>({ type: 'thinking', text: said, itemId: `thought-${ts}`, turnId }));
    } else if (PROSE.has(kind)) readProse(kind, said, ts);
    else if (calls.read(kind, said, ts, message, turnId)) isRunning = true;
    else if (kind === 'api_req_retried' || kind === 'error_retry') readRetry(said);
    else if (kind === 'api_req_failed') rests({ outcome: 'failed', error: said });
    else if (kind === 'resume_task' || kind === 'resume_completed_task') close({ outcome: 'aborted' });
    else if (kind === 'condense' || kind === 'summarize_task')
      sink.emit({ type: 'notice', level: 'info', code: 'compaction', text: 'The context was compacted.' });
    else if (PROBLEMS.has(kind)) sink.emit({ type: 'notice', level: 'warning', text: said === '' ? kind : said });
    else if (kind === 'info') sink.emit({ type: 'notice', level: 'info', text: said });
    else if (!SILENT.has(kind)) sink.unknown(`${String(message.type)}/${kind}`);
  }

  return {
    read(message) {
      const ts = number(message, 'ts');
      const kind = text(message, message.type === 'ask' ? 'ask' : 'say');
      if (ts === undefined || kind === undefined) {
        sink.malformed();
        return;
      }
      lastTime = ts;
      sink.setTime(ts);
      calls.settle(kind, ts);
      readKind(kind, text(message, 'text') ?? '', ts, message);
      isFirst = false;
    },
    end() {
      sink.setTime(lastTime);
      close(undefined);
      if (isRunning) interrupt(sink);
    },
  };
}
