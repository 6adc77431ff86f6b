import { memo } from 'react';
import { type Delegation, type Item, type Round, traceEvents } from '../../logic/index.ts';
import { DelegationView } from '../DelegationView/DelegationView.tsx';
import { TraceEntry } from '../TraceEntry/TraceEntry.tsx';
import './Trace.css';

export interface TraceProps {
  readonly run: Round | Delegation;
}

/** All that a run did beside its answer, in order. */
export function Trace({ run }: TraceProps) {
  return (
    <ul className="rr-trace">
      {traceEvents(run)
        .filter((item) => !isDelegatingCall(item))
        .map((item) => (
          <TraceItem key={item.key} item={item} />
        ))}
    </ul>
  );
}

/** The row of the delegation stands for the call that started it. */
function isDelegatingCall(item: Item): boolean {
  return item.kind === 'tool_call' && item.childId !== undefined;
}

/** Rendered again only when the item itself has changed: the reducer shares all that did not. */
const TraceItem = memo(function TraceItem({ item }: { readonly item: Item }) {
  return (
    <li className="rr-trace-item" data-kind={item.kind}>
      {item.kind === 'delegation' ? (
        <DelegationView delegation={item}>
          <Trace run={item} />
        </DelegationView>
      ) : (
        <TraceEntry item={item} />
      )}
    </li>
  );
});
