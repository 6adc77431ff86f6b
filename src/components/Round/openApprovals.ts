import type { Approval, Item } from '../../logic/index.ts';

/** The approvals that wait for the reader, those of delegated agents too: they must be seen with the trace closed. */
export function openApprovals(items: Iterable<Item>): readonly Approval[] {
  const open: Approval[] = [];
  for (const item of items) {
    if (item.kind === 'approval' && item.open) open.push(item);
    else if (item.kind === 'delegation' && item.status === 'running') open.push(...openApprovals(item.items));
  }
  return open;
}
