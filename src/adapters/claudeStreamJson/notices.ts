import type { Agents } from '../claude/agents.ts';
import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, known, number, text } from '../json.ts';

/** Reads what the program tells beside what its agents say. */
export interface NoticeReader {
  retry(line: JsonObject): void;
  compaction(line: JsonObject): void;
  /** A call that was denied; told once, though the result line repeats it. */
  permissionDenied(denial: unknown): void;
  rateLimit(info: unknown): void;
  startRun(): void;
}

export function createNoticeReader(sink: EventSink, agents: Agents): NoticeReader {
  const denied = new Set<string>();

  function notice(body: Omit<Body<'notice'>, 'type'>, line: JsonObject): void {
    sink.emit({ type: 'notice', ...body }, text(line, 'parent_tool_use_id'));
  }

  return {
    retry(line) {
      agents.of(text(line, 'parent_tool_use_id'), line).retries();
      const attempt = number(line, 'attempt');
      const asked = Date.parse(text(line, 'timestamp') ?? '');
      const delay = number(line, 'retry_delay_ms');
      notice(
        {
          level: 'warning',
          code: 'retry',
          text: errorText(line.error ?? line.error_status),
          ...(attempt !== undefined && {
            retry: known<NonNullable<Body<'notice'>['retry']>>({
              attempt,
              of: number(line, 'max_retries'),
              at: delay === undefined || Number.isNaN(asked) ? undefined : Math.round(asked + delay),
            }),
          }),
        },
        line,
      );
    },
    compaction(line) {
      notice({ level: 'info', code: 'compaction', text: 'The context was compacted.' }, line);
    },
    permissionDenied(denial) {
      const callId = text(denial, 'tool_use_id');
      if (callId !== undefined && denied.has(callId)) return;
      if (callId !== undefined) denied.add(callId);
      const reason = text(denial, 'message') ?? `Permission denied: ${text(denial, 'tool_name') ?? 'a tool'}`;
      sink.emit(
        { type: 'notice', level: 'warning', text: reason },
        callId === undefined ? undefined : agents.ownerOf(callId),
      );
    },
    rateLimit(info) {
      if (text(info, 'status') !== 'rejected') return;
      sink.emit({ type: 'notice', level: 'warning', code: 'limit', text: 'The rate limit is reached.' });
    },
    startRun() {
      denied.clear();
    },
  };
}
