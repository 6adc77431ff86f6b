import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Item } from '../../logic/thread.ts';
import { jsonl, roundOf, roundsOf } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

const read = (...lines: object[]): AgentEvent[] => decodeAll('codex-app-server', [jsonl(lines)]);
const itemsOf = (...lines: object[]): Item[] => [...roundOf(read(...lines)).items];

/** What each direction says, in the order in which it is said. */
function talk(...said: (readonly ['server' | 'client', object])[]): AgentEvent[] {
  const decoder = createDecoder('codex-app-server');
  const events = said.flatMap(([who, line]) => decoder.push(jsonl([line]), who === 'client' ? 'client' : 'agent'));
  return [...events, ...decoder.end()];
}
const server = (line: object) => ['server', line] as const;
const client = (line: object) => ['client', line] as const;

const note = (method: string, params: object, emittedAtMs?: number) => ({
  method,
  params: { threadId: 'th', ...params },
  ...(emittedAtMs !== undefined && { emittedAtMs }),
});
const turn = (status: string, more: object = {}) => ({ turn: { id: 't1', items: [], status, error: null, ...more } });
const started = note('turn/started', turn('inProgress'));
const completed = note('turn/completed', turn('completed'));
const item = (phase: 'started' | 'completed', id: string, type: string, more: object = {}) =>
  note(`item/${phase}`, { turnId: 't1', item: { id, type, ...more } });
const user = (text: string) => item('completed', 'u1', 'userMessage', { content: [{ type: 'text', text }] });
const text = (id: string, said: string) => item('completed', id, 'agentMessage', { text: said });
const textDelta = (itemId: string, delta: string) => note('item/agentMessage/delta', { turnId: 't1', itemId, delta });
const command = (phase: 'started' | 'completed', id: string, more: object = {}) =>
  item(phase, id, 'commandExecution', { command: "/bin/bash -lc 'ls'", status: 'inProgress', ...more });
const done = { status: 'completed', aggregatedOutput: 'a\n', exitCode: 0 };
const usage = (total: number, last: number) =>
  note('thread/tokenUsage/updated', {
    turnId: 't1',
    tokenUsage: {
      total: { totalTokens: total },
      last: { inputTokens: last, cachedInputTokens: 1, outputTokens: 2, reasoningOutputTokens: 0 },
      modelContextWindow: 1000,
    },
  });
const retry = note('error', {
  turnId: 't1',
  error: { message: 'Reconnecting... 2/5', codexErrorInfo: null, additionalDetails: 'stream cut' },
  willRetry: true,
});

describe('deltas and wholes', () => {
  it('R5.5: the final item wins over deltas that lost characters, and is one item with them', () => {
    const items = itemsOf(
      started,
      item('started', 'm1', 'agentMessage', { text: '' }),
      textDelta('m1', 'Fine '),
      textDelta('m1', '.'),
      text('m1', 'Fine 🔍.'),
      completed,
    );
    expect(items).toMatchObject([{ kind: 'assistant_text', text: 'Fine 🔍.' }]);
    expect(items).toHaveLength(1);
  });

  it('R5.5: the paragraphs of a thought are one thought; what is thought beside its summary is another', () => {
    const summary = (delta: string, summaryIndex: number) =>
      note('item/reasoning/summaryTextDelta', { turnId: 't1', itemId: 'r1', delta, summaryIndex });
    const raw = note('item/reasoning/textDelta', { turnId: 't1', itemId: 'r1', delta: 'hmm', contentIndex: 0 });
    const lines = [started, summary('One', 0), summary('.', 0), summary('Two.', 1), raw];
    expect(itemsOf(...lines)).toMatchObject([{ text: 'One.\n\nTwo.' }, { text: 'hmm' }, { code: 'interrupted' }]);
    const whole = item('completed', 'r1', 'reasoning', { summary: ['One!', 'Two!'], content: ['hmm!'] });
    expect(itemsOf(...lines, whole, completed)).toMatchObject([{ text: 'One!\n\nTwo!' }, { text: 'hmm!' }]);
  });

  it('the output of a command grows, and its result says how it ended', () => {
    const output = (delta: string) => note('item/commandExecution/outputDelta', { turnId: 't1', itemId: 'c1', delta });
    const lines = [started, command('started', 'c1'), output('1\n'), output('2\n')];
    expect(itemsOf(...lines)[0]).toMatchObject({ output: '1\n2\n', args: { command: 'ls' } });
    const end = command('completed', 'c1', { status: 'failed', aggregatedOutput: '1\n2\n3\n', exitCode: 1 });
    expect(itemsOf(...lines, end, completed)).toMatchObject([
      { status: 'failed', result: { text: '1\n2\n3\n', exitCode: 1 } },
    ]);
  });

  it('an edit has the diff of all its files', () => {
    const changes = [
      { path: 'a.ts', kind: { type: 'update', move_path: null }, diff: '@@ -1 +1 @@\n-a\n+b\n' },
      { path: 'b.ts', kind: { type: 'add' }, diff: 'x\ny\n' },
    ];
    const [call] = itemsOf(started, item('completed', 'f1', 'fileChange', { changes, status: 'completed' }), completed);
    expect(call).toMatchObject({
      toolKind: 'edit',
      args: { files: ['a.ts', 'b.ts'] },
      result: {
        diff: '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b.ts\n@@ -0,0 +1,2 @@\n+x\n+y\n',
      },
    });
  });
});

