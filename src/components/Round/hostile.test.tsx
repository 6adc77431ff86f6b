// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type AgentEvent, emptyThread, reduceAll } from '../../logic/index.ts';
import { Round } from './Round.tsx';

const hostile = '<b onclick=x>b</b>\u001b[31m\u0000\u202e\u0007<script>1</script>';

/** Each kind of item, with the same text wherever an agent puts one. */
const events: readonly AgentEvent[] = [
  { type: 'user_message', text: hostile },
  { type: 'thinking', text: hostile },
  { type: 'tool_call_started', callId: 'c', name: hostile, title: hostile, args: { [hostile]: hostile } },
  { type: 'tool_call_finished', callId: 'c', result: { text: hostile, diff: hostile, raw: 0 }, isError: true },
  { type: 'approval_requested', approvalId: 'a', name: hostile },
  { type: 'approval_resolved', approvalId: 'a', decision: 'denied', reason: hostile },
  { type: 'approval_requested', approvalId: 'b', name: hostile, options: [{ id: 'yes', label: hostile }] },
  { type: 'delegation_started', childId: 'k', title: hostile, prompt: hostile },
  { type: 'text_delta', delta: hostile, agentId: 'k' },
  { type: 'tool_preparing', toolName: 'x\u202e\u001b[31m', byteCount: 3 },
  { type: 'notice', level: 'error', code: 'error', text: hostile },
  { type: 'text', text: hostile },
];

test('R3.3, R6.1: nothing that an agent says is markup, and no control or direction character is shown', () => {
  const complaints = vi.spyOn(console, 'error');
  const round = reduceAll(emptyThread, events).rounds.at(-1);
  const { container } = render(round && <Round round={round} trace="full" />);
  for (const closed of container.querySelectorAll('[aria-expanded=false]')) fireEvent.click(closed);
  expect(container.querySelectorAll('b, script, [onclick]')).toHaveLength(0);
  expect(container.textContent).toContain('<script>1</script>');
  expect(container.textContent).not.toMatch(/[\u0000-\u0008\u001b\u202a-\u202e]|\[31m/);
  expect(complaints).not.toHaveBeenCalled();
});
