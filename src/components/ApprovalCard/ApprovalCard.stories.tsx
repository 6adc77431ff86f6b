import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { ApprovalCard, type ApprovalCardProps } from './ApprovalCard.tsx';
import { sampleApproval } from './sampleApproval.ts';

const meta = {
  title: 'Components/ApprovalCard',
  component: ApprovalCard,
  args: { onDecide: fn<NonNullable<ApprovalCardProps['onDecide']>>() },
} satisfies Meta<typeof ApprovalCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A tool asks before it runs. */
export const Asks: Story = { args: { approval: sampleApproval() } };

/** As the keyboard reaches it. */
export const Focused: Story = {
  args: { approval: sampleApproval() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Allow once' })).toHaveFocus();
  },
};

/** Deny asks for a reason, which may be left out. */
export const Denying: Story = {
  args: { approval: sampleApproval() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Deny' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Reason (optional)' }), 'Keep the build folder');
    await expect(args.onDecide).not.toHaveBeenCalled();
  },
};

/** Several arguments, one of several lines. */
export const ManyArguments: Story = {
  args: {
    approval: sampleApproval({
      args: {
        command: "cat <<'EOF' > a.txt\n\tone\n\ntwo\nEOF",
        description: 'Write the notes',
        timeout: 120_000,
        run_in_background: false,
      },
    }),
  },
};

/** A tool whose arguments are no command. */
export const OtherTool: Story = {
  args: {
    approval: sampleApproval({
      name: 'mcp__tracker__close_issue',
      args: { issue: 4711, labels: ['done', 'bug'], comment: 'Fixed.' },
    }),
  },
};

/** The agent's own answers are the buttons. */
export const AgentsOptions: Story = {
  args: {
    approval: sampleApproval({
      options: [
        { id: 'once', label: 'Yes', kind: 'allow_once' },
        { id: 'always', label: 'Yes, and do not ask again for npm run', kind: 'allow_always' },
        { id: 'no', label: 'No, tell the agent what to do instead', kind: 'reject_once' },
      ],
    }),
  },
};

/** The answer is on its way. */
export const Sent: Story = {
  args: {
    approval: sampleApproval(),
    onDecide: fn<NonNullable<ApprovalCardProps['onDecide']>>(() => new Promise(() => {})),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Allow once' }));
    await expect(canvas.getByText('Answer sent')).toBeVisible();
  },
};

/** Nobody listens: a recorded run shows what was asked. */
export const ReadOnly: Story = {
  args: { approval: sampleApproval() },
  render: ({ approval }) => <ApprovalCard approval={approval} />,
};

/** Answered. */
export const Allowed: Story = {
  args: { approval: sampleApproval({}, { type: 'approval_resolved', approvalId: 'a1', decision: 'approved' }) },
};

/** Answered with a reason. */
export const Denied: Story = {
  args: {
    approval: sampleApproval(
      {},
      { type: 'approval_resolved', approvalId: 'a1', decision: 'denied', reason: 'Keep the build folder' },
    ),
  },
};

/** The run went on or ended without an answer. */
export const NotAnswered: Story = {
  args: { approval: sampleApproval({}, { type: 'run_finished', outcome: 'completed' }) },
};

/** In a side panel. */
export const Narrow: Story = {
  args: {
    approval: sampleApproval({
      args: { command: 'node --test --test-reporter=spec --experimental-test-coverage test/*.test.js' },
    }),
  },
  globals: { viewport: { value: 'narrow' } },
};
