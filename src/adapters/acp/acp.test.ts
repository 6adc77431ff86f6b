import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Round, type Thread } from '../../logic/thread.ts';
import { toolPreview } from '../../logic/toolPreview.ts';
import { newestRound } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

type Line = readonly [from: 'agent' | 'client', message: object];

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const fold = (events: Iterable<AgentEvent>): Thread => reduceAll(emptyThread, events);
const items = (round: Round) => [...round.items];

/** The thread before the end of the log, each side pushed as its own. */
function heard(...lines: Line[]): Thread {
  const decoder = createDecoder('acp');
  return fold(lines.flatMap(([from, message]) => decoder.push(line(message), from)));
}

const roundOf = (...lines: Line[]): Round => newestRound(heard(...lines));

/** What a log holds that does not tell who speaks. */
const logged = (...lines: Line[]): Thread =>
  fold(
    decodeAll(
      'acp',
      lines.map(([, message]) => line(message)),
    ),
  );

/** The agent's own lines. */
const alone = (...lines: Line[]): Thread => logged(...lines.filter(([from]) => from === 'agent'));

const prompt = (id: number, said: string, sessionId = 's1'): Line => [
  'client',
  { id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: said }] } },
];
const update = (sessionUpdate: string, more: object = {}, sessionId = 's1'): Line => [
  'agent',
  { method: 'session/update', params: { sessionId, update: { sessionUpdate, ...more } } },
];
const block = (said: string) => ({ type: 'text', text: said });
const says = (said: string, messageId?: string, sessionId?: string) =>
  update('agent_message_chunk', { content: block(said), messageId }, sessionId);
const thinks = (said: string, messageId?: string) => update('agent_thought_chunk', { content: block(said), messageId });
const userSays = (said: string, messageId?: string) =>
  update('user_message_chunk', { content: block(said), messageId });
const call = (toolCallId: string, more: object, sessionId?: string) =>
  update('tool_call', { toolCallId, ...more }, sessionId);
const change = (toolCallId: string, more: object, sessionId?: string) =>
  update('tool_call_update', { toolCallId, ...more }, sessionId);
const shown = (said: string) => [{ type: 'content', content: block(said) }];
const answer = (id: number, result: unknown): Line => ['agent', { id, result }];
const done = (id: number, stopReason = 'end_turn', more: object = {}) => answer(id, { stopReason, ...more });

