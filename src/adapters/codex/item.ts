import { isObject, type JsonObject, text } from '../json.ts';

/** A thing that Codex did, as its streams tell of it, with members and kinds in snake case. */
export interface CodexItem {
  readonly id: string;
  readonly type: string;
  readonly status: string | undefined;
  readonly fields: JsonObject;
}

/**
 * Reads an item. `exec --json` writes `command_execution`, `exit_code`, `in_progress` where the app server writes
 * `commandExecution`, `exitCode`, `inProgress`: they are read as one.
 */
export function codexItem(source: unknown): CodexItem | undefined {
  const id = text(source, 'id');
  const type = text(source, 'type');
  if (!isObject(source) || id === undefined || type === undefined) return undefined;
  const fields = Object.fromEntries(Object.entries(source).map(([name, value]) => [snake(name), value]));
  const status = text(fields, 'status');
  return { id, type: snake(type), status: status && snake(status), fields };
}

/** `commandExecution` as `command_execution`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at) => (at === 0 ? '' : '_') + letter.toLowerCase());
}
