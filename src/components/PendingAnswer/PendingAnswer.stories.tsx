import type { Meta, StoryObj } from '@storybook/react-vite';
import { PendingAnswer } from './PendingAnswer.tsx';

const meta = { title: 'Components/PendingAnswer', component: PendingAnswer } satisfies Meta<typeof PendingAnswer>;

export default meta;

/** The run has written nothing yet. */
export const Waiting: StoryObj<typeof meta> = {};
