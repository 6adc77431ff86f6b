import type { Meta, StoryObj } from '@storybook/react-vite';
import { NoticeView } from './NoticeView.tsx';

const meta = {
  title: 'Components/NoticeView',
  component: NoticeView,
} satisfies Meta<typeof NoticeView>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The stream broke off while a tool was at work. */
export const Interrupted: Story = {
  args: { notice: { level: 'error', code: 'interrupted', text: '' }, tool: 'write_to_file' },
};
/** The run reached a limit; the agent's own words follow the kit's. */
export const Limit: Story = {
  args: { notice: { level: 'error', code: 'limit', text: 'The limit of 30 turns was reached.' } },
};
/** A request is tried again. */
export const Retry: Story = {
  args: { notice: { level: 'warning', code: 'retry', text: '', retry: { attempt: 2, of: 5 } } },
};
/** Something worth knowing. */
export const Info: Story = { args: { notice: { level: 'info', code: 'compaction', text: '' } } };
/** A long text scrolls inside. */
export const Long: Story = {
  args: { notice: { level: 'error', text: 'at read (node_modules/some/long/path/index.js:1:1)\n'.repeat(30) } },
};
/** 320 px. */
export const Narrow: Story = { ...Interrupted, globals: { viewport: { value: 'narrow' } } };
