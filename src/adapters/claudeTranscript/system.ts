import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, known, number, text } from '../json.ts';
import type { Rounds } from './rounds.ts';

/** Reads what the program notes beside what its agents say. */
export interface SystemReader {
  read(line: JsonObject): void;
}

/** Kinds of notes that say nothing about the run; older ones have no kind. */
const SILENT: ReadonlySet<unknown> = new Set([
  undefined,
  'agents_killed',
  'away_summary',
  'bridge_status',
  'file_snapshot',
  'informational',
  'local_command',
  'memory_saved',
  'microcompact_boundary',
  'permission_retry',
  'scheduled_task_fire',
  'stop_hook_summary',
]);

export function createSystemReader(sink: EventSink, rounds: Rounds): SystemReader {
  /** The program makes the request again. */
  function retry(line: JsonObject): void {
    const attempt = number(line, 'retryAttempt');
    const delay = number(line, 'retryInMs');
    const asked = Date.parse(text(line, 'timestamp') ?? '');
    const isTold = typeof line.error === 'string' || Object.keys(line.error ?? {}).length > 0;
    const retry =
      attempt === undefined
        ? undefined
        : known<NonNullable<Body<'notice'>['retry']>>({
            attempt,
            of: number(line, 'maxRetries'),
            at: delay === undefined || Number.isNaN(asked) ? undefined : Math.round(asked + delay),
          });
    const said = isTold ? errorText(line.error) : 'The request to the model failed.';
    sink.emit(known<Body<'notice'>>({ type: 'notice', level: 'warning', code: 'retry', text: said, retry }));
  }

  return {
    read(line) {
      switch (line.subtype) {
        case 'api_error':
          rounds.goesOn(text(line, 'uuid'));
          retry(line);
          return;
        case 'compact_boundary':
          sink.emit({ type: 'notice', level: 'info', code: 'compaction', text: 'The context was compacted.' });
          return;
        case 'turn_duration':
          rounds.settle();
          return;
        default:
          if (!SILENT.has(line.subtype)) sink.unknown(`system/${String(line.subtype)}`);
      }
    },
  };
}
