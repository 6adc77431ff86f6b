import type { Argument, ToolResult } from '../../logic/index.ts';
import { type DiffLine, diffOf, readDiff } from './diff.ts';

/** What an edit did to a file. */
export interface Edit {
  readonly path: string | undefined;
  readonly lines: readonly DiffLine[];
  /** Arguments that the diff shows already. */
  readonly shown: ReadonlySet<string>;
}

/** Names under which tools of the known agents take a path, the text before and the text after. */
const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'filename'];
const CHANGES = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
] as const;
/** A diff is read up to this length; a longer one is shown as text. */
const READ_LENGTH = 100_000;

/** The edit that a call makes: from the diff of its result, else from its arguments; `undefined` if it is none. */
export function editOf(pairs: readonly Argument[], result: ToolResult | undefined): Edit | undefined {
  const args = new Map(pairs);
  const pathName = PATHS.find((name) => typeof args.get(name) === 'string');
  const path = pathName === undefined ? undefined : String(args.get(pathName));
  const change = CHANGES.find(
    ([before, after]) => textAt(args, before) !== undefined && textAt(args, after) !== undefined,
  );
  const [beforeName, afterName] = change ?? ['', ''];
  const before = textAt(args, beforeName) ?? '';
  const after = textAt(args, afterName) ?? '';
  const diff = result?.diff;
  if ((diff ?? before + after).length > READ_LENGTH) return undefined;
  const shown = new Set([pathName ?? '', beforeName, afterName].filter((name) => name !== ''));
  if (diff !== undefined && diff !== '') return { path: path ?? pathOf(diff), lines: readDiff(diff), shown };
  return change && before !== after ? { path, lines: diffOf(before, after), shown } : undefined;
}

function textAt(args: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = args.get(name);
  return typeof value === 'string' ? value : undefined;
}

function pathOf(diff: string): string | undefined {
  return /^\+\+\+ (?:b\/)?([^\t\n]+)/m.exec(diff)?.[1];
}
