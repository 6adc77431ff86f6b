/** A log file cannot be read or written as it is: names the file, the line where there is one, and the reason. */
export class LogFileError extends Error {
  override readonly name = 'LogFileError';
  readonly path: string;
  /** Counted from 1. */
  readonly line: number | undefined;

  constructor(path: string, line: number | undefined, reason: string, options?: ErrorOptions) {
    super(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`, options);
    this.path = path;
    this.line = line;
  }
}
