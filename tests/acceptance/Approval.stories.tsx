import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { parseArguments, toolPreview } from '../../src/logic/index.ts';
import { acts, on, type Stage, type Story } from './support/stage.tsx';
import type { View } from './support/view.ts';
import { written, writtenAs } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Approval', tags: ['!autodocs'] };
export default meta;

/** The arguments that the card lists, by name. */
function argumentsOn(view: View) {
  const card = within(within(view.element).getByRole('article', { name: /^Allow/ }));
  const values = card.getAllByRole('definition').map((value) => value.textContent);
  return card.getAllByRole('term').map((name, index) => [name.textContent, values[index]]);
}

const edit = '{"path":"src/duration.js","description":"Make a minute 60 s","limit":2,"old":"m: 6';

/** R3.2, R2.5 */
export const StreamedArguments: Story = {
  name: 'The approval card shows arguments read from streamed JSON text, by the function that the preview uses',
  ...on(
    written({
      'the arguments stream': [
        { type: 'tool_call_started', callId: 'c1', name: 'Edit' },
        { type: 'tool_args_delta', callId: 'c1', delta: edit.slice(0, 30) },
        { type: 'tool_args_delta', callId: 'c1', delta: edit.slice(30) },
      ],
      'it asks in the middle of them': [{ type: 'approval_requested', approvalId: 'p1', name: 'Edit', callId: 'c1' }],
      'it asks with a whole text': [
        { type: 'approval_resolved', approvalId: 'p1', decision: 'approved' },
        { type: 'approval_requested', approvalId: 'p2', name: 'Fetch', args: '{"10":"ten","2":"two"}' },
      ],
      'it asks with no JSON': [
        { type: 'approval_resolved', approvalId: 'p2', decision: 'approved' },
        { type: 'approval_requested', approvalId: 'p3', name: 'Note', args: 'remember the milk' },
      ],
    }),
  ),
  play: acts(async ({ at, live }) => {
    await at('the arguments stream', { line: 'Edit: Make a minute 60 s', questions: [] });
    await at('it asks in the middle of them', {
      line: 'Waiting for approval: Edit: Make a minute 60 s',
      questions: ['Allow Edit to run this?'],
    });
    await expect(argumentsOn(live)).toEqual([
      ['path', 'src/duration.js'],
      ['description', 'Make a minute 60 s'],
      ['limit', '2'],
      ['old', 'm: 6'],
    ]);
    await expect(argumentsOn(live)).toEqual(parseArguments(edit).map(([name, value]) => [name, String(value)]));
    await expect(live.shown().line).toContain(toolPreview({ name: 'Edit', args: edit }));
    await at('it asks with a whole text', { line: 'Waiting for approval: Fetch: ten' });
    await expect(argumentsOn(live)).toEqual([
      ['10', 'ten'],
      ['2', 'two'],
    ]);
    await at('it asks with no JSON', { line: 'Waiting for approval: Note: remember the milk' });
    await expect(within(live.element).getByRole('figure', { name: 'Arguments' })).toHaveTextContent(
      'remember the milk',
    );
  }),
};

const question = written({
  'it asks': [
    {
      type: 'tool_call_started',
      callId: 'c1',
      name: 'Bash',
      args: { command: 'rm -rf build', description: 'Clean up' },
    },
    { type: 'approval_requested', approvalId: 'p1', name: 'Bash', callId: 'c1' },
  ],
  'it was allowed': [
    { type: 'approval_resolved', approvalId: 'p1', decision: 'approved' },
    { type: 'tool_call_ready', callId: 'c1' },
  ],
});

/** Tab by tab to a button of this name. */
async function tabTo(view: View, name: string) {
  const button = within(view.element).getByRole('button', { name });
  for (let tabs = 0; tabs < 8 && document.activeElement !== button; tabs += 1) await userEvent.tab();
  await expect(button).toHaveFocus();
}

/** R2.5, R6.2 */
export const AllowByKeyboard: Story = {
  name: 'A reader allows a call by keyboard alone; the line waits for the approval, then names the tool',
  ...on(question),
  play: acts(async ({ at, live, app }) => {
    await at('it asks', {
      line: 'Waiting for approval: Bash: Clean up',
      questions: ['Allow Bash to run this?'],
      rows: [],
    });
    await expect(within(live.element).getByRole('alert')).toHaveTextContent('Approval needed for Bash: Clean up');
    await tabTo(live, 'Allow once');
    await userEvent.keyboard('{Enter}');
    await expect(app.answered.mock.calls).toEqual([[{ approvalId: 'p1', decision: 'approved' }]]);
    await live.expect({ line: 'Waiting for approval: Bash: Clean up' });
    await userEvent.keyboard('{Enter}');
    await expect(app.answered).toHaveBeenCalledOnce();
    await at('it was allowed', { line: 'Bash: Clean up', questions: [] });
  }),
};

