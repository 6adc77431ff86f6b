import type { Notice, Round } from '../../logic/index.ts';

/** How far back from the end of a round its failure is looked for. */
const reach = 16;

/** What a failed round has to tell the reader without being asked: its last error. */
export function failureNotice({ status, items }: Round): Notice | undefined {
  if (status !== 'failed') return undefined;
  for (let back = 1; back <= reach; back += 1) {
    const item = items.at(-back);
    if (item?.kind === 'notice' && (item.level === 'error' || item.code !== undefined)) return item;
  }
  return undefined;
}

/** The tool that was at work when the round broke off. */
export function interruptedTool({ endedAt, items }: Round): string | undefined {
  for (let back = 1; back <= reach; back += 1) {
    const item = items.at(-back);
    if (item?.kind !== 'tool_call') continue;
    return item.status === 'aborted' && item.endedAt === endedAt && item.name !== '' ? item.name : undefined;
  }
  return undefined;
}
