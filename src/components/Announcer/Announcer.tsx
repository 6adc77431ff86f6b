import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { useRunreel } from '../../react/RunreelProvider.tsx';
import type { ThreadStore } from '../../react/threadStore.ts';
import { createAnnouncements, type Voice } from './announcements.ts';

export interface AnnouncerProps {
  readonly store: ThreadStore;
}

/** The one live region of a thread: tells screen readers what happens in it (SPEC R6.2). Nothing of it is seen. */
export function Announcer({ store }: AnnouncerProps) {
  const text = useText();
  const { clock } = useRunreel();
  const polite = useRef<HTMLDivElement>(null);
  const assertive = useRef<HTMLDivElement>(null);
  const latestText = useRef(text);
  useEffect(() => {
    latestText.current = text;
  }, [text]);
  useEffect(() => {
    // Written past React: the words are no state of the page, and none of it renders for them.
    const announcements = createAnnouncements({ polite: writer(polite), assertive: writer(assertive) }, clock);
    const look = () => announcements.look(store.getShown(), latestText.current);
    look();
    const unsubscribe = store.subscribe(look);
    return () => {
      unsubscribe();
      announcements.dispose();
    };
  }, [store, clock]);
  return (
    <>
      <div ref={polite} className="rr-hidden" role="status" aria-live="polite" aria-atomic="true" />
      <div ref={assertive} className="rr-hidden" role="alert" aria-live="assertive" aria-atomic="true" />
    </>
  );
}

/** The same words a second time are only heard if the element's content is new. */
function writer(region: { readonly current: HTMLElement | null }): Voice['polite'] {
  return (words) => region.current?.replaceChildren(document.createTextNode(words));
}