describe('turns, usage and retries', () => {
  it('R5.6: the usage of a round is the sum of its requests, each counted once', () => {
    const round = roundOf(
      read(started, text('m1', 'A'), usage(10, 8), usage(10, 8), command('started', 'c1'), usage(25, 13), completed),
    );
    expect(round.usage).toMatchObject({ inputTokens: 21, outputTokens: 4, cachedTokens: 2, contextWindow: 1000 });
  });

  it('R5.4: what a cut attempt said is void, and what the next one says again stands once', () => {
    const items = itemsOf(
      started,
      text('m0', 'Before.'),
      usage(10, 8),
      textDelta('m1', 'I write'),
      retry,
      text('m2', 'I write it.'),
      completed,
    );
    expect(items).toMatchObject([
      { text: 'Before.' },
      { code: 'retry', text: 'stream cut', retry: { attempt: 2, of: 5 } },
      { text: 'I write it.' },
    ]);
    expect(items).toHaveLength(3);
  });

  it('R5.4: a tool that the cut attempt ran did run, and a request that fails at once voids nothing', () => {
    const ran = itemsOf(
      started,
      usage(10, 8),
      text('m1', 'I look.'),
      command('completed', 'c1', done),
      retry,
      text('m2', 'I look.'),
      completed,
    );
    expect(ran).toMatchObject([{ name: 'shell', status: 'done' }, { code: 'retry' }, { text: 'I look.' }]);
    const atOnce = itemsOf(started, text('m1', 'A'), usage(10, 8), retry, text('m2', 'B'), completed);
    expect(atOnce).toMatchObject([{ text: 'A' }, { code: 'retry' }, { text: 'B' }]);
  });

  it('each new state of the plan is a call', () => {
    const plan = (status: string) => note('turn/plan/updated', { turnId: 't1', plan: [{ step: 'build', status }] });
    const items = itemsOf(started, plan('pending'), plan('pending'), plan('completed'), completed);
    expect(items).toMatchObject([{ toolKind: 'plan', status: 'done' }, { toolKind: 'plan' }]);
    expect(items).toHaveLength(2);
  });

  it('a compaction is told once, however often the server tells of it', () => {
    const items = itemsOf(
      started,
      item('started', 'k1', 'contextCompaction'),
      item('completed', 'k1', 'contextCompaction'),
      note('thread/compacted', { turnId: 't1' }),
      completed,
    );
    expect(items).toMatchObject([{ kind: 'notice', code: 'compaction' }]);
    expect(items).toHaveLength(1);
  });
});

