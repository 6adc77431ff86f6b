import type { Meta, StoryObj } from '@storybook/react-vite';
import { Icon, type IconName, Spinner } from './Icon.tsx';

const meta = { title: 'Components/Icon', component: Icon, args: { name: 'check' } } satisfies Meta<typeof Icon>;

export default meta;
type Story = StoryObj<typeof meta>;

const names: readonly IconName[] = [
  'shell',
  'read',
  'edit',
  'search',
  'fetch',
  'plan',
  'question',
  'agent',
  'other',
  'thinking',
  'text',
  'check',
  'x',
  'alert',
  'warning',
  'info',
  'clock',
  'chevron',
];

/** One icon. */
export const One: Story = {};
/** All of them: one size, one stroke. */
export const All: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16, color: 'var(--rr-ink-2)' }}>
      {names.map((name) => (
        <Icon key={name} name={name} label={name} />
      ))}
      <Spinner />
    </div>
  ),
};
