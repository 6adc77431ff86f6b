import { type ReactNode, useEffect, useState } from 'react';
import './Collapsible.css';

export interface CollapsibleProps {
  readonly open: boolean;
  /** What the toggle names in `aria-controls`. */
  readonly id: string;
  readonly children: ReactNode;
}

/** Longer than the closing takes: what is closed leaves the page, so that a long trace costs nothing. */
const closedAfterMs = 250;

/** What a toggle opens and closes. Closed, nothing of it is on the page. */
export function Collapsible({ open, id, children }: CollapsibleProps) {
  const [kept, setKept] = useState(open);
  if (open && !kept) setKept(true);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setKept(false), closedAfterMs);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <div className="rr-collapsible" id={id} data-open={open} inert={!open}>
      <div className="rr-collapsible-content">{kept && children}</div>
    </div>
  );
}