describe('how a run begins and ends', () => {
  it('R1.6: a warning before the run, the prompt of both sides: one round', () => {
    const prompt = {
      id: 3,
      method: 'turn/start',
      params: { threadId: 'th', input: [{ type: 'text', text: 'Fix it.' }] },
    };
    const rounds = roundsOf(
      talk(
        server(note('warning', { message: 'careful' }, 5)),
        client(prompt),
        server({ id: 3, result: { turn: { id: 't1' } } }),
        server(started),
        server(user('Fix it.')),
        server(text('m1', 'Done.')),
        server(completed),
      ),
    );
    expect(rounds).toHaveLength(1);
    expect(rounds[0]).toMatchObject({ status: 'completed', user: { text: 'Fix it.' } });
    expect([...(rounds[0]?.items ?? [])]).toMatchObject([{ text: 'careful' }, { text: 'Done.' }]);
  });

  it('a prompt that the server does not repeat is told from the request, also where nothing follows it', () => {
    const prompt = { id: 3, method: 'turn/start', params: { input: [{ type: 'text', text: 'Go' }] } };
    expect(roundOf(talk(client(prompt), server(started), server(text('m', 'ok')), server(completed)))).toMatchObject({
      user: { text: 'Go' },
      status: 'completed',
    });
    expect(roundOf(talk(client(prompt)))).toMatchObject({ user: { text: 'Go' }, status: 'failed' });
    expect(roundOf(read(prompt))).toMatchObject({ user: { text: 'Go' }, status: 'failed' });
  });

  it('a run that the user stops is aborted, and nothing stays open', () => {
    const round = roundOf(
      read(started, command('started', 'c1'), textDelta('m1', 'half'), note('turn/completed', turn('interrupted'))),
    );
    expect(round.status).toBe('aborted');
    expect([...round.items]).toMatchObject([{ status: 'aborted' }, { text: 'half' }]);
    expect(currentStep(round)).toBeUndefined();
  });

  it('a run that the user stopped is aborted, also where the stream ends before it says so', () => {
    const stop = { id: 4, method: 'turn/interrupt', params: { threadId: 'th', turnId: 't1' } };
    expect(roundOf(talk(server(started), server(text('m1', 'A')), client(stop)))).toMatchObject({ status: 'aborted' });
  });

  it('R2.7: a warning before the run does not begin its round', () => {
    const round = roundOf(
      read(note('warning', { message: 'careful' }, 5), { ...started, emittedAtMs: 900 }, completed),
    );
    expect(round).toMatchObject({ startedAt: 900, items: { length: 1 } });
  });

  it('a failed run says why once, and a limit is called one', () => {
    const error = { message: 'You reached your limit.', codexErrorInfo: 'usageLimitExceeded' };
    const round = roundOf(
      read(started, note('error', { error, willRetry: false }), note('turn/completed', turn('failed', { error }))),
    );
    expect(round.status).toBe('failed');
    expect([...round.items]).toMatchObject([{ code: 'limit', text: 'You reached your limit.' }]);
    expect(round.items).toHaveLength(1);
  });

  it('R5.7: without its end the run is interrupted; after an error that ended it, it failed of that', () => {
    expect(itemsOf(started, text('m1', 'A'))).toMatchObject([{ text: 'A' }, { code: 'interrupted' }]);
    const error = note('error', { error: { message: 'no key', codexErrorInfo: 'unauthorized' }, willRetry: false });
    expect(itemsOf(started, error)).toMatchObject([{ code: 'error', text: 'no key' }]);
  });

  it('R2.7: times are those of the server; what only the client tells has that of the next message', () => {
    const ask = { id: 7, method: 'item/commandExecution/requestApproval', params: { threadId: 'th', itemId: 'c1' } };
    const at = (line: object, emittedAtMs: number) => server({ ...line, emittedAtMs });
    const round = roundOf(
      talk(
        at(started, 1000),
        at(command('started', 'c1'), 2000),
        server(ask),
        client({ id: 7, result: { decision: 'accept' } }),
        at(note('serverRequest/resolved', { requestId: 7 }), 6000),
        at(command('completed', 'c1', done), 7000),
        at(completed, 8000),
      ),
    );
    expect(round).toMatchObject({ startedAt: 1000, endedAt: 8000, waitedMs: 4000 });
  });

  it('a thread that is opened again tells of its runs before, once', () => {
    const turns = [
      {
        id: 't0',
        status: 'completed',
        items: [
          { id: 'u0', type: 'userMessage', content: [{ type: 'text', text: 'Old?' }] },
          { id: 'm0', type: 'agentMessage', text: 'Old.' },
        ],
      },
    ];
    const resumed = { id: 1, result: { thread: { id: 'th', turns } } };
    const rounds = roundsOf(read(resumed, resumed, started, user('New?'), text('m1', 'New.'), completed));
    expect(rounds.map((round) => [round.user?.text, lastAnswer(round)?.text, round.status])).toEqual([
      ['Old?', 'Old.', 'completed'],
      ['New?', 'New.', 'completed'],
    ]);
  });
});