const refused = written({
  'it asks': [
    { type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'rm -rf build' } },
    { type: 'approval_requested', approvalId: 'p1', name: 'Bash', callId: 'c1' },
  ],
  'it was denied': [{ type: 'approval_resolved', approvalId: 'p1', decision: 'denied', reason: 'Keep the build.' }],
  'it goes on': [{ type: 'text_delta', delta: 'Then I keep it.' }],
});

/** R5.7 */
export const DenyByKeyboard: Story = {
  name: 'A reader denies a call by keyboard alone, with a reason; the call is stopped and the run goes on',
  ...on(refused, { trace: 'full' }),
  play: acts(async ({ at, live, app }) => {
    await at('it asks', { questions: ['Allow Bash to run this?'] });
    await tabTo(live, 'Deny');
    await userEvent.keyboard('{Enter}');
    const reason = within(live.element).getByRole('textbox', { name: 'Reason (optional)' });
    await waitFor(() => expect(reason).toHaveFocus());
    await userEvent.keyboard('Keep the build.{Enter}');
    await expect(app.answered.mock.calls).toEqual([
      [{ approvalId: 'p1', decision: 'denied', reason: 'Keep the build.' }],
    ]);
    const rows = ['Bash: rm -rf build', 'Approval: Bash: rm -rf build'];
    await at('it was denied', { line: 'Working…', questions: [], rows });
    const [call, approval] = within(live.element).getAllByRole('listitem');
    await expect(call).toHaveTextContent(/stopped/);
    await expect(approval).toHaveTextContent(/denied/);
    await at('it goes on', { answer: 'Then I keep it.', rows });
  }),
};

const two = writtenAs('ai-sdk-ui', {
  'both are asked': [
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'tool-input-available', toolCallId: 'c1', toolName: 'rm', input: { path: 'a' } },
    { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
    { type: 'tool-input-available', toolCallId: 'c2', toolName: 'rm', input: { path: 'b' } },
    { type: 'tool-approval-request', approvalId: 'a2', toolCallId: 'c2' },
  ],
  'the answer is over': [{ type: 'finish-step' }, { type: 'finish', finishReason: 'tool-calls' }],
});

/** The app tells its own thread what the reader said: the stream of this format does not. */
function answersAtOnce({ app }: Stage) {
  app.answered.mockImplementation((answer) => app.store.dispatch({ type: 'approval_resolved', ...answer }));
}

/** R2.0, case B35 */
export const SeveralInOrder: Story = {
  name: 'Of several approvals the oldest is asked first; after its answer the next one still waits',
  ...on(two),
  play: acts(async (stage) => {
    const { at, live, app } = stage;
    answersAtOnce(stage);
    const ask = 'Allow rm to run this?';
    await at('both are asked', { line: 'Waiting for approval: rm: a', questions: [ask, ask] });
    await userEvent.click(within(live.element).getAllByRole('button', { name: 'Allow once' })[0] ?? live.element);
    await live.expect({ line: 'Waiting for approval: rm: b', questions: [ask] });
    await userEvent.click(within(live.element).getByRole('button', { name: 'Allow once' }));
    await live.expect({ line: 'rm: b', questions: [] });
    await expect(app.answered.mock.calls.map(([{ approvalId }]) => approvalId)).toEqual(['a1', 'a2']);
  }),
};

/** R5.7, case B35 */
export const StreamStopsForTheReader: Story = {
  name: 'A stream that stops for the reader leaves the question open, and does not fail',
  ...on(two),
  play: acts(async ({ at, live }) => {
    const ask = 'Allow rm to run this?';
    await at('the answer is over', { questions: [ask, ask] });
    await at('the stream ends');
    await live.expect({ line: 'Waiting for approval: rm: a', questions: [ask, ask], notice: '' });
  }),
};

/** R5.7, case B35 */
export const ClosesUnanswered: Story = {
  name: 'An approval that is open when the connection is lost is closed as not answered',
  ...on(
    written(
      {
        'it asks': [
          { type: 'tool_call_started', callId: 'c1', name: 'Bash', args: { command: 'make' } },
          { type: 'approval_requested', approvalId: 'p1', name: 'Bash', callId: 'c1' },
        ],
      },
      { end: 'reset' },
    ),
    { trace: 'full' },
  ),
  play: acts(async ({ at, live }) => {
    await at('it asks', { questions: ['Allow Bash to run this?'] });
    await at('the stream ends', { questions: [] });
    await expect(within(live.element).queryByRole('button', { name: 'Allow once' })).toBeNull();
    const [call, approval] = within(live.element).getAllByRole('listitem');
    await expect(call).toHaveTextContent(/^Bash.*stopped/);
    await expect(approval).toHaveTextContent(/^Approval.*not answered/);
  }),
};