describe('a prompt', () => {
  const run: Line[] = [
    ['client', { id: 1, method: 'initialize', params: { protocolVersion: 1 } }],
    answer(1, { protocolVersion: 1, agentCapabilities: {} }),
    ['client', { id: 2, method: 'session/new', params: {} }],
    answer(2, { sessionId: 's1' }),
    update('available_commands_update', { availableCommands: [] }),
    prompt(3, 'Fix it.'),
    thinks('I ', 't1'),
    thinks('look.', 't1'),
    says('Looking.', 'm1'),
    call('c1', { title: 'bash', kind: 'execute', status: 'pending', rawInput: {} }),
    change('c1', { title: 'npm test', status: 'in_progress', rawInput: { command: 'npm test', description: 'Run' } }),
    change('c1', { status: 'in_progress', content: shown('1 ok') }),
    change('c1', {
      status: 'completed',
      content: shown('1 ok\n1 failed'),
      rawOutput: { output: '1 ok\n1 failed', metadata: { exit: 1 } },
    }),
    says('Fixed.', 'm2'),
    update('usage_update', { used: 50, size: 1000, cost: { amount: 0.5, currency: 'USD' } }),
    done(3, 'end_turn', { usage: { inputTokens: 10, cachedReadTokens: 30, outputTokens: 2, totalTokens: 42 } }),
  ];

  it('R5.7: its response is the end of the round; the call keeps its name, the exit code is no failure', () => {
    const round = roundOf(...run);
    expect(round).toMatchObject({
      user: { text: 'Fix it.' },
      status: 'completed',
      usage: { inputTokens: 40, cachedTokens: 30, outputTokens: 2, contextWindow: 1000, cost: 0.5 },
    });
    expect(items(round)).toMatchObject([
      { kind: 'thinking', text: 'I look.' },
      { kind: 'assistant_text', text: 'Looking.' },
      {
        name: 'bash',
        title: 'npm test',
        toolKind: 'shell',
        args: { command: 'npm test', description: 'Run' },
        status: 'done',
        result: { text: '1 ok\n1 failed', exitCode: 1 },
      },
      { kind: 'assistant_text', text: 'Fixed.' },
    ]);
  });

  it('one log for both sides reads the same; the agent alone tells all but the words', () => {
    const seen = (thread: Thread) => [...thread.rounds].map((round) => [round.status, items(round)]);
    expect(detectFormat(run.map(([, message]) => line(message)).join(''))).toBe('acp');
    expect(logged(...run)).toEqual(fold([...heardEvents(run)]));
    expect(seen(alone(...run))).toEqual(seen(logged(...run)));
  });

  it('R2.3, R5.5: the call is in preparation, then runs, and its output is the newest snapshot', () => {
    const at = (length: number) => roundOf(...run.slice(0, length));
    expect(currentStep(at(10))).toEqual({ kind: 'preparing', tool: 'bash', bytes: 0 });
    expect(currentStep(at(11))).toEqual({ kind: 'tool', tool: 'bash', preview: 'Run' });
    expect(items(at(12)).at(-1)).toMatchObject({ status: 'running', output: '1 ok' });
  });

  it.each([
    ['cancelled', 'aborted', undefined],
    ['max_tokens', 'failed', 'limit'],
    ['max_turn_requests', 'failed', 'limit'],
    ['refusal', 'failed', 'refusal'],
  ])('R5.7: stopReason %s ends the round as %s', (reason, status, code) => {
    const round = roundOf(prompt(3, 'Go.'), says('Half'), done(3, reason));
    expect(round.status).toBe(status);
    expect(items(round).map((item) => item.kind === 'notice' && item.code)).toEqual([false, ...(code ? [code] : [])]);
  });

  it('B28, R5.7: a prompt that fails tells why; one that was cancelled is aborted, however the agent says it', () => {
    const error: Line = ['agent', { id: 3, error: { code: -32603, message: 'Internal error', data: {} } }];
    const failed = roundOf(prompt(3, 'Go.'), error);
    expect(failed.status).toBe('failed');
    expect(items(failed)).toMatchObject([{ kind: 'notice', text: 'Internal error' }]);
    const cancel: Line = ['client', { method: 'session/cancel', params: { sessionId: 's1' } }];
    expect(roundOf(prompt(3, 'Go.'), cancel, error).status).toBe('aborted');
  });

  it('B32, R5.7: what runs when the user cancels is aborted, and late words are dropped', () => {
    const round = roundOf(
      prompt(3, 'Go.'),
      call('c1', { title: 'sleep', kind: 'execute', status: 'in_progress' }),
      ['client', { method: 'session/cancel', params: { sessionId: 's1' } }],
      done(3, 'cancelled'),
      says('Late.'),
      change('c1', { status: 'failed', content: shown('stopped') }),
    );
    expect(items(round)).toMatchObject([{ kind: 'tool_call', status: 'aborted' }]);
    expect(round.status).toBe('aborted');
  });

  it('B30, R5.7: a log that ends before the response is interrupted', () => {
    const round = newestRound(
      logged(prompt(3, 'Go.'), call('c1', { title: 'x', kind: 'read', status: 'in_progress' })),
    );
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ status: 'aborted' }, { kind: 'notice', code: 'interrupted' }]);
  });

  it('R1.6: two prompts are two rounds, and each has its own share of the cost', () => {
    const cost = (amount: number) => update('usage_update', { used: 1, size: 9, cost: { amount, currency: 'USD' } });
    const { rounds } = heard(prompt(1, 'A'), says('a'), cost(2), done(1), prompt(2, 'B'), says('b'), cost(5), done(2));
    expect([...rounds].map((round) => [round.user?.text, lastAnswer(round)?.text, round.usage?.cost])).toEqual([
      ['A', 'a', 2],
      ['B', 'b', 3],
    ]);
  });

  it('R5.5: a prompt that the agent repeats is one message; text after a call is another item, also under one id', () => {
    const round = roundOf(
      prompt(1, 'Go.'),
      userSays('Go.'),
      says('Before.', 'm'),
      call('c1', { title: 'x', kind: 'read', status: 'in_progress' }),
      change('c1', { status: 'completed' }),
      says('After.', 'm'),
      done(1),
    );
    expect(round.user?.text).toBe('Go.');
    expect(items(round)).toMatchObject([{ text: 'Before.' }, { kind: 'tool_call' }, { text: 'After.' }]);
  });

  it('R5.5: what a running call prints does not break a text in two; each prompt has texts of its own', () => {
    const run = call('c1', { title: 'x', kind: 'read', status: 'in_progress' });
    const prints = change('c1', { status: 'in_progress', content: shown('..') });
    const lines = [prompt(1, 'Go.'), run, says('One '), prints, says('text.'), done(1)];
    expect(lastAnswer(roundOf(...lines))?.text).toBe('One text.');
    const events = [...heardEvents([...lines, prompt(2, 'On.'), says('Two.'), done(2)])];
    const ids = events.flatMap((event) => (event.type === 'text_delta' ? [event.itemId] : []));
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(`^${ids[0]}$`)]);
  });

  it('what comes before the first prompt opens no round', () => {
    expect(heard(update('usage_update', { used: 0, size: 9 }), update('current_mode_update')).rounds).toHaveLength(0);
  });

  it('R2.9: headings that are put before the parts of a thought are no part of it where they are empty', () => {
    const thought = (...parts: string[]) => items(roundOf(prompt(1, 'Go.'), ...parts.map((part) => thinks(part))))[0];
    expect(thought('****\nI lo', '****\nok.')).toMatchObject({ text: 'I look.' });
    expect(thought('**Plan**\nI look.', '**Next**\nI fix.')).toMatchObject({
      text: '**Plan**\nI look.\n\n**Next**\nI fix.',
    });
  });
});

