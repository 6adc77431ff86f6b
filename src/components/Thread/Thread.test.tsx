// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as logic from '../../logic/index.ts';
import { createThreadStore } from '../../react/threadStore.ts';
import { Thread } from './Thread.tsx';

// Every row asks for its preview once a render, every round for its answer: what is counted.
const rendered: string[] = [];
vi.mock(import('../../logic/index.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    textPreview: (item) => {
      rendered.push(`${item.kind} ${item.key}`);
      return real.textPreview(item);
    },
    toolPreview: (call) => {
      if ('callId' in call && 'kind' in call) rendered.push(`call ${String(call.callId)}`);
      return real.toolPreview(call);
    },
    isPending: (round) => {
      if ('id' in round) rendered.push(`round ${round.user?.text}`);
      return real.isPending(round);
    },
  };
});

const asked = (text: string): logic.AgentEvent => ({ type: 'user_message', text, at: 0 });
const finished: logic.AgentEvent = { type: 'run_finished', outcome: 'completed', at: 9 };

function show(...events: logic.AgentEvent[]) {
  let due: () => void = () => {};
  const store = createThreadStore({
    frame: (run) => {
      due = run;
      return () => {};
    },
  });
  store.reset(events);
  const view = render(<Thread store={store} trace="full" />);
  rendered.length = 0;
  return {
    ...view,
    store,
    frame: () => act(() => due()),
  };
}

beforeEach(() => {
  rendered.length = 0;
});

describe('Cost: rendering', () => {
  const before: logic.AgentEvent[] = [
    asked('one'),
    { type: 'text', text: 'First answer', at: 1 },
    finished,
    asked('two'),
    { type: 'thinking', text: 'I look.', itemId: 'a', at: 10 },
    { type: 'tool_call_started', callId: 'c1', name: 'Read', args: { path: 'a' }, at: 11 },
    { type: 'tool_call_finished', callId: 'c1', result: 'x', at: 12 },
    { type: 'thinking', text: 'And now', itemId: 'b', turnId: 't2', at: 13 },
  ];

  it('a delta renders the one item that it changes, and no other round', () => {
    const { store, frame } = show(...before);
    const items = store.getThread().rounds.at(-1)?.items.toJSON() ?? [];
    const newest = items.at(-1)?.key;
    store.dispatch({ type: 'thinking_delta', delta: ' more', itemId: 'b', turnId: 't2', at: 14 });
    frame();
    expect(rendered.filter((name) => !name.startsWith('round'))).toEqual([`thinking ${newest}`]);
    expect(rendered.filter((name) => name.startsWith('round'))).toEqual(['round two']);
  });

  it('a thousand deltas of one frame render once', () => {
    const { store, frame, container } = show(...before);
    for (let i = 0; i < 1000; i += 1) store.dispatch({ type: 'text_delta', delta: `w${i} `, turnId: 't2', at: 15 });
    expect(rendered).toEqual([]);
    frame();
    expect(rendered.filter((name) => name.startsWith('round'))).toEqual(['round two']);
    expect(container.textContent).toContain('w999');
  });
});

describe('a thread', () => {
  it('shows its rounds in order, and a new one as it comes', () => {
    const { store, frame, container } = show(asked('one'), finished);
    store.dispatch(asked('two'));
    frame();
    expect([...container.querySelectorAll('.rr-user')].map((user) => user.textContent)).toEqual([
      'You: one',
      'You: two',
    ]);
  });

  it('leaves a trace as the reader opened or closed it while the run goes on', () => {
    const { store, frame } = show(asked('one'));
    fireEvent.click(screen.getByRole('button', { expanded: true }));
    store.dispatch({ type: 'text_delta', delta: 'Hello', at: 2 });
    frame();
    expect(screen.getByRole('button', { expanded: false })).toBeDefined();
  });
});
