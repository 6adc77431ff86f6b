// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentEvent, Round } from '../../logic/index.ts';
import { RunreelProvider } from '../../react/RunreelProvider.tsx';
import { roundOf, start, states } from '../Round/states.tsx';
import { RunLine } from './RunLine.tsx';

const asked: readonly [number, AgentEvent] = [0, { type: 'user_message', text: 'Fix it.' }];
const tool = (callId: string, name: string, args: unknown): AgentEvent => ({
  type: 'tool_call_started',
  callId,
  name,
  args,
});

/** The line as a reader sees it at a moment of its run. */
function show(round: Round, seconds: number, language = 'en') {
  const app = i18next.createInstance();
  app.init({ lng: language, resources: {}, initAsync: false });
  const time = { now: start + seconds * 1000 };
  const clock = { now: () => time.now };
  const around = (line: ReactNode) => (
    <I18nextProvider i18n={app}>
      <RunreelProvider clock={clock}>{line}</RunreelProvider>
    </I18nextProvider>
  );
  const view = render(around(<RunLine run={round} />));
  return {
    text: () => view.container.querySelector('.rr-line-text')?.textContent,
    all: () => view.container.textContent,
    to: (next: Round) => view.rerender(around(<RunLine run={next} />)),
    pass: (ms: number) => {
      time.now += ms;
      act(() => vi.advanceTimersByTime(ms));
    },
    icon: () => view.container.querySelector('[data-icon]')?.getAttribute('data-icon') ?? 'spinner',
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the run line', () => {
  it.each([
    ['R2.6: nothing to tell', states.nothingYet, 'Working…', 'Arbeitet…'],
    [
      'R2.1: thinking, its newest paragraph',
      states.thinking,
      'Thinking: Then I look at the module that the failing test imports.',
      'Nachdenken: Then I look at the module that the failing test imports.',
    ],
    ['R2.2: a tool', states.running, 'Bash: Run the test suite', 'Bash: Run the test suite'],
    ['R2.3, R4.9: preparing', states.preparing, 'Preparing write_to_file…', 'write_to_file wird vorbereitet…'],
    [
      'R2.5: an approval',
      states.waitingForApproval,
      'Waiting for approval: Bash: Delete the build folder',
      'Wartet auf Freigabe: Bash: Delete the build folder',
    ],
    ['R1.5: a delegation', states.delegated, 'wait_for_subagent: sa-1', 'wait_for_subagent: sa-1'],
    ['a retry', states.retrying, 'Retrying, attempt 2 of 5', 'Neuer Versuch, 2 von 5'],
    ['R2.7: done', states.done, 'Worked for 1 min 12 s · 5 steps', 'Fertig nach 1 min 12 s · 5 Schritte'],
    [
      'R1.3: done without a text',
      states.doneWithoutText,
      'Worked for 9 s · no answer · 2 steps',
      'Fertig nach 9 s · ohne Antwort · 2 Schritte',
    ],
    ['R2.7: stopped', states.stopped, 'Stopped after 41 s · 5 steps', 'Angehalten nach 41 s · 5 Schritte'],
    ['R2.7: failed', states.failed, 'Failed after 12 s · 3 steps', 'Gescheitert nach 12 s · 3 Schritte'],
  ])('%s', (_, { round, seconds }, english, german) => {
    expect(show(round, seconds).text()).toBe(english);
    expect(show(round, seconds, 'de').text()).toBe(german);
  });

  it('R2.2: only the name where there is nothing to preview', () => {
    expect(show(roundOf(asked, [1, tool('c', 'list', {})]), 2).text()).toBe('list');
  });

  it.each(['en', 'de'])('B43: a preview is shown letter by letter (%s)', (language) => {
    const preview = `{{tool}} $t(common.ok) %s a/b & 'c' <d> "e"`;
    expect(show(roundOf(asked, [1, tool('c', '{{preview}}', { a: preview })]), 2, language).text()).toBe(
      `{{preview}}: ${preview}`,
    );
  });

  it('R2.4: counts the other calls', () => {
    show(states.severalRunning.round, 20);
    expect(screen.getByText('+1')).toBeDefined();
    expect(screen.getByText('1 other tool call')).toBeDefined();
  });

  it('R2.3: shows the bytes of a call in preparation', () => {
    expect(show(states.preparing.round, 14).all()).toContain('1.4 KB');
    expect(show(states.preparing.round, 14, 'de').all()).toContain('1,4 KB');
  });

  it('R2.7: counts up every second from the start of the round, not from the mount', () => {
    const line = show(states.running.round, 6);
    expect(line.all()).toContain('0:06');
    line.pass(1000);
    expect(line.all()).toContain('0:07');
  });

  it('R2.7: does not count the wait for an approval', () => {
    const line = show(states.waitingForApproval.round, 90);
    line.pass(60_000);
    expect(line.all()).toContain('1:07');
  });

  it('R2.7: shows no duration where there are no times, and keeps no timer after the end', () => {
    const untimed = roundOf(asked, [1, { type: 'run_finished', outcome: 'completed' }]);
    const { startedAt, endedAt, ...rest } = untimed;
    expect([startedAt, endedAt]).not.toContain(undefined);
    expect(show(rest, 5).text()).toBe('Done · no answer');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('R2.8: says after 15 s that nothing came, for how long, and stops turning', () => {
    const running = roundOf(asked, [1, tool('c', 'Bash', { command: 'make' })]);
    const line = show(running, 15.9);
    expect([line.text(), line.icon()]).toEqual(['Bash: make', 'spinner']);
    line.pass(8_100);
    expect([line.text(), line.icon()]).toEqual(['Bash: make · no update for 23 s', 'clock']);
    line.to(
      roundOf(
        asked,
        [1, tool('c', 'Bash', { command: 'make' })],
        [24, { type: 'tool_output_delta', callId: 'c', delta: 'x' }],
      ),
    );
    expect([line.text(), line.icon()]).toEqual(['Bash: make', 'spinner']);
  });

  it('R2.8: a wait for the reader is no stall', () => {
    expect(show(states.waitingForApproval.round, 500).text()).not.toContain('no update');
  });

  it('R2.10: passes over a step that is shorter than 300 ms', () => {
    const steadyMs = 300;
    const thinking = roundOf(asked, [1, { type: 'thinking', text: 'Hm.' }]);
    const reading = roundOf(asked, [1, { type: 'thinking', text: 'Hm.' }], [2, tool('c', 'Read', { path: 'a' })]);
    const writing = roundOf(asked, [1, { type: 'thinking', text: 'Hm.' }], [2, tool('d', 'Write', { path: 'b' })]);
    const line = show(thinking, 2);
    line.to(reading);
    expect(line.text()).toBe('Thinking: Hm.');
    line.to(writing);
    line.pass(steadyMs);
    expect(line.text()).toBe('Write: b');
    line.pass(steadyMs);
    line.to(reading);
    expect(line.text()).toBe('Read: a');
  });

  it('R2.10: never holds back a question to the reader, nor the end', () => {
    const line = show(states.running.round, 6);
    line.to(states.waitingForApproval.round);
    expect(line.text()).toContain('Waiting for approval');
    line.to(states.done.round);
    expect(line.text()).toContain('Worked for');
  });
});