/** What a log of one run says, its sides told apart, until its end. */
function* heardEvents(lines: readonly Line[]): Generator<AgentEvent> {
  const decoder = createDecoder('acp');
  for (const [from, message] of lines) yield* decoder.push(line(message), from);
  yield* decoder.end();
}

describe('calls', () => {
  const round = (...lines: Line[]) => roundOf(prompt(1, 'Go.'), ...lines);

  it('B22: a result before its call is attached when the call comes, and its status stays', () => {
    const before = change('x9', { status: 'completed', content: shown('12 lines') });
    const late = call('x9', { title: 'Read notes', kind: 'read', status: 'pending' });
    expect(items(newestRound(alone(before, late, says('ok'))))[0]).toMatchObject({
      name: 'read',
      title: 'Read notes',
      status: 'done',
      result: { text: '12 lines' },
    });
    expect(items(newestRound(alone(before, says('ok'))))).toMatchObject([{ text: 'ok' }, { code: 'interrupted' }]);
  });

  it.each([
    [{ title: 'grep', kind: 'search' }, 'grep', 'search'],
    [{ title: 'ls', kind: 'execute' }, 'execute', 'shell'],
    [{ title: 'src/a.ts', kind: 'read' }, 'read', 'read'],
    [{ title: 'docs_lookup', kind: 'other' }, 'docs_lookup', undefined],
    [{ title: 'Asking the docs' }, 'other', undefined],
    [{ title: 'x', kind: 'edit', _meta: { claudeCode: { toolName: 'Write' } } }, 'Write', 'edit'],
  ])('R2.2: the name of %j is %s', (said, name, toolKind) => {
    expect(items(round(call('c1', said)))[0]).toMatchObject({ name, ...(toolKind && { toolKind }) });
  });

  it('R3.1: without arguments the title is the preview; arguments are told again only where they change', () => {
    const lines = [
      call('c1', { title: 'src/a.ts', kind: 'read', status: 'in_progress' }),
      change('c1', { rawInput: { path: 'a' } }),
      change('c1', { rawInput: { path: 'a' }, status: null, title: null }),
    ];
    const [item] = items(round(...lines.slice(0, 1)));
    expect(item?.kind === 'tool_call' && toolPreview(item)).toBe('src/a.ts');
    const events = [...heardEvents([prompt(1, 'Go.'), ...lines])];
    expect(events.filter(({ type }) => type === 'tool_args')).toEqual([
      { type: 'tool_args', callId: 'c1', args: { path: 'a' } },
    ]);
  });

  it('a change of a file is the arguments of its call, and a diff', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', ''].join('\n');
    const diff = { type: 'diff', path: '/r/x', oldText: before, newText: before.replace('e', 'E') };
    const [item] = items(
      round(
        call('c1', { title: 'Writing to x', kind: 'edit', status: 'in_progress', content: [diff] }),
        change('c1', { status: 'completed' }),
      ),
    );
    expect(item).toMatchObject({
      args: { path: '/r/x', oldText: before },
      result: { diff: '--- /r/x\n+++ /r/x\n@@ -2,5 +2,5 @@\n b\n c\n d\n-e\n+E\n f\n' },
    });
    const created = [{ type: 'diff', path: '/r/y', oldText: null, newText: 'one\n' }];
    expect(
      items(round(call('c2', { title: 'y', kind: 'edit', status: 'completed', content: created })))[0],
    ).toMatchObject({
      result: { diff: '--- /dev/null\n+++ /r/y\n@@ -0,0 +1,1 @@\n+one\n' },
    });
  });

  it('a terminal of the client shows its output and its exit code at the call', () => {
    const ask = (id: number, method: string): Line => [
      'agent',
      { id, method, params: { sessionId: 's1', terminalId: 'term1' } },
    ];
    const reply = (id: number, result: object): Line => ['client', { id, result }];
    const lines = [
      call('c1', {
        title: 'make',
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 'term1' }],
      }),
      ask(7, 'terminal/output'),
      reply(7, { output: 'building', truncated: false }),
      ask(8, 'terminal/output'),
      reply(8, { output: 'building\nno', truncated: false, exitStatus: { exitCode: 2 } }),
    ];
    expect(items(round(...lines.slice(0, 3)))[0]).toMatchObject({ status: 'running', output: 'building' });
    expect(items(round(...lines, change('c1', { status: 'completed' })))[0]).toMatchObject({
      status: 'done',
      result: { text: 'building\nno', exitCode: 2 },
    });
  });

  it('a plan is a call that names the entry in work', () => {
    const entries = [
      { content: 'Read', status: 'completed' },
      { content: 'Write', status: 'in_progress' },
      { content: 'Test', status: 'pending' },
    ];
    expect(items(round(update('plan', { entries })))).toMatchObject([
      {
        name: 'plan',
        toolKind: 'plan',
        title: 'Write',
        status: 'done',
        result: { text: '[x] Read\n[>] Write\n[ ] Test' },
      },
    ]);
  });
});

