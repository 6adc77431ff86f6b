/** Hand-made rounds, one for each face that a run can show. For stories and tests; nothing of it was recorded. */
import type { ComponentType } from 'react';
import { type AgentEvent, emptyThread, type Round, reduceAll } from '../../logic/index.ts';
import { RunreelProvider } from '../../react/RunreelProvider.tsx';

/** When every hand-made run starts. */
export const start = Date.UTC(2026, 0, 1, 12);

type Timed = readonly [seconds: number, event: AgentEvent];

export function timed(events: readonly Timed[]): readonly AgentEvent[] {
  return events.map(([seconds, event]) => ({ ...event, at: start + Math.round(seconds * 1000) }));
}

export function roundOf(...events: readonly Timed[]): Round {
  const round = reduceAll(emptyThread, timed(events)).rounds.at(-1);
  if (round === undefined) throw new Error('These events make no round.');
  return round;
}

/** A decorator: a clock that stands `seconds` after the start of the run. */
export function at(seconds: number) {
  const clock = { now: () => start + seconds * 1000 };
  return (Story: ComponentType) => (
    <RunreelProvider clock={clock} onApproval={() => {}}>
      <Story />
    </RunreelProvider>
  );
}

const asked: Timed = [0, { type: 'user_message', text: 'The test fails, fix it.' }];

const firstThought: readonly Timed[] = [
  [1, { type: 'turn_started', turnId: 't1' }],
  [
    1,
    {
      type: 'thinking',
      turnId: 't1',
      text: 'The user says a test fails. I do not know which one yet, so before touching any code I run the suite and read what it says.\n\nThen I look at the module that the failing test imports.',
    },
  ],
  [4, { type: 'text', turnId: 't1', text: 'I’ll run the test suite first to see what fails.' }],
];

const failingTests: readonly Timed[] = [
  [
    5,
    {
      type: 'tool_call_started',
      callId: 'c1',
      name: 'Bash',
      kind: 'shell',
      turnId: 't1',
      args: { command: 'npm test', description: 'Run the test suite' },
    },
  ],
  [
    6.2,
    {
      type: 'tool_call_finished',
      callId: 'c1',
      isError: true,
      result: {
        text: '✔ parses hours\n✖ parses minutes\n  60 !== 60000\nℹ tests 3  ℹ pass 2  ℹ fail 1',
        exitCode: 1,
        raw: null,
      },
    },
  ],
];

const read: readonly Timed[] = [
  [7, { type: 'turn_started', turnId: 't2' }],
  [
    7,
    {
      type: 'tool_call_started',
      callId: 'c2',
      name: 'Read',
      kind: 'read',
      turnId: 't2',
      args: { file_path: 'src/duration.js' },
    },
  ],
  [7.1, { type: 'tool_call_finished', callId: 'c2', result: { text: 'const units = { s: 1000, m: 60 };', raw: null } }],
];

const found: readonly Timed[] = [
  [8, { type: 'turn_started', turnId: 't3' }],
  [
    9,
    {
      type: 'text',
      turnId: 't3',
      text: 'Found it: `m: 60` should be `60 * 1000`, so a minute is worth 60 ms. While I am here I will make the parser strict, since it silently skips anything it does not know.',
    },
  ],
];

const preparing: readonly Timed[] = [
  [10, { type: 'tool_call_started', callId: 'c3', name: 'write_to_file', kind: 'edit', turnId: 't3' }],
  [11, { type: 'tool_args_delta', callId: 'c3', delta: '' }],
];

const preparedBytes: readonly Timed[] = [
  [10, { type: 'tool_preparing', toolName: 'write_to_file', byteCount: 0 }],
  [12, { type: 'tool_preparing', toolName: 'write_to_file', byteCount: 1434 }],
];

const edit: readonly Timed[] = [
  [
    12,
    {
      type: 'tool_call_started',
      callId: 'c3',
      name: 'Write',
      kind: 'edit',
      turnId: 't3',
      args: { file_path: 'src/duration.js', content: 'm: 60 * 1000' },
    },
  ],
  [
    13,
    {
      type: 'tool_call_finished',
      callId: 'c3',
      result: {
        diff: '--- a/src/duration.js\n+++ b/src/duration.js\n@@ -1,4 +1,4 @@\n   s: 1000,\n-  m: 60,\n+  m: 60 * 1000,\n   h: 60 * 60 * 1000,\n',
        raw: null,
      },
    },
  ],
];

