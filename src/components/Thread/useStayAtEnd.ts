import { type RefObject, useEffect, useRef } from 'react';

/** So near to the end counts as there: fractions of a pixel, and a line that is half seen. */
const nearEnd = 16;

/**
 * Keeps a scrolling element at its end while the reader is there, whatever grows in it; who has scrolled up stays
 * where they are (SPEC R6.5). `scroller` scrolls, `content` grows.
 */
export function useStayAtEnd(): {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current;
    const inside = content.current;
    if (box === null || inside === null) return;
    let atEnd = true;
    let lastTop = box.scrollTop;
    const toEnd = () => {
      if (!atEnd) return;
      box.scrollTop = box.scrollHeight;
      // Told at once: its own event may come only after the reader's next move.
      lastTop = box.scrollTop;
    };
    const onScroll = () => {
      const near = box.scrollHeight - box.clientHeight - box.scrollTop <= nearEnd;
      // Only a way up leaves the end: content that grew below the reader is no wish to stay behind.
      atEnd = near || (atEnd && box.scrollTop >= lastTop);
      lastTop = box.scrollTop;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(toEnd);
    observer?.observe(inside);
    observer?.observe(box);
    toEnd();
    return () => {
      box.removeEventListener('scroll', onScroll);
      observer?.disconnect();
    };
  }, []);
  return { scroller, content };
}