describe('approvals', () => {
  const ask = (id: number | string, more: object = {}) => ({
    id,
    method: 'item/commandExecution/requestApproval',
    params: { threadId: 'th', turnId: 't1', itemId: 'c1', command: "bash -lc 'rm a'", reason: 'cleans', ...more },
  });

  it('R2.5: a command waits for its approval, runs after it, and is aborted if denied', () => {
    const begin = [
      server(started),
      server(command('started', 'c1')),
      server(ask(0, { availableDecisions: ['accept', 'decline'] })),
    ];
    const waiting = roundOf(talk(...begin).slice(0, -2));
    expect(currentStep(waiting)).toMatchObject({ kind: 'approval', tool: 'shell', preview: 'rm a' });
    expect(waiting.items.at(-1)).toMatchObject({
      callId: 'c1',
      options: [
        { id: 'accept', label: 'Accept' },
        { id: 'decline', label: 'Decline' },
      ],
    });
    const accepted = talk(
      ...begin,
      client({ id: 0, result: { decision: 'acceptForSession' } }),
      server(command('completed', 'c1', done)),
      server(completed),
    );
    expect([...roundOf(accepted).items]).toMatchObject([
      { status: 'done' },
      { kind: 'approval', open: false, decision: 'approved', optionId: 'acceptForSession' },
    ]);
    const declined = talk(
      ...begin,
      client({ id: 0, result: { decision: 'decline' } }),
      server(command('completed', 'c1', { status: 'declined' })),
      server(completed),
    );
    expect([...roundOf(declined).items]).toMatchObject([
      { status: 'aborted' },
      { kind: 'approval', decision: 'denied' },
    ]);
  });

  it('both directions in one log: the number of a question may be that of a request', () => {
    const events = read(
      { id: 0, method: 'turn/start', params: { threadId: 'th', input: [{ type: 'text', text: 'Go' }] } },
      started,
      command('started', 'c1'),
      ask(0),
      { id: 0, result: { decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['rm'] } } } },
      { id: 0, result: { turn: { id: 't1' } } },
      command('completed', 'c1', done),
      completed,
    );
    expect(roundOf(events)).toMatchObject({ user: { text: 'Go' }, status: 'completed' });
    expect(roundOf(events).items.at(-1)).toMatchObject({ kind: 'approval', decision: 'approved' });
  });

  it('B35: two questions at once wait each for its own answer', () => {
    const events = talk(
      server(started),
      server(command('started', 'c1')),
      server(command('started', 'c2')),
      server(ask(1)),
      server(ask(2, { itemId: 'c2' })),
      client({ id: 1, result: { decision: 'accept' } }),
    );
    const approvals = [...roundOf(events.slice(0, -2)).items].filter(({ kind }) => kind === 'approval');
    expect(approvals).toMatchObject([{ open: false, decision: 'approved' }, { open: true }]);
  });

  it('a question about an edit shows what it changes, also in the words of older servers', () => {
    const changes = [{ path: 'a.ts', kind: { type: 'update' }, diff: '@@ -1 +1 @@\n-a\n+b\n' }];
    const diff = '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b\n';
    const events = talk(
      server(started),
      server(item('started', 'f1', 'fileChange', { changes, status: 'inProgress' })),
      server({
        id: 1,
        method: 'item/fileChange/requestApproval',
        params: { threadId: 'th', turnId: 't1', itemId: 'f1' },
      }),
      client({ id: 1, result: { decision: 'cancel' } }),
      server({
        id: 2,
        method: 'applyPatchApproval',
        params: { callId: 'f2', fileChanges: { 'a.ts': { update: { unified_diff: '@@ -1 +1 @@\n-a\n+b\n' } } } },
      }),
      client({ id: 2, result: { decision: 'approved' } }),
    );
    const approvals = [...roundOf(events).items].filter(({ kind }) => kind === 'approval');
    expect(approvals).toMatchObject([
      { name: 'apply_patch', args: { path: 'a.ts', diff }, decision: 'denied' },
      { name: 'apply_patch', args: { path: 'a.ts', diff }, decision: 'approved' },
    ]);
  });

  it('a question of the agent offers its choices, and ends with the answer', () => {
    const question = {
      id: 'q',
      header: 'H',
      question: 'Which?',
      options: [
        { label: 'A', description: '' },
        { label: 'B', description: '' },
      ],
    };
    const events = talk(
      server(started),
      server({
        id: 4,
        method: 'item/tool/requestUserInput',
        params: { threadId: 'th', itemId: 'i9', questions: [question] },
      }),
      client({ id: 4, result: { answers: { q: { answers: ['B'] } } } }),
      server(completed),
    );
    expect([...roundOf(events).items]).toMatchObject([
      { kind: 'approval', args: { question: 'Which?' }, decision: 'approved', optionId: 'B' },
    ]);
  });
});

