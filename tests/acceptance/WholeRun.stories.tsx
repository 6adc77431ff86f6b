import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import aiSdk from '../../fixtures/ai-sdk/fix-a-test.reel.jsonl?raw';
import claude from '../../fixtures/claude-code/fix-a-test.reel.jsonl?raw';
import { keyFrames } from '../../src/reel/index.ts';
import { expectedAnswerAt, expectedAt, lettersOf } from './support/expected.ts';
import { acts, on, type Stage, type Story } from './support/stage.tsx';
import type { Shown, View } from './support/view.ts';
import { recorded, type Stream } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Whole runs', tags: ['!autodocs'] };
export default meta;

/** Stops at every state of the run; at each, what is shown is what the pure logic says, letter by letter. */
async function isRightAtEveryState({ reel }: Stream, { at }: Stage, windows: () => Promise<readonly View[]>) {
  const frames = keyFrames(reel);
  const lines = new Set<string>();
  const answers = new Set<string>();
  for (const { chunk } of frames) {
    await at(chunk);
    for (const window of await windows()) {
      await window.expect(expectedAt(reel, chunk));
      await expect(lettersOf(window.shown().answer)).toBe(expectedAnswerAt(reel, chunk));
      lines.add(window.shown().line);
      answers.add(window.shown().answer);
    }
  }
  // A run of many steps, in which the answer came more than once.
  await expect(lines.size).toBeGreaterThan(8);
  await expect(answers.size).toBeGreaterThan(3);
}

/** How the run ended, by its own last words. */
const ended = ({ line, dots }: Shown) => [/^Worked for .+ · \d+ steps$/.test(line), dots];

const claudeRun = recorded(claude);
const aiSdkRun = recorded(aiSdk);

/** R1.1 to R5.1 */
export const ClaudeCode: Story = {
  name: 'A whole run of Claude Code: answer, line, bytes and trace are right at every state',
  ...on(claudeRun, { trace: 'full' }),
  play: acts(async (stage) => {
    await isRightAtEveryState(claudeRun, stage, async () => [stage.live]);
    await expect(ended(stage.live.shown())).toEqual([true, false]);
  }),
};

/** R1.1 to R5.1 */
export const AiSdk: Story = {
  name: 'A whole run of an agent of the AI SDK: answer, line, bytes and trace are right at every state',
  ...on(aiSdkRun, { trace: 'full' }),
  play: acts(async (stage) => {
    await isRightAtEveryState(aiSdkRun, stage, async () => [stage.live]);
    await expect(ended(stage.live.shown())).toEqual([true, false]);
  }),
};

/** R5.3 */
export const ClaudeCodeReloaded: Story = {
  name: 'A whole run of Claude Code, reloaded at every state: all is right there too',
  ...on(claudeRun, { trace: 'full' }),
  play: acts((stage) => isRightAtEveryState(claudeRun, stage, async () => [await stage.reload()])),
};

/** R5.3 */
export const AiSdkReloaded: Story = {
  name: 'A whole run of an agent of the AI SDK, reloaded at every state: all is right there too',
  ...on(aiSdkRun, { trace: 'full' }),
  play: acts((stage) => isRightAtEveryState(aiSdkRun, stage, async () => [await stage.reload()])),
};
