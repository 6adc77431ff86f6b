// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentEvent } from '../../logic/index.ts';
import { RunreelProvider } from '../../react/RunreelProvider.tsx';
import { createThreadStore } from '../../react/threadStore.ts';
import { start as startedAt } from '../Round/states.tsx';
import { Thread } from '../Thread/Thread.tsx';

/** A thread on the screen, and every change of text in its live regions. */
function listen(before: readonly AgentEvent[] = []) {
  const time = { now: startedAt };
  const clock = { now: () => time.now };
  const store = createThreadStore({
    clock,
    frame: (run) => {
      run();
      return () => {};
    },
  });
  store.reset(before);
  const heard: string[] = [];
  const { container } = render(
    <RunreelProvider clock={clock}>
      <Thread store={store} />
    </RunreelProvider>,
  );
  const live = [...container.querySelectorAll('[aria-live], [role=status], [role=log], [role=alert]')];
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (!(target instanceof Element)) continue;
      for (const node of addedNodes) heard.push(`${target.getAttribute('aria-live')}: ${node.textContent}`);
    }
  });
  for (const region of live) observer.observe(region, { childList: true, characterData: true, subtree: true });
  return {
    store,
    live,
    container,
    async send(...events: readonly AgentEvent[]) {
      for (const event of events) {
        await act(async () => store.dispatch(event));
        await this.pass(50);
      }
    },
    async pass(ms: number) {
      time.now += ms;
      await act(async () => {
        await vi.advanceTimersByTimeAsync(ms);
      });
    },
    heard: () => heard,
  };
}

const asked: AgentEvent = { type: 'user_message', text: 'Fix it.' };
const texts = Array.from({ length: 100 }, (): AgentEvent => ({ type: 'text_delta', delta: 'word ' }));
const tool = (callId: string, description: string): AgentEvent[] => [
  { type: 'tool_call_started', callId, name: 'Bash', args: { description } },
];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('R6.2: what is spoken', () => {
  it('B59: each step once, an approval at once, the end once; no token, no byte, no heartbeat', async () => {
    const room = listen();
    await room.send(asked, { type: 'thinking_delta', delta: 'Hm' }, ...texts);
    await room.send(...tool('c1', 'Run the tests'));
    await room.pass(4000);
    await room.send({ type: 'tool_call_finished', callId: 'c1' });
    await room.send({ type: 'approval_requested', approvalId: 'a1', name: 'Bash', args: { description: 'Delete it' } });
    await room.pass(1000);
    await room.send({ type: 'approval_resolved', approvalId: 'a1', decision: 'approved' });
    for (const byteCount of [0, 900, 900, 900])
      await room.send({ type: 'tool_preparing', toolName: 'Write', byteCount });
    await room.pass(4000);
    await room.send(...tool('c2', 'Build'), ...texts);
    await room.send({ type: 'run_finished', outcome: 'completed' });
    await room.pass(10_000);
    expect(room.heard()).toEqual([
      'polite: The agent started',
      'polite: Bash: Run the tests',
      'assertive: Approval needed for Bash: Delete it',
      'polite: Preparing Write',
      'polite: Bash: Build',
      'polite: The agent finished',
    ]);
  });

  it('speaks steps at most once in 3 s, and only the newest', async () => {
    const room = listen();
    await room.send(asked, ...tool('c1', 'One'), ...tool('c2', 'Two'), ...tool('c3', 'Three'));
    await room.pass(2000);
    expect(room.heard()).toEqual(['polite: The agent started']);
    await room.pass(1000);
    expect(room.heard()).toEqual(['polite: The agent started', 'polite: Bash: Three']);
  });

  it('speaks the end of a failed run at once, and no step after it', async () => {
    const room = listen();
    await room.send(asked, ...tool('c1', 'One'), { type: 'run_finished', outcome: 'failed' });
    await room.pass(10_000);
    expect(room.heard()).toEqual(['polite: The agent started', 'polite: The agent failed']);
  });

  it('speaks nothing old: not on reload, not when another thread is put in its place', async () => {
    const old: AgentEvent[] = [asked, { type: 'approval_requested', approvalId: 'a1', name: 'Bash' }];
    const room = listen(old);
    await room.pass(5000);
    await act(async () => room.store.reset([asked, ...texts, { type: 'run_finished', outcome: 'completed' }]));
    await room.pass(5000);
    expect(room.heard()).toEqual([]);
    await room.send({ ...asked, text: 'And now?' });
    expect(room.heard()).toEqual(['polite: The agent started']);
  });

  it('asks aloud for an approval of a delegated agent too', async () => {
    const room = listen([asked, { type: 'delegation_started', childId: 'sa-1' }]);
    await room.send({ type: 'approval_requested', agentId: 'sa-1', approvalId: 'a2', name: 'Bash' });
    expect(room.heard()).toEqual(['assertive: Approval needed for Bash']);
  });

  it('keeps the conversation itself out of its live regions', async () => {
    const room = listen([asked, ...texts]);
    expect(room.live.map((region) => region.getAttribute('aria-live'))).toEqual(['polite', 'assertive']);
    expect(room.live.every((region) => region.querySelector('.rr-round') === null)).toBe(true);
    expect(room.container.querySelector('.rr-round')?.closest('[aria-live],[role=log],[role=status]')).toBeNull();
  });
});