describe('agents', () => {
  const inChild = (method: string, params: object) => ({
    method,
    params: { threadId: 'th2', turnId: 'k1', ...params },
  });
  const spawn = item('completed', 's1', 'collabAgentToolCall', {
    tool: 'spawnAgent',
    status: 'completed',
    senderThreadId: 'th',
    receiverThreadIds: ['th2'],
    prompt: 'Look',
    agentsStates: { th2: { status: 'pendingInit', message: null } },
  });
  const child = (words: string, id = 'k1') => [
    inChild('turn/started', { turn: { id } }),
    inChild('item/completed', {
      item: { id: `u-${id}`, type: 'userMessage', content: [{ type: 'text', text: 'Look' }] },
    }),
    inChild('item/agentMessage/delta', { itemId: `m-${id}`, delta: words }),
    inChild('turn/completed', { turn: { id, status: 'completed' } }),
  ];

  it('R1.5: another thread that the run starts is its delegation, whose words are not the answer', () => {
    const wait = item('completed', 's2', 'collabAgentToolCall', {
      tool: 'wait',
      status: 'completed',
      receiverThreadIds: ['th2'],
      agentsStates: { th2: { status: 'completed', message: 'It is y.' } },
    });
    const round = roundOf(read(started, spawn, ...child('It is y.'), wait, text('m1', 'Done.'), completed));
    expect([...round.items]).toMatchObject([
      { kind: 'tool_call', name: 'spawn_agent', toolKind: 'agent', childId: 'th2' },
      { kind: 'delegation', childId: 'th2', prompt: 'Look', status: 'completed', items: { length: 1 } },
      { kind: 'tool_call', name: 'wait' },
      { kind: 'assistant_text', text: 'Done.' },
    ]);
    expect(round.status).toBe('completed');
  });

  it('an agent that works again after it had finished is shown as another delegation', () => {
    const round = roundOf(read(started, spawn, ...child('One.'), ...child('Two.', 'k2'), completed));
    const delegations = [...round.items].filter(({ kind }) => kind === 'delegation');
    expect(delegations).toMatchObject([
      { childId: 'th2', status: 'completed' },
      { childId: 'th2#2', status: 'completed', items: { length: 1 } },
    ]);
  });

  it('a thread that nobody announced is told from its parent, or from working during the run', () => {
    const opened = {
      method: 'thread/started',
      params: { thread: { id: 'th2', parentThreadId: 'th', agentNickname: 'Ada' } },
    };
    expect(itemsOf(started, opened, ...child('Hm.'), completed)).toMatchObject([
      { kind: 'delegation', childId: 'th2', title: 'Ada', status: 'completed' },
    ]);
    expect(itemsOf(started, ...child('Hm.'), completed)).toMatchObject([{ kind: 'delegation', childId: 'th2' }]);
  });
});

describe('bad input', () => {
  it('R5.4: kinds that nobody knows are counted, what says nothing is not', () => {
    const decoder = createDecoder('codex-app-server');
    decoder.push(
      jsonl([
        { id: 1, result: { userAgent: 'x' } },
        note('account/rateLimits/updated', {}),
        note('thread/status/changed', {}),
        started,
        note('item/hologram/delta', {}),
        item('completed', 'h1', 'hologram'),
        note('item/completed', { item: 5 }),
        { id: 9 },
      ]),
    );
    decoder.end();
    expect(decoder.diagnostics).toEqual({
      unknown: { 'item/hologram/delta': 1, 'item hologram': 1, 'no JSON-RPC': 1 },
      malformed: 1,
    });
  });

  it('is told from ACP, which says that it is JSON-RPC', () => {
    const lines = [{ id: 1, method: 'initialize', params: { clientInfo: {} } }, { method: 'initialized' }, started];
    expect(detectFormat(jsonl(lines))).toBe('codex-app-server');
    const acp = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', method: 'session/update', params: { update: {} } },
    ];
    expect(detectFormat(jsonl(acp))).not.toBe('codex-app-server');
  });
});
