import { type ReactNode, useId, useState } from 'react';
import { Collapsible } from '../Collapsible/Collapsible.tsx';
import { Icon, type IconName, Spinner } from '../Icon/Icon.tsx';

export interface EntryRowProps {
  /** `busy` is the spinner. */
  readonly icon: IconName | 'busy';
  readonly label: ReactNode;
  readonly preview: ReactNode;
  /** What stands at the end: exit code, duration. */
  readonly end?: ReactNode;
  readonly state?: string;
  /** What the row opens to; without it the row is no button. */
  readonly details?: ReactNode;
}

/** The anatomy of a row of the trace, and how it opens. */
export function EntryRow({ icon, label, preview, end, state, details }: EntryRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const content = (
    <>
      {icon === 'busy' ? <Spinner /> : <Icon name={icon} />}
      <span className="rr-row-label">{label}</span>
      <span className="rr-row-text">
        <bdi className="rr-cut">{preview}</bdi>
      </span>
      {end}
    </>
  );
  if (details === undefined) {
    return (
      <div className="rr-row" data-state={state}>
        {content}
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className="rr-row"
        data-state={state}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {content}
      </button>
      <Collapsible id={id} open={open}>
        <div className="rr-entry-details">{details}</div>
      </Collapsible>
    </>
  );
}
