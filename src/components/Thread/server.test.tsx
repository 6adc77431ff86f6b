import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createThreadStore } from '../../react/threadStore.ts';
import { Thread } from './Thread.tsx';

// In Node, without a DOM, a provider or any set-up.
it('a thread renders on the server: words and answer, but no clock, which is not the reader’s', () => {
  const store = createThreadStore();
  store.reset([
    { type: 'user_message', text: 'Hello', at: 0 },
    { type: 'text', text: 'Hi there', at: 1000 },
  ]);
  const html = renderToString(<Thread store={store} />);
  expect(html).toContain('Hi there');
  expect(html).toContain('Working…');
  expect(html).not.toMatch(/rr-number|no update/);
});
