import type { Meta } from '@storybook/react-vite';
import type { AgentEvent } from '../../src/logic/index.ts';
import { acts, on, type Story } from './support/stage.tsx';
import { written } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Run line', tags: ['!autodocs'] };
export default meta;

const call = (callId: string, name: string, args?: unknown): AgentEvent => ({
  type: 'tool_call_started',
  callId,
  name,
  args,
});
const done = (callId: string): AgentEvent => ({ type: 'tool_call_finished', callId, result: 'ok' });

/** R2.2, R2.3, R3.1 */
export const WithDescription: Story = {
  name: 'During a tool call with a description, the line names the tool and the description',
  ...on(
    written({
      'the call begins': [{ type: 'tool_call_started', callId: 'c1', name: 'Bash' }],
      'its first argument streams': [{ type: 'tool_args_delta', callId: 'c1', delta: '{"command":"npm run bui' }],
      'the description streams': [{ type: 'tool_args_delta', callId: 'c1', delta: 'ld","description":"Build' }],
      'it is whole': [{ type: 'tool_args_delta', callId: 'c1', delta: ' with tests"}' }],
      'the tool runs': [{ type: 'tool_call_ready', callId: 'c1' }],
      'the tool is done': [done('c1')],
      'a blank description': [call('c2', 'Bash', { description: ' ', command: 'npm test' })],
    }),
  ),
  play: acts(async ({ at }) => {
    await at('the call begins', { line: 'Preparing Bash…', bytes: '0 B' });
    await at('its first argument streams', { line: 'Bash: npm run bui', bytes: '23 B' });
    await at('the description streams', { line: 'Bash: Build', bytes: '47 B' });
    await at('it is whole', { line: 'Bash: Build with tests', bytes: '60 B' });
    await at('the tool runs', { line: 'Bash: Build with tests', bytes: '' });
    await at('the tool is done', { line: 'Working…' });
    await at('a blank description', { line: 'Bash: npm test' });
  }),
};

/** R2.2, R3.1, R3.3 */
export const WithOneArgument: Story = {
  name: 'During a tool call without a description, the line shows its first argument',
  ...on(
    written({
      'a text': [call('c1', 'getInstance', { instance: 'GenericObject:2916' })],
      'a list': [done('c1'), call('c2', 'getInstances', { ids: ['A:1', 'A:2', 3], deep: true })],
      'a number': [done('c2'), call('c3', 'wait', { seconds: 30, reason: 'build' })],
      'an object': [done('c3'), call('c4', 'query', { where: { name: 'x' } })],
      'many lines': [done('c4'), call('c5', 'python', { code: 'import os\n\n  print(1)\u001b[31m\u0000' })],
      'a long text': [done('c5'), call('c6', 'Write', { path: `${'a'.repeat(78)}bcd` })],
    }),
  ),
  play: acts(async ({ at }) => {
    await at('a text', { line: 'getInstance: GenericObject:2916' });
    await at('a list', { line: 'getInstances: A:1, A:2, 3' });
    await at('a number', { line: 'wait: 30' });
    await at('an object', { line: 'query: {"name":"x"}' });
    await at('many lines', { line: 'python: import os print(1)' });
    await at('a long text', { line: `Write: ${'a'.repeat(78)}b…` });
  }),
};

/** R2.2 */
export const WithoutArguments: Story = {
  name: 'During a tool call without arguments, the line shows the tool alone, or with its title',
  ...on(
    written({
      'no arguments': [call('c1', 'list_files', {})],
      'nothing in them': [done('c1'), call('c2', 'list_tools', { filter: '' })],
      'a title': [done('c2'), { type: 'tool_call_started', callId: 'c3', name: 'plan', title: 'Make a plan' }],
      'the titled one runs': [{ type: 'tool_call_ready', callId: 'c3' }],
    }),
  ),
  play: acts(async ({ at }) => {
    await at('no arguments', { line: 'list_files' });
    await at('nothing in them', { line: 'list_tools' });
    await at('a title', { line: 'plan: Make a plan' });
    await at('the titled one runs', { line: 'plan: Make a plan', bytes: '' });
  }),
};

const thinking = written({
  'it thinks': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: 'The user says a **test** fails.' },
  ],
  'another paragraph': [{ type: 'thinking_delta', delta: '\n\nSo I run' }],
  'it goes on': [{ type: 'thinking_delta', delta: ' the suite.\n\n' }],
  'the turn writes': [{ type: 'text_delta', delta: 'I run the tests.' }],
  'it thinks again': [{ type: 'thinking_delta', delta: 'All of them?' }],
  'a tool runs': [call('c1', 'Bash', { command: 'npm test' })],
  'the next turn thinks': [
    done('c1'),
    { type: 'turn_started', turnId: 't2' },
    { type: 'thinking_delta', delta: 'One fails.' },
  ],
  'another turn begins': [{ type: 'turn_started', turnId: 't3' }],
});

