import type { ToolKind } from '../../logic/events.ts';
import { member, text } from '../json.ts';
import { toolKind } from '../toolKinds.ts';

/** What the kinds of the protocol are called here. */
const KINDS: ReadonlyMap<string, ToolKind> = new Map([
  ['read', 'read'],
  ['edit', 'edit'],
  ['delete', 'edit'],
  ['move', 'edit'],
  ['search', 'search'],
  ['execute', 'shell'],
  ['fetch', 'fetch'],
  ['switch_mode', 'plan'],
]);

/** What a tool does. */
export function kindOf(kind: string | undefined, name: string): ToolKind | undefined {
  return KINDS.get(kind ?? '') ?? toolKind(name);
}

/**
 * What a tool is called. The protocol knows only titles and kinds: some agents give the name besides, some as the first
 * title; else the kind stands for it.
 */
export function nameOf(call: unknown, kind: string | undefined, title: string | undefined): string {
  const meta = member(call, '_meta');
  const told = text(member(meta, 'claudeCode'), 'toolName') ?? text(meta, 'toolName') ?? text(meta, 'tool_name');
  return told ?? (title !== undefined && isName(title, kind) ? title : (kind ?? 'other'));
}

/** A title of one word may be a command or a file: of a kind that is known it must be a tool of that kind. */
function isName(title: string, kind: string | undefined): boolean {
  if (title.length > 64 || !/^[a-z]\w*$/i.test(title)) return false;
  const known = KINDS.get(kind ?? '');
  return known === undefined || toolKind(title) === known;
}
