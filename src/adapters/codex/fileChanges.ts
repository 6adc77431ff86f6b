import type { ToolResult } from '../../logic/events.ts';
import { isObject, type JsonObject, known, member, text } from '../json.ts';

/** What happens to one file. */
export interface FileChange {
  readonly path: string;
  readonly kind: string;
  /** A unified diff with its headers; `exec --json` tells only which files change. */
  readonly diff: string | undefined;
}

/**
 * Reads changes: a list of `{path, kind, diff}` (items), or an object by path whose values are `{type, unified_diff}` or
 * `{update: {unified_diff}}` (rollouts, questions of older app servers).
 */
export function fileChanges(source: unknown): readonly FileChange[] {
  if (Array.isArray(source)) return source.flatMap((change) => listedChange(change));
  if (!isObject(source)) return [];
  return Object.entries(source).map(([path, change]) => changeAt(path, change));
}

function listedChange(change: unknown): FileChange | [] {
  const path = text(change, 'path');
  if (path === undefined) return [];
  const told = member(change, 'kind');
  const kind = (typeof told === 'string' ? told : text(told, 'type')) ?? 'update';
  const moved = text(told, 'move_path') ?? text(told, 'movePath');
  return { path, kind, diff: unifiedDiff(path, kind, text(change, 'diff'), moved) };
}

function changeAt(path: string, change: unknown): FileChange {
  const tagged = text(change, 'type');
  const nested = isObject(change) && tagged === undefined ? Object.keys(change)[0] : undefined;
  const body = nested === undefined ? change : member(change, nested);
  const kind = tagged ?? nested ?? 'update';
  const said = text(body, 'unified_diff') ?? text(body, 'content');
  return { path, kind, diff: unifiedDiff(path, kind, said, text(body, 'move_path')) };
}

/** Codex gives the hunks of an update, and the whole text of a file that comes or goes. */
function unifiedDiff(path: string, kind: string, said: string | undefined, moved?: string): string | undefined {
  if (said === undefined) return undefined;
  const body = kind === 'update' || said.startsWith('@@') ? said : wholeFile(kind === 'delete' ? '-' : '+', said);
  const before = kind === 'add' ? '/dev/null' : path;
  const after = kind === 'delete' ? '/dev/null' : (moved ?? path);
  const headers = body.startsWith('--- ') ? '' : `--- ${before}\n+++ ${after}\n`;
  return `${headers}${body}${body.endsWith('\n') ? '' : '\n'}`;
}

function wholeFile(mark: '+' | '-', content: string): string {
  const lines = content.replace(/\n$/, '').split('\n');
  const range = mark === '+' ? `-0,0 +1,${lines.length}` : `-1,${lines.length} +0,0`;
  return [`@@ ${range} @@`, ...lines.map((line) => mark + line)].join('\n');
}

/** The arguments of the call that makes the changes: what it is about comes first (SPEC R3.1). */
export function changeArguments(changes: readonly FileChange[]): JsonObject {
  const [first, ...more] = changes;
  if (!first) return {};
  return more.length === 0 ? { path: first.path, kind: first.kind } : { files: changes.map(({ path }) => path) };
}

/** All diffs as one. */
export function joinedDiff(changes: readonly FileChange[]): string | undefined {
  const diffs = changes.map(({ diff }) => diff).filter((diff) => diff !== undefined);
  return diffs.length === 0 ? undefined : diffs.join('');
}

/** What the changes come to; `said` is what the tool wrote. */
export function changeResult(changes: readonly FileChange[], said: string | undefined, raw: unknown): ToolResult {
  const diff = joinedDiff(changes);
  const listed = changes.map(({ kind, path }) => `${kind} ${path}`).join('\n');
  return known<ToolResult>({ text: said ?? (diff === undefined && listed !== '' ? listed : undefined), diff, raw });
}
