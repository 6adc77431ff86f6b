import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ApprovalCard, type ApprovalCardProps } from './ApprovalCard.tsx';
import { sampleApproval } from './sampleApproval.ts';

type OnDecide = NonNullable<ApprovalCardProps['onDecide']>;

function setUp(approval = sampleApproval(), onDecide = vi.fn<OnDecide>()) {
  const user = userEvent.setup();
  const view = render(
    <>
      <button type="button">outside</button>
      <ApprovalCard approval={approval} onDecide={onDecide} />
    </>,
  );
  return { user, onDecide, ...view };
}

const button = (name: string) => screen.getByRole('button', { name });

describe('R6.2: an approval is asked', () => {
  test('by name, with the whole command', () => {
    setUp(sampleApproval({ args: { command: 'one\n\ttwo', description: 'Do it' } }));
    expect(screen.getByRole('article', { name: 'Allow Bash to run this?' })).toBeVisible();
    expect(screen.getByRole('figure', { name: 'command' }).textContent).toBe('one\n\ttwo');
    expect(screen.getByText('Do it')).toBeVisible();
  });

  test('with arguments that came as a text', () => {
    setUp(sampleApproval({ name: 'rm', args: '{"path":"a","2":"b"}' }));
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['path', '2']);
  });

  test('no value is read as a template or as markup', () => {
    setUp(sampleApproval({ name: '{{tool}} $t(x) <b>&', args: { command: `{{tool}} <i> 'c' & "d"` } }));
    expect(screen.getByRole('heading')).toHaveTextContent('Allow {{tool}} $t(x) <b>& to run this?');
    expect(screen.getByRole('figure').textContent).toBe(`{{tool}} <i> 'c' & "d"`);
  });
});

describe('R6.2: an approval is answered', () => {
  test('allowed, once', async () => {
    const { user, onDecide } = setUp();
    await user.dblClick(button('Allow once'));
    expect(onDecide.mock.calls).toEqual([[{ approvalId: 'a1', decision: 'approved' }]]);
    expect(screen.getByText('Answer sent')).toBeVisible();
  });

  test('denied, with a reason', async () => {
    const { user, onDecide } = setUp();
    await user.click(button('Deny'));
    expect(screen.getByRole('textbox', { name: 'Reason (optional)' })).toHaveFocus();
    await user.keyboard(' Keep it {Enter}');
    expect(onDecide.mock.calls).toEqual([[{ approvalId: 'a1', decision: 'denied', reason: 'Keep it' }]]);
  });

  test('denied, without one', async () => {
    const { user, onDecide } = setUp();
    await user.click(button('Deny'));
    await user.click(button('Deny'));
    expect(onDecide.mock.calls).toEqual([[{ approvalId: 'a1', decision: 'denied' }]]);
  });

  test('by keys, only while the focus is inside', async () => {
    const { user, onDecide } = setUp();
    button('outside').focus();
    await user.keyboard('{Enter}{Escape}');
    expect(onDecide).not.toHaveBeenCalled();
    await user.tab();
    await user.keyboard('{Escape}{Escape}');
    expect(button('Deny')).toHaveFocus();
    await user.keyboard('{Shift>}{Tab}{Tab}{/Shift}{Enter}');
    expect(onDecide.mock.calls).toEqual([[{ approvalId: 'a1', decision: 'approved' }]]);
  });

  test('again, where sending it failed', async () => {
    const onDecide = vi.fn<OnDecide>().mockRejectedValueOnce(new Error('offline'));
    const { user } = setUp(sampleApproval(), onDecide);
    await user.click(button('Allow once'));
    await vi.waitFor(() => expect(button('Allow once')).toBeEnabled());
    await user.click(button('Allow once'));
    expect(onDecide).toHaveBeenCalledTimes(2);
  });

  test('with the options of the agent', async () => {
    const { user, onDecide } = setUp(
      sampleApproval({
        options: [
          { id: 'n', label: 'No', kind: 'reject_once' },
          { id: 'y', label: 'Yes', kind: 'allow_once' },
          { id: 'a', label: 'Always', kind: 'allow_always' },
        ],
      }),
    );
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['outside', 'Yes', 'Always', 'No']);
    await user.click(button('Always'));
    expect(onDecide.mock.calls).toEqual([[{ approvalId: 'a1', decision: 'approved', optionId: 'a' }]]);
  });

  test('no is always among the answers', () => {
    setUp(sampleApproval({ options: [{ id: 'y', label: 'Go on' }] }));
    expect(button('Deny')).toBeVisible();
  });

  test('nothing can be said where nobody listens', () => {
    render(<ApprovalCard approval={sampleApproval()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('once it is answered or closed, it is one line', () => {
  test.each([
    ['Allowed · Bash: rm -rf build', { type: 'approval_resolved', approvalId: 'a1', decision: 'approved' }],
    ['No, thanks', { type: 'approval_resolved', approvalId: 'a1', decision: 'denied', reason: 'No, thanks' }],
    ['Not answered · Bash', { type: 'run_finished', outcome: 'aborted' }],
  ] as const)('%s', (line, event) => {
    const { container } = render(<ApprovalCard approval={sampleApproval({}, event)} />);
    expect(container).toHaveTextContent(line);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('another that waits is not touched', async () => {
    const onDecide = vi.fn<OnDecide>();
    const user = userEvent.setup();
    const cards = (first: ReturnType<typeof sampleApproval>) => (
      <>
        <ApprovalCard approval={first} onDecide={onDecide} />
        <ApprovalCard approval={sampleApproval({ approvalId: 'a2' })} onDecide={onDecide} />
      </>
    );
    const { rerender } = render(cards(sampleApproval()));
    await user.click(screen.getAllByRole('button', { name: 'Allow once' })[0] as HTMLElement);
    rerender(cards(sampleApproval({}, { type: 'approval_resolved', approvalId: 'a1', decision: 'approved' })));
    await user.click(button('Allow once'));
    expect(onDecide.mock.calls.map(([{ approvalId }]) => approvalId)).toEqual(['a1', 'a2']);
  });
});
