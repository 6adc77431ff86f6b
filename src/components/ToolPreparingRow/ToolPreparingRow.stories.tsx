import type { Meta, StoryObj } from '@storybook/react-vite';
import { ToolPreparingRow } from './ToolPreparingRow.tsx';

const meta = {
  title: 'Components/ToolPreparingRow',
  component: ToolPreparingRow,
  args: { toolName: 'write_to_file', byteCount: 1434 },
} satisfies Meta<typeof ToolPreparingRow>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The arguments stream in, and their bytes count up. */
export const Preparing: Story = {};
/** Told as soon as the name is known, even at no bytes. */
export const Empty: Story = { args: { byteCount: 0 } };
/** Below 1024 in bytes. */
export const Bytes: Story = { args: { byteCount: 1023 } };
/** From 1024 on with one decimal. */
export const Kilobytes: Story = { args: { byteCount: 102_400 } };
/** The name has not come yet. */
export const WithoutName: Story = { render: () => <ToolPreparingRow byteCount={16} /> };
/** The name and the number as in the language of the app. */
export const German: Story = { globals: { language: 'de' } };
/** From right to left. */
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
/** An invalid payload renders nothing. */
export const Invalid: Story = { args: { byteCount: -1 } };
