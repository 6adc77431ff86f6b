/** The patch that the model writes for `apply_patch`, as a unified diff: its hunks have no line numbers. */
export function patchDiff(patch: string): string | undefined {
  if (!patch.trimStart().startsWith('*** Begin Patch')) return undefined;
  const lines: string[] = [];
  let isHunk = false;
  for (const line of patch.trim().split('\n')) {
    const [, verb, name] = /^\*\*\* (Update File|Add File|Delete File|Move to): (.+)$/.exec(line) ?? [];
    if (verb === 'Move to') lines.splice(-1, 1, `+++ ${name}`);
    else if (verb !== undefined) lines.push(...headers(verb, name ?? ''));
    else if (!line.startsWith('***')) {
      if (!isHunk && !line.startsWith('@@')) lines.push('@@ @@');
      lines.push(line);
      isHunk = true;
      continue;
    }
    isHunk = false;
  }
  return lines.length === 0 ? undefined : `${lines.join('\n')}\n`;
}

function headers(verb: string, path: string): readonly string[] {
  const before = verb === 'Add File' ? '/dev/null' : path;
  const after = verb === 'Delete File' ? '/dev/null' : path;
  return [`--- ${before}`, `+++ ${after}`];
}