/** R2.1, R2.9 */
export const Thinking: Story = {
  name: 'While the agent thinks, the line shows its newest paragraph, until the same turn writes',
  ...on(thinking),
  play: acts(async ({ at }) => {
    await at('it thinks', { line: 'Thinking: The user says a test fails.' });
    await at('another paragraph', { line: 'Thinking: So I run' });
    await at('it goes on', { line: 'Thinking: So I run the suite.' });
    await at('the turn writes', { line: 'Working…', answer: 'I run the tests.' });
    await at('it thinks again', { line: 'Thinking: All of them?', answer: 'I run the tests.' });
    await at('a tool runs', { line: 'Bash: npm test' });
    await at('the next turn thinks', { line: 'Thinking: One fails.' });
    await at('another turn begins', { line: 'Working…' });
  }),
};

/** R2.6 */
export const NothingToTell: Story = {
  name: 'With nothing to tell, the line says that the agent works',
  ...on(
    written({
      'the turn begins': [{ type: 'turn_started', turnId: 't1' }],
      'only text streams': [{ type: 'text_delta', delta: 'Hello' }],
      'a tool runs': [call('c1', 'Bash', { command: 'npm test' })],
      'between two turns': [done('c1')],
    }),
  ),
  play: acts(async ({ at }) => {
    await at(0, { line: 'Working…' });
    await at('the turn begins', { line: 'Working…' });
    await at('only text streams', { line: 'Working…', answer: 'Hello' });
    await at('a tool runs', { line: 'Bash: npm test' });
    await at('between two turns', { line: 'Working…' });
  }),
};

/** R2.4 */
export const SeveralCalls: Story = {
  name: 'With several calls at once, the line names the newest and counts the others',
  ...on(
    written({
      'one runs': [call('c1', 'Read', { path: 'a.ts' })],
      'two run': [call('c2', 'Read', { path: 'b.ts' })],
      'a third is in preparation': [
        { type: 'tool_call_started', callId: 'c3', name: 'Grep' },
        { type: 'tool_args_delta', callId: 'c3', delta: '{"pattern":"units' },
      ],
      'the newest is done': [{ type: 'tool_call_ready', callId: 'c3' }, done('c3')],
      'the oldest is done': [done('c1')],
    }),
  ),
  play: acts(async ({ at }) => {
    await at('one runs', { line: 'Read: a.ts', others: '' });
    await at('two run', { line: 'Read: b.ts', others: '+1' });
    await at('a third is in preparation', { line: 'Grep: units', others: '+2', bytes: '17 B' });
    await at('the newest is done', { line: 'Read: b.ts', others: '+1', bytes: '' });
    await at('the oldest is done', { line: 'Read: b.ts', others: '' });
  }),
};

const child = { agentId: 'sa-1' };

/** R1.5 */
export const Delegation: Story = {
  name: 'While the agent waits for a delegated one, the line names the wait, not what that one does',
  ...on(
    written({
      'the agent waits': [
        { type: 'turn_started', turnId: 't1' },
        call('c1', 'wait_for_subagent', { id: 'sa-1' }),
        { type: 'delegation_started', childId: 'sa-1', callId: 'c1', title: 'Find the slow test' },
      ],
      'the delegated one thinks': [{ type: 'thinking_delta', ...child, delta: 'Where to begin?' }],
      'it runs a tool': [{ ...call('d1', 'Grep', { pattern: 'slow' }), ...child }],
      'it writes': [
        { ...done('d1'), ...child },
        { type: 'text_delta', ...child, delta: 'It is test 3.' },
      ],
      'the wait is over': [
        { type: 'delegation_finished', childId: 'sa-1', outcome: 'completed' },
        done('c1'),
        { type: 'turn_started', turnId: 't2' },
      ],
    }),
  ),
  play: acts(async ({ at }) => {
    const waiting = { line: 'wait_for_subagent: sa-1', answer: '', dots: true };
    await at('the agent waits', waiting);
    await at('the delegated one thinks', waiting);
    await at('it runs a tool', waiting);
    await at('it writes', waiting);
    await at('the wait is over', { line: 'Working…', answer: '', dots: true });
  }),
};
