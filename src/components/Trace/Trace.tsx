import { memo } from 'react';
import { type Delegation, type Item, type Round, type ToolCall, traceEvents } from '../../logic/index.ts';
import { DelegationView } from '../DelegationView/DelegationView.tsx';
import { TraceEntry } from '../TraceEntry/TraceEntry.tsx';
import './Trace.css';

export interface TraceProps {
  readonly run: Round | Delegation;
}

/** All that a run did beside its answer, in order. */
export function Trace({ run }: TraceProps) {
  const items: Item[] = [];
  // The row of a delegation stands for the call that started it.
  const calls = new Map<string, ToolCall>();
  for (const item of traceEvents(run)) {
    if (item.kind === 'tool_call' && item.childId !== undefined) calls.set(item.childId, item);
    else items.push(item);
  }
  return (
    <ul className="rr-trace">
      {items.map((item) => (
        <TraceItem key={item.key} item={item} call={item.kind === 'delegation' ? calls.get(item.childId) : undefined} />
      ))}
    </ul>
  );
}

interface TraceItemProps {
  readonly item: Item;
  readonly call: ToolCall | undefined;
}

/** Rendered again only when the item itself has changed: the reducer shares all that did not. */
const TraceItem = memo(function TraceItem({ item, call }: TraceItemProps) {
  return (
    <li className="rr-trace-item" data-kind={item.kind}>
      {item.kind === 'delegation' ? (
        <DelegationView delegation={item} {...(call && { call })}>
          <Trace run={item} />
        </DelegationView>
      ) : (
        <TraceEntry item={item} />
      )}
    </li>
  );
});