describe('permissions', () => {
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ];
  const ask = (id: number, toolCallId: string, title: string): Line => [
    'agent',
    {
      id,
      method: 'session/request_permission',
      params: { sessionId: 's1', options, toolCall: { toolCallId, title, kind: 'execute', status: 'pending' } },
    },
  ];
  const decide = (id: number, optionId?: string): Line => [
    'client',
    { id, result: { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } } },
  ];

  it('R2.5: a question for a call that was never announced tells of the call; allowed, it runs', () => {
    const lines = [prompt(1, 'Go.'), ask(1, 'c1', 'npm test')];
    expect(currentStep(roundOf(...lines))).toEqual({ kind: 'approval', tool: 'execute', preview: 'npm test' });
    const allowed = [...lines, decide(1, 'yes')];
    expect(currentStep(roundOf(...allowed))).toEqual({ kind: 'tool', tool: 'execute', preview: 'npm test' });
    expect(items(roundOf(...allowed, change('c1', { status: 'completed', content: [] }), done(1)))).toMatchObject([
      { kind: 'tool_call', status: 'done', title: 'npm test' },
      { kind: 'approval', decision: 'approved', optionId: 'yes', open: false, callId: 'c1' },
    ]);
  });

  it('R5.7: a denied call is aborted, also when the question was cancelled', () => {
    for (const optionId of ['no', undefined]) {
      const round = roundOf(prompt(1, 'Go.'), ask(1, 'c1', 'rm x'), decide(1, optionId));
      expect(items(round)).toMatchObject([
        { status: 'aborted' },
        { kind: 'approval', decision: 'denied', open: false },
      ]);
    }
  });

  it('B35: of two questions the second stays open when the first is answered', () => {
    const round = roundOf(prompt(1, 'Go.'), ask(1, 'c1', 'one'), ask(2, 'c2', 'two'), decide(1, 'yes'));
    expect(items(round).filter((item) => item.kind === 'approval')).toMatchObject([{ open: false }, { open: true }]);
    expect(currentStep(round)).toMatchObject({ kind: 'approval', preview: 'two' });
  });

  it('B25, R5.4: a question that is sent again while it is open is one, and its answer finds it', () => {
    const twice = [prompt(1, 'Go.'), ask(1, 'c1', 'one'), ask(1, 'c1', 'one')];
    const approvals = (round: Round) => items(round).filter((item) => item.kind === 'approval');
    expect(approvals(roundOf(...twice))).toMatchObject([{ open: true }]);
    expect(approvals(roundOf(...twice, decide(1, 'yes')))).toMatchObject([{ decision: 'approved' }]);
    expect(approvals(roundOf(...twice, decide(1, 'yes'), ask(1, 'c1', 'one')))).toMatchObject([{}, { open: true }]);
    expect(approvals(roundOf(...twice, ask(1, 'c2', 'two')))).toMatchObject([{ callId: 'c1' }, { callId: 'c2' }]);
  });

  it("R5.4: in the agent's lines alone a question closes when its call ends", () => {
    const { rounds } = alone(ask(1, 'c1', 'npm test'), change('c1', { status: 'completed' }), done(9));
    expect(items(newestRound({ ...emptyThread, rounds }))).toMatchObject([{ status: 'done' }, { open: false }]);
  });
});