const passingTests: readonly Timed[] = [
  [14, { type: 'turn_started', turnId: 't4' }],
  [
    14,
    {
      type: 'tool_call_started',
      callId: 'c4',
      name: 'Bash',
      kind: 'shell',
      turnId: 't4',
      args: { command: 'npm test', description: 'Re-run the tests after the fix' },
    },
  ],
  [
    15.1,
    {
      type: 'tool_call_finished',
      callId: 'c4',
      result: {
        text: '\u001b[32m✔ parses hours\u001b[39m\n\u001b[32m✔ parses mixed units\u001b[39m\nℹ tests 3  ℹ pass 3  ℹ fail 0',
        exitCode: 0,
        raw: null,
      },
    },
  ],
];

const answered: readonly Timed[] = [
  [60, { type: 'turn_started', turnId: 't5' }],
  [
    70,
    {
      type: 'text',
      turnId: 't5',
      text: "All three tests pass now.\n\n- `m` is now `60 * 1000`; the table also has weeks.\n- `parse` rejects text it cannot read instead of skipping it.\n\n```js\nparse('1h 30m') // 5400000\nformat(5400000) // '1h 30m'\n```\n",
    },
  ],
];

const secondRunning: readonly Timed[] = [
  [
    12,
    {
      type: 'tool_call_started',
      callId: 'c5',
      name: 'Grep',
      kind: 'search',
      turnId: 't3',
      args: { pattern: 'duration' },
    },
  ],
  [
    13,
    {
      type: 'tool_call_started',
      callId: 'c6',
      name: 'Bash',
      kind: 'shell',
      turnId: 't3',
      args: { command: 'npm test', description: 'Run the test suite' },
    },
  ],
];

const approval: readonly Timed[] = [
  [
    60,
    {
      type: 'tool_call_started',
      callId: 'c7',
      name: 'Bash',
      kind: 'shell',
      args: { command: 'rm -rf build && npm run build', description: 'Delete the build folder' },
    },
  ],
  [
    67,
    {
      type: 'approval_requested',
      approvalId: 'a1',
      callId: 'c7',
      name: 'Bash',
      args: { command: 'rm -rf build && npm run build', description: 'Delete the build folder' },
    },
  ],
];

const delegation: readonly Timed[] = [
  [90, { type: 'tool_call_started', callId: 'c8', name: 'wait_for_subagent', kind: 'agent', args: { id: 'sa-1' } }],
  [
    99,
    {
      type: 'delegation_started',
      childId: 'sa-1',
      callId: 'c8',
      title: 'Summarise the tests',
      prompt: 'Read the tests of the duration module and say in three sentences what they cover.',
    },
  ],
  [100, { type: 'thinking', agentId: 'sa-1', text: 'Three files match. I read them one after the other.' }],
  [
    104,
    {
      type: 'tool_call_started',
      agentId: 'sa-1',
      callId: 's1',
      name: 'Grep',
      kind: 'search',
      args: { pattern: 'test(' },
    },
  ],
  [105, { type: 'tool_call_finished', agentId: 'sa-1', callId: 's1', result: { text: '3 files', raw: null } }],
  [
    110,
    {
      type: 'tool_call_started',
      agentId: 'sa-1',
      callId: 's2',
      name: 'Read',
      kind: 'read',
      args: { path: 'test/parse.test.js' },
    },
  ],
  [111, { type: 'tool_call_finished', agentId: 'sa-1', callId: 's2', result: { text: '…', raw: null } }],
  [
    120,
    {
      type: 'tool_call_started',
      agentId: 'sa-1',
      callId: 's3',
      name: 'Read',
      kind: 'read',
      args: { path: 'test/duration.test.js' },
    },
  ],
];

const delegationDone: readonly Timed[] = [
  [125, { type: 'tool_call_finished', agentId: 'sa-1', callId: 's3', result: { text: '…', raw: null } }],
  [128, { type: 'text', agentId: 'sa-1', text: 'They cover hours, minutes and mixed units. Nothing covers `0`.' }],
  [130, { type: 'delegation_finished', childId: 'sa-1', outcome: 'completed' }],
  [130, { type: 'tool_call_finished', callId: 'c8', result: { text: 'done', raw: null } }],
  [134, { type: 'text', text: 'The tests cover hours, minutes and mixed units; I add one for `0`.' }],
  [135, { type: 'run_finished', outcome: 'completed' }],
];

const work = [asked, ...firstThought, ...failingTests, ...read, ...found];

