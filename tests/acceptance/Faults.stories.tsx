import type { Meta } from '@storybook/react-vite';
import { faultStory } from './support/faultStory.tsx';

/** R7.4, R7.5, R5.7: every fixture under every fault, in the browser. */
const meta: Meta = { title: 'Acceptance/Faults', tags: ['!autodocs', '!dev'] };
export default meta;

// Each chunk is a message between page and worker: what makes thousands of them is a matter of Node.
export const OneByte = faultStory({ name: 'one-byte', bytes: 200 });
export const Recut = faultStory({ name: 'recut' });
export const Merge = faultStory({ name: 'merge' });
export const SplitUtf8 = faultStory({ name: 'split-utf8', characters: 200, at: { share: 0 } });
export const SplitCrlf = faultStory({ name: 'split-crlf' });
export const Stall = faultStory({ name: 'stall' });
export const Slow = faultStory({ name: 'slow' });
export const Heartbeat = faultStory({ name: 'heartbeat' });
export const Duplicate = faultStory({ name: 'duplicate' });
export const Swap = faultStory({ name: 'swap' });
export const CutLine = faultStory({ name: 'cut-line' });
export const Reset = faultStory({ name: 'reset' });
export const HttpError = faultStory({ name: 'http-error' });
export const Truncate = faultStory({ name: 'truncate' });