describe('sessions', () => {
  const load: Line = ['client', { id: 8, method: 'session/load', params: { sessionId: 's1' } }];
  const history = [
    userSays('Fix ', 'u1'),
    userSays('it.', 'u1'),
    thinks('I look.', 't1'),
    call('c1', { title: 'read', kind: 'read', status: 'pending', rawInput: { path: 'a' } }),
    change('c1', { status: 'completed', content: shown('A') }),
    says('Fixed.', 'm1'),
  ];
  const loaded = answer(8, { modes: {} });
  const seen = (thread: Thread) =>
    [...thread.rounds].map((round) => [round.user?.text, round.status, items(round).length]);

  it('R1.6: a session that is loaded tells its past: its rounds are over, and the next prompt is another one', () => {
    const more = [userSays('Thanks.', 'u2'), says('You are welcome.', 'm2')];
    const past = [load, ...history, ...more, loaded];
    const rounds = [
      ['Fix it.', 'completed', 3],
      ['Thanks.', 'completed', 1],
    ];
    expect(seen(heard(...past))).toEqual(rounds);
    expect(seen(alone(...past))).toEqual(rounds);
    expect(seen(heard(...past, prompt(9, 'More.'), says('More.'), done(9)))).toEqual([
      ...rounds,
      ['More.', 'completed', 1],
    ]);
  });

  it('B25, R5.4: the past of a session that was seen is not told twice', () => {
    const live = [prompt(1, 'Fix it.'), ...history.slice(2), done(1)];
    const replayed = [...live, load, ...history, loaded];
    expect(seen(heard(...replayed))).toEqual([['Fix it.', 'completed', 3]]);
    expect(seen(alone(...replayed))).toEqual([[undefined, 'completed', 3]]);
  });

  it('R1.5: a session that is prompted while another one answers is shown beside it, then in a round of its own', () => {
    const lines = [
      prompt(1, 'One', 's1'),
      says('one ', undefined, 's1'),
      prompt(2, 'Two', 's2'),
      call('c1', { title: 'x', kind: 'read', status: 'in_progress' }, 's2'),
      says('two ', undefined, 's2'),
      says('more', undefined, 's1'),
    ];
    const beside = roundOf(...lines);
    expect(lastAnswer(beside)?.text).toBe('one more');
    const delegation = items(beside).find((item) => item.kind === 'delegation');
    expect(delegation?.prompt).toBe('Two');
    expect([...(delegation?.items ?? [])].map((item) => item.kind)).toEqual(['tool_call', 'assistant_text']);
    const { rounds } = heard(
      ...lines,
      done(1),
      change('c1', { status: 'completed' }, 's2'),
      says('end', undefined, 's2'),
      done(2),
    );
    expect([...rounds].map((round) => [round.user?.text, round.status])).toEqual([
      ['One', 'completed'],
      ['Two', 'completed'],
    ]);
    expect(items(newestRound({ ...emptyThread, rounds }))).toMatchObject([
      { kind: 'tool_call', status: 'done' },
      { text: 'end' },
    ]);
  });
});

it("R5.4: a vendor's own notifications are passed over, unknown ones are counted, broken ones never throw", () => {
  const decoder = createDecoder('acp');
  const strange = [
    { method: '_vendor/output', params: {} },
    { method: '$/cancel_request', params: {} },
    { method: 'session/dance', params: {} },
    { method: 'dance' },
    { id: 5, method: 'fs/read_text_file', params: { path: 'a' } },
    { id: 5, result: null },
    { method: 'session/update' },
    { method: 'session/update', params: { update: { sessionUpdate: 'tool_call', toolCallId: 7 } } },
    { id: 6, method: 'session/request_permission', params: { toolCall: 'x' } },
    { method: 'session/update', params: { sessionId: '__proto__', update: { sessionUpdate: 'dance' } } },
  ];
  for (const message of strange) decoder.push(line(message));
  decoder.end();
  expect(decoder.diagnostics).toEqual({ unknown: { dance: 2, 'session/update': 1 }, malformed: 1 });
});