/** Two rounds: one done, one in the middle of its first tool. */
export const conversation: readonly Timed[] = [
  [-300, { type: 'user_message', text: 'What does this module do?' }],
  [-298, { type: 'tool_call_started', callId: 'q1', name: 'Read', kind: 'read', args: { path: 'src/duration.js' } }],
  [-297, { type: 'tool_call_finished', callId: 'q1', result: { text: 'const units = {};', raw: null } }],
  [-290, { type: 'text', text: 'It turns words such as `1h 30m` into milliseconds, and back.' }],
  [-290, { type: 'run_finished', outcome: 'completed' }],
  asked,
  ...firstThought,
  ...failingTests.slice(0, 1),
];

const longWord = 'node_modules/.cache/'.repeat(12);

/** The rounds by the state that they are in, with the second at which their clock stands. */
export const states = {
  nothingYet: { seconds: 2, round: roundOf(asked) },
  thinking: { seconds: 3, round: roundOf(asked, ...firstThought.slice(0, 2)) },
  running: { seconds: 6, round: roundOf(asked, ...firstThought, ...failingTests.slice(0, 1)) },
  severalRunning: { seconds: 20, round: roundOf(...work, ...secondRunning) },
  preparing: { seconds: 14, round: roundOf(...work, ...preparedBytes) },
  preparingUnnamed: {
    seconds: 14,
    round: roundOf(
      ...work,
      [10, { type: 'tool_call_started', callId: 'c3', name: '' }],
      [11, { type: 'tool_args_delta', callId: 'c3', delta: '{"path":"src/dur' }],
    ),
  },
  answeredWhileWorking: { seconds: 20, round: roundOf(...work, ...edit, ...passingTests.slice(0, 2)) },
  waitingForApproval: { seconds: 90, round: roundOf(...work, ...approval) },
  stalled: {
    seconds: 220,
    round: roundOf(...work, [
      197,
      {
        type: 'tool_call_started',
        callId: 'c9',
        name: 'Bash',
        kind: 'shell',
        args: { command: 'npm run build', description: 'Build with tests' },
      },
    ]),
  },
  retrying: {
    seconds: 20,
    round: roundOf(...work, [
      18,
      {
        type: 'notice',
        level: 'warning',
        code: 'retry',
        text: 'The model is overloaded.',
        retry: { attempt: 2, of: 5 },
      },
    ]),
  },
  delegated: { seconds: 130, round: roundOf(asked, ...firstThought.slice(0, 2), ...delegation) },
  delegationDone: { seconds: 200, round: roundOf(asked, ...delegation, ...delegationDone) },
  done: {
    seconds: 200,
    round: roundOf(...work, ...edit, ...passingTests, ...answered, [
      72,
      { type: 'run_finished', outcome: 'completed' },
    ]),
  },
  doneWithoutText: {
    seconds: 200,
    round: roundOf(asked, ...firstThought.slice(0, 2), ...failingTests, [
      9,
      { type: 'run_finished', outcome: 'completed' },
    ]),
  },
  stopped: {
    seconds: 200,
    round: roundOf(...work, ...secondRunning, [41, { type: 'run_finished', outcome: 'aborted' }]),
  },
  failed: {
    seconds: 200,
    round: roundOf(
      asked,
      ...firstThought,
      ...failingTests,
      ...read,
      [12, { type: 'notice', level: 'error', code: 'limit', text: 'The limit of 30 turns was reached.' }],
      [12, { type: 'run_finished', outcome: 'failed' }],
    ),
  },
  interrupted: {
    seconds: 200,
    round: roundOf(
      ...work,
      ...preparing.slice(0, 1),
      [11, { type: 'tool_args_delta', callId: 'c3', delta: '{"path":"src/duration.js","content":"export' }],
      [12, { type: 'notice', level: 'error', code: 'interrupted', text: '' }],
      [12, { type: 'run_finished', outcome: 'failed' }],
    ),
  },
  veryLong: {
    seconds: 4000,
    round: roundOf(
      [0, { type: 'user_message', text: `${longWord}\n\nWhy is this here?` }],
      [
        1,
        {
          type: 'thinking',
          text: `${'I look at every folder in turn, and note what each of them is for. '.repeat(60)}`,
        },
      ],
      [
        20,
        {
          type: 'tool_call_started',
          callId: 'l1',
          name: 'mcp__filesystem__list_directory_with_sizes_and_permissions',
          args: { path: longWord },
        },
      ],
      [21, { type: 'tool_call_finished', callId: 'l1', result: { text: `${longWord}\n`.repeat(60), raw: null } }],
      [25, { type: 'text', text: `It is a cache: \`${longWord}\`. ${'It can be deleted at any time. '.repeat(20)}` }],
      [3722, { type: 'run_finished', outcome: 'completed' }],
    ),
  },
} as const satisfies Record<string, { seconds: number; round: Round }>;
