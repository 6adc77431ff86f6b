import type { ToolKind } from '../logic/events.ts';

/** The names by which well-known agents call their tools, in lower case and without separators. */
const NAMES: readonly (readonly [ToolKind, string])[] = [
  ['shell', 'bash shell execcommand runshellcommand runcommand runinterminal localshell terminal'],
  ['read', 'read readfile readmanyfiles view viewfile listdirectory ls'],
  ['edit', 'write writefile edit editfile multiedit applypatch replace createfile writetofile notebookedit strreplace'],
  ['search', 'grep glob search searchfiles searchfilecontent grepsearch filesearch codebasesearch websearch'],
  ['fetch', 'webfetch fetch fetchurl httprequest'],
  ['plan', 'todowrite todoread updateplan exitplanmode taskcreate taskupdate'],
  ['question', 'askuserquestion askuser question'],
  ['agent', 'task agent subagent spawnagent'],
  // Those of Cline, opencode and pi.
  ['shell', 'runcommands executecommand'],
  ['read', 'readfiles listfiles list'],
  ['edit', 'editor patch replaceinfile editedexistingfile newfilecreated'],
  ['search', 'searchcodebase codesearch find'],
  ['fetch', 'fetchwebcontent'],
  ['question', 'askquestion askfollowupquestion'],
  // Tools that Anthropic runs itself.
  ['shell', 'codeexecution bashcodeexecution'],
  ['edit', 'texteditorcodeexecution'],
];

const kinds = new Map<string, ToolKind>();
for (const [kind, names] of NAMES) {
  for (const name of names.split(' ')) kinds.set(name, kind);
}

/** What a tool does, told from its name; `undefined` for a name that only its own agent knows. */
export function toolKind(name: string): ToolKind | undefined {
  return name.length > 40 ? undefined : kinds.get(name.replace(/[_\-\s]/g, '').toLowerCase());
}
