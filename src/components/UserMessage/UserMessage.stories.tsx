import type { Meta, StoryObj } from '@storybook/react-vite';
import { UserMessage } from './UserMessage.tsx';

const meta = {
  title: 'Components/UserMessage',
  component: UserMessage,
  args: { message: { text: 'The test fails, fix it.' } },
} satisfies Meta<typeof UserMessage>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The user's words. */
export const Short: Story = {};
/** Line breaks are kept, long words are broken. */
export const Long: Story = {
  args: { message: { text: `Look at this:\n\n  ${'node_modules/.cache/'.repeat(10)}\n\nWhy is it here?` } },
};
/** Right to left, in a page of either direction. */
export const Arabic: Story = { args: { message: { text: 'الاختبار يفشل، أصلحه.' } }, globals: { direction: 'rtl' } };
