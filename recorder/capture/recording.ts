import { createLineMaker, type EndCause, formatLine, type ReelHeader, type ReelLine } from '../../src/reel/index.ts';
import { createRawFile } from './rawFile.ts';

/** A run while it is recorded. Times are those of the clock that the recording started on. */
export interface Recording {
  /** The private file. */
  readonly path: string;
  headers(at: number, status: number, headers: Readonly<Record<string, string>>): void;
  output(at: number, bytes: Uint8Array): void;
  beside(at: number, kind: 'e' | 'i', bytes: Uint8Array): void;
  /** Ends it; only the first end counts, and nothing is recorded after it. */
  end(at: number, cause: EndCause, code?: number): void;
  /** Leaves nothing behind. */
  discard(): void;
  /** What was recorded; `end` is missing until then. */
  readonly totals: Totals;
}

export interface Totals {
  readonly chunks: number;
  readonly bytes: number;
  /** Milliseconds from the start to the last line. */
  readonly duration: number;
  readonly end?: EndCause;
  /** Why the file could not be written to its end. */
  readonly failure?: unknown;
}

type Writable<T> = { -readonly [name in keyof T]: T[name] };

export interface RecordingOptions {
  readonly folder: string;
  /** Becomes part of the file's name. */
  readonly name: string;
  readonly header: ReelHeader;
  /** The clock when `header.recordedAt` was. */
  readonly startedAt: number;
  /** Told once when the file can no longer be written. The agent goes on: its run counts more than its recording. */
  onFailure(error: unknown): void;
}

/** Opens the private file of a run (SPEC R7.1, R7.3). Errors of the system are thrown as they are. */
export function startRecording({ folder, name, header, startedAt, onFailure }: RecordingOptions): Recording {
  const file = createRawFile(folder, name, header);
  const make = createLineMaker();
  const totals: Writable<Totals> = { chunks: 0, bytes: 0, duration: 0 };
  const isOpen = () => totals.end === undefined && totals.failure === undefined;
  const write = (line: ReelLine) => {
    totals.duration += line.dt;
    try {
      file.append(formatLine(line));
    } catch (error) {
      file.close();
      totals.failure = error;
      onFailure(error);
    }
  };
  return {
    path: file.path,
    headers(at, status, headers) {
      if (isOpen()) write(make.headers(at - startedAt, status, headers));
    },
    output(at, bytes) {
      if (bytes.length === 0 || !isOpen()) return;
      totals.chunks += 1;
      totals.bytes += bytes.length;
      write(make.output(at - startedAt, bytes));
    },
    beside(at, kind, bytes) {
      if (bytes.length > 0 && isOpen()) write(make.beside(at - startedAt, kind, bytes));
    },
    end(at, cause, code) {
      if (isOpen()) write(make.end(at - startedAt, cause, code));
      totals.end ??= cause;
      file.close();
    },
    discard: () => file.remove(),
    get totals() {
      return totals;
    },
  };
}
