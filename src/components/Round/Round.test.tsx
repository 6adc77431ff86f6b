// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { RunreelProvider } from '../../react/RunreelProvider.tsx';
import { Round, type TraceMode } from './Round.tsx';
import { roundOf, start, states } from './states.tsx';

type State = keyof typeof states;

function show(state: State, trace: TraceMode = 'summary') {
  const { round, seconds } = states[state];
  const clock = { now: () => start + seconds * 1000 };
  const { container } = render(
    <RunreelProvider clock={clock}>
      <Round round={round} trace={trace} />
    </RunreelProvider>,
  );
  return container;
}

const rows = (container: HTMLElement) =>
  [...container.querySelectorAll('.rr-trace .rr-row-label')].map((label) => label.textContent);

describe('a round', () => {
  it('stands in order: the words of the user, the run line, what waits, the work, the answer', () => {
    const round = show('waitingForApproval', 'full').querySelector('.rr-round');
    expect([...(round?.children ?? [])].map(({ className }) => className.split(' ')[0])).toEqual([
      'rr-user',
      'rr-line',
      'rr-approval',
      'rr-collapsible',
      'rr-answer',
    ]);
  });

  it('R1.2: shows the dots only while it runs and has no text', () => {
    const dots = (Object.keys(states) as State[]).filter((state) => show(state).querySelector('.rr-pending') !== null);
    expect(dots).toEqual(['nothingYet', 'thinking', 'delegated']);
  });

  it('R1.3: no dots and no bubble after an end without a text, but its outcome', () => {
    const container = show('doneWithoutText');
    expect(container.querySelector('.rr-pending, .rr-answer')).toBeNull();
    expect(container.textContent).toContain('no answer');
  });

  it('opens its trace by the run line', () => {
    const container = show('done');
    const line = screen.getByRole('button', { expanded: false });
    expect(rows(container)).toEqual([]);
    fireEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    expect(container.querySelector(`#${CSS.escape(line.getAttribute('aria-controls') ?? '')}`)).not.toBeNull();
    expect(rows(container)).toEqual(['Thinking', 'Text', 'Bash', 'Read', 'Text', 'Write', 'Bash']);
  });

  it('has no trace and no toggle where the trace is hidden, but what waits for the reader', () => {
    const container = show('waitingForApproval', 'hidden');
    expect(container.querySelector('.rr-approval')).not.toBeNull();
    expect(container.querySelector('.rr-trace, [aria-expanded].rr-line')).toBeNull();
  });

  it.each([
    ['failed', 'A limit was reached. The limit of 30 turns was reached.'],
    ['interrupted', 'The connection was lost during write_to_file. What came before is kept.'],
  ] as const)('R5.7: a %s round tells why with the trace closed', (state, words) => {
    expect(show(state).querySelector('.rr-notice')?.textContent).toBe(words);
  });

  it('shows an approval of a delegated agent with the trace closed', () => {
    const round = roundOf(
      [0, { type: 'user_message', text: 'Go' }],
      [1, { type: 'delegation_started', childId: 'sa' }],
      [2, { type: 'approval_requested', agentId: 'sa', approvalId: 'a', name: 'Bash', args: { command: 'ls' } }],
    );
    const onApproval = vi.fn();
    const { container } = render(
      <RunreelProvider clock={{ now: () => start }} onApproval={onApproval}>
        <Round round={round} />
      </RunreelProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Allow once' }));
    expect(onApproval).toHaveBeenCalledWith(expect.objectContaining({ approvalId: 'a', decision: 'approved' }));
    expect(container.querySelector('.rr-line-text')?.textContent).not.toContain('approval');
  });
});

describe('the trace', () => {
  it('R3.4: rows show their preview, what failed shows its exit code', () => {
    const items = [...show('stopped', 'full').querySelectorAll('.rr-trace-item')].map((item) =>
      [...item.querySelectorAll('.rr-row-label, .rr-row-text, .rr-number')].map((part) => part.textContent),
    );
    expect(items.slice(0, 4)).toEqual([
      ['Thinking', expect.stringMatching(/^The user says a test fails.*…$/), '3 s'],
      ['Text', 'I’ll run the test suite first to see what fails.'],
      ['Bash', 'Run the test suite', 'exit 1', '1.2 s'],
      ['Read', 'src/duration.js', '0.1 s'],
    ]);
    expect(items.at(-1)).toEqual(['Bash', 'Run the test suite', 'stopped', '28 s']);
  });

  it('opens a row to all of its text, and only rows that have more to show', () => {
    const container = show('done', 'full');
    const thinking = screen.getByRole('button', { name: /^Thinking/ });
    fireEvent.click(thinking);
    const [item, text] = container.querySelectorAll<HTMLElement>('.rr-trace-item');
    expect(item?.textContent).toContain('Then I look at the module that the failing test imports.');
    expect(text && within(text).queryByRole('button')).toBeNull();
  });

  it('cuts a long text until the reader asks for the rest', () => {
    const container = show('veryLong', 'full');
    fireEvent.click(screen.getByRole('button', { name: /^Thinking/ }));
    expect(container.querySelector('.rr-long-text[data-cut]')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(container.querySelector('.rr-long-text[data-cut]')).toBeNull();
  });

  it('R4.8: a call in preparation is one row with its bytes', () => {
    const last = [...show('preparing', 'full').querySelectorAll('.rr-trace-item')].at(-1);
    expect(last?.textContent).toBe('Preparing write_to_file…1.4 KB');
  });

  it('shows a call that delegates once: as the delegation, with a line of its own', () => {
    const container = show('delegated', 'full');
    expect(rows(container)).toEqual(['Thinking', 'Agent']);
    const line = container.querySelector('.rr-delegation .rr-line');
    expect(line?.querySelector('.rr-line-text')?.textContent).toBe('Read: test/duration.test.js');
    fireEvent.click(within(line?.parentElement ?? container).getByRole('button'));
    expect(rows(container)).toEqual(['Thinking', 'Agent', 'Task', 'Thinking', 'Grep', 'Read', 'Read']);
  });

  it('R1.5: a delegation has its own answer', () => {
    const container = show('delegationDone', 'full');
    fireEvent.click(within(container).getByRole('button', { name: /^Done/ }));
    expect(container.querySelector('.rr-delegation-answer')?.textContent).toContain('Nothing covers 0');
    expect(container.querySelector('.rr-round > .rr-answer')?.textContent).toContain('I add one for 0');
  });

  it('shows the result of the call that delegated where the delegated agent wrote nothing', () => {
    const round = roundOf(
      [0, { type: 'user_message', text: 'Go' }],
      [1, { type: 'tool_call_started', callId: 'c', name: 'Agent', args: {} }],
      [2, { type: 'delegation_started', childId: 'sa', callId: 'c' }],
      [3, { type: 'delegation_finished', childId: 'sa', outcome: 'completed' }],
      [4, { type: 'tool_call_finished', callId: 'c', result: { text: 'Three tests.', raw: null } }],
    );
    const { container } = render(<Round round={round} trace="full" />);
    fireEvent.click(within(container).getByRole('button', { name: 'Done' }));
    expect(container.querySelector('.rr-delegation')?.textContent).toContain('Three tests.');
  });

  it('content of an agent is text, never markup', () => {
    const hostile = '<img src=x onerror=alert(1)><script>x</script>';
    const round = roundOf(
      [0, { type: 'user_message', text: hostile }],
      [1, { type: 'thinking', text: `${hostile}\n\nmore` }],
      [2, { type: 'tool_call_started', callId: 'c', name: hostile, args: { a: hostile } }],
      [3, { type: 'notice', level: 'error', text: hostile }],
      [4, { type: 'run_finished', outcome: 'failed' }],
    );
    const { container } = render(<Round round={round} trace="full" />);
    for (const button of screen.getAllByRole('button')) if (button.matches('.rr-row')) fireEvent.click(button);
    expect(container.querySelector('img, script')).toBeNull();
    expect(container.querySelector('.rr-user')?.textContent).toContain(hostile);
  });
});
