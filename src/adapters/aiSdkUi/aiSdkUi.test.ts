import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { isPending, lastAnswer } from '../../logic/lastAnswer.ts';
import { reduceAll } from '../../logic/reducer.ts';
import { emptyThread, type Round, type Thread } from '../../logic/thread.ts';
import { liveRounds, newestRound, sse } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder } from '../index.ts';

const read = (...chunks: object[]): AgentEvent[] => decodeAll('ai-sdk-ui', [sse(chunks)]);
const fold = (events: Iterable<AgentEvent>): Thread => reduceAll(emptyThread, events);

const items = (round: Round) => [...round.items];
/** The round after each message, as long as the stream has not ended. */
const live = (...messages: object[]): Round[] =>
  liveRounds(
    'ai-sdk-ui',
    messages.map((one) => sse([one])),
  );
const finish = { type: 'finish' };
const call = (toolCallId: string, toolName: string, input: unknown) => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input,
});
const said = (id: string, delta: string) => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta },
  { type: 'text-end', id },
];

describe('texts and thoughts', () => {
  it('B21, R5.1: thinking stays before the text that follows it, also when it goes on', () => {
    const rounds = live(
      { type: 'reasoning-start', id: 'r1' },
      { type: 'reasoning-delta', id: 'r1', delta: 'plan' },
      { type: 'text-start', id: 't1' },
      { type: 'text-delta', id: 't1', delta: 'Answer' },
      { type: 'reasoning-delta', id: 'r1', delta: ' again' },
      { type: 'reasoning-end', id: 'r1' },
      { type: 'text-end', id: 't1' },
      finish,
    ).slice(3);
    for (const round of rounds) {
      expect(items(round).map((item) => item.kind)).toEqual(['thinking', 'assistant_text']);
      expect(lastAnswer(round)?.text).toBe('Answer');
    }
  });

  it('B24: a stream that begins in the middle', () => {
    const middle = [
      { type: 'text-delta', id: 't1', delta: 'world' },
      { type: 'text-end', id: 't1' },
      { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: 'ue}' },
      call('c1', 'run', { v: true }),
      { type: 'tool-output-available', toolCallId: 'c1', output: 'ok' },
      { type: 'reasoning-end', id: 'r0' },
      finish,
    ];
    const round = newestRound(fold(read(...middle)));
    expect(lastAnswer(round)?.text).toBe('world');
    expect(items(round)).toMatchObject([
      { kind: 'assistant_text', text: 'world' },
      { kind: 'tool_call', name: 'run', args: { v: true }, status: 'done', result: { text: 'ok' } },
    ]);
    expect(round.status).toBe('completed');
    const half = createDecoder('ai-sdk-ui').push(sse([{ type: 'text-delta', id: 't1', delta: 'Hello ' }]));
    expect(lastAnswer(newestRound(fold([...half, ...read(...middle)])))?.text).toBe('Hello world');
  });

  it('R5.5: ids that begin anew with every step name other parts', () => {
    const step = { type: 'start-step' };
    const events = read(step, ...said('0', 'one'), step, ...said('0', 'two'), ...said('0', 'three'), finish);
    expect(items(newestRound(fold(events)))).toMatchObject([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
    const open = (delta: string) => [step, { type: 'text-delta', id: '0', delta }];
    expect(items(newestRound(fold(read(...open('one'), ...open('two'), finish))))).toHaveLength(2);
  });

  it('R5.4: a stream that is sent again from its start changes nothing', () => {
    const stream = [{ type: 'start', messageId: 'm1' }, { type: 'start-step' }, ...said('0', 'one')];
    const events = read(...stream, ...stream, finish);
    expect(events.slice(3, 6)).toEqual(events.slice(0, 3));
    expect(items(newestRound(fold(events)))).toMatchObject([{ text: 'one' }]);
  });

  it('B37, R1.1: blank texts make no item and no answer', () => {
    const rounds = live(
      ...said('t1', '\n\n'),
      call('c1', 'find', { q: 'x' }),
      { type: 'tool-output-available', toolCallId: 'c1', output: 'y' },
      ...said('t2', 'Found y.'),
      ...said('t3', ' \u00a0\u200b'),
      finish,
    );
    expect(rounds.map((round) => lastAnswer(round)?.text)).toEqual([
      ...new Array(6).fill(undefined),
      ...new Array(6).fill('Found y.'),
    ]);
    expect(items(rounds.at(-1) ?? newestRound(emptyThread)).map((item) => item.kind)).toEqual([
      'tool_call',
      'assistant_text',
    ]);
  });

  it('B36: the run line between a tool and the next words', () => {
    const rounds = live(
      { type: 'start', messageId: 'm1' },
      call('c1', 'Bash', { command: 'make', description: 'Build with tests' }),
      { type: 'tool-output-available', toolCallId: 'c1', output: 'ok' },
      ...said('t1', 'Built.'),
      call('c2', 'Bash', { command: 'ls' }),
      { type: 'tool-output-available', toolCallId: 'c2', output: 'a' },
      finish,
    );
    expect(rounds.map((round) => currentStep(round)?.preview ?? currentStep(round)?.kind)).toEqual([
      'working',
      'Build with tests',
      'working',
      'working',
      'working',
      'working',
      'ls',
      'working',
      undefined,
    ]);
    expect(rounds.map(isPending)).toEqual([true, true, true, true, false, false, false, false, false]);
  });
});

describe('calls', () => {
  it('R4.7: a call prepares while its input streams and runs when it is there', () => {
    const rounds = live(
      { type: 'tool-input-start', toolCallId: 'c1', toolName: 'bash' },
      { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"command":"ls"' },
      call('c1', 'bash', { command: 'ls' }),
      { type: 'tool-output-available', toolCallId: 'c1', output: { so: 'far' }, preliminary: true },
      { type: 'tool-output-available', toolCallId: 'c1', output: { exitCode: 2, stdout: 'a\n', stderr: 'b' } },
    );
    expect(rounds.map((round) => items(round)[0])).toMatchObject([
      { status: 'preparing', byteCount: 0 },
      { status: 'preparing', byteCount: 15 },
      { status: 'running', toolKind: 'shell' },
      { status: 'running', output: { so: 'far' } },
      { status: 'done', result: { text: 'a\nb', exitCode: 2 } },
    ]);
  });

  it('an input or output error makes the call failed, with its text', () => {
    const events = read(
      { ...call('c1', 'run', '{'), type: 'tool-input-error', errorText: 'not JSON' },
      call('c2', 'run', {}),
      { type: 'tool-output-error', toolCallId: 'c2', errorText: 'broke' },
    );
    expect(items(newestRound(fold(events))).slice(0, 2)).toMatchObject([
      { callId: 'c1', status: 'failed', result: { text: 'not JSON' } },
      { callId: 'c2', status: 'failed', result: { text: 'broke' } },
    ]);
  });

  it('B11: a call whose name comes late, or with its whole input only, is one call with its name', () => {
    const pieces = ['{"pa', 'th":"a.txt"}'].map((inputTextDelta) => ({
      type: 'tool-input-delta',
      toolCallId: 'c1',
      inputTextDelta,
    }));
    const start = (toolName: string) => ({ type: 'tool-input-start', toolCallId: 'c1', toolName });
    const whole = call('c1', 'read_file', { path: 'a.txt' });
    for (const stream of [
      [pieces[0], start('read_file'), pieces[1], whole],
      [start(''), ...pieces, whole],
    ]) {
      const rounds = live(...stream.filter((chunk) => chunk !== undefined));
      expect(rounds.map((round) => round.items.length)).toEqual([1, 1, 1, 1]);
      expect(rounds.slice(0, -1).map((round) => currentStep(round)?.kind)).toEqual(new Array(3).fill('preparing'));
      expect(rounds.at(-1)?.items.at(0)).toMatchObject({ name: 'read_file', status: 'running', toolKind: 'read' });
    }
  });

  it('B22, R5.4: a result that comes before its call is kept for it; without the call no row is made up', () => {
    const result = { type: 'tool-output-available', toolCallId: 'x9', output: '12 lines' };
    const [, round] = live(result, call('x9', 'Read notes', {}));
    expect(round && items(round)).toMatchObject([{ name: 'Read notes', status: 'done', result: { text: '12 lines' } }]);
    expect(items(newestRound(fold(read(result, ...said('t1', 'ok'), finish))))).toMatchObject([{ text: 'ok' }]);
  });

  it('B32: an abort stops what runs at once, and a late output does not bring it back', () => {
    const start = { type: 'tool-input-start', toolCallId: 'c1', toolName: 'bash' };
    const late = { type: 'tool-output-available', toolCallId: 'c1', output: 'late' };
    const round = newestRound(fold(read(start, call('c1', 'bash', { command: 'sleep 60' }), { type: 'abort' }, late)));
    expect(round.status).toBe('aborted');
    expect(items(round)).toMatchObject([{ kind: 'tool_call', status: 'aborted' }]);
    const early = newestRound(fold(read(start, { type: 'abort' })));
    expect(early.status).toBe('aborted');
    expect(currentStep(early)).toBeUndefined();
  });

  it('B32: the end of an old run leaves the new one running', () => {
    const old = createDecoder('ai-sdk-ui');
    const events = [
      ...old.push(sse([{ type: 'start', messageId: 'm1' }])),
      ...createDecoder('ai-sdk-ui').push(sse([{ type: 'start', messageId: 'm2' }])),
      ...old.push(sse([{ type: 'abort' }])),
    ];
    expect(newestRound(fold(events)).status).toBe('running');
  });

  it('B35: two approvals in one answer, and the stream closes while both are open', () => {
    const stream = [
      call('c1', 'rm', { path: 'a' }),
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      call('c2', 'rm', { path: 'b' }),
      { type: 'tool-approval-request', approvalId: 'a2', toolCallId: 'c2' },
    ];
    const decoder = createDecoder('ai-sdk-ui');
    const asked = fold(decoder.push(sse(stream)));
    expect(currentStep(newestRound(asked))).toMatchObject({ kind: 'approval', tool: 'rm', preview: 'a' });
    const answer = { messages: [{ role: 'assistant', parts: [{ approval: { id: 'a1', approved: true } }] }] };
    const answered = reduceAll(asked, decoder.push(`${JSON.stringify(answer)}\n`, 'client'));
    expect(currentStep(newestRound(answered))).toMatchObject({ kind: 'approval', preview: 'b' });
    const closed = newestRound(reduceAll(answered, decoder.end()));
    expect(closed.status).toBe('failed');
    expect(items(closed).filter((item) => item.kind === 'approval' && item.open)).toEqual([]);
  });

  it('R5.7: a finish for an approval is no end; the stream that follows goes on with the run', () => {
    const decoder = createDecoder('ai-sdk-ui');
    const asked = decoder.push(
      sse([
        { type: 'start', messageId: 'm1' },
        ...said('t1', 'May I?'),
        call('c1', 'rm', {}),
        { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
        { type: 'finish', finishReason: 'tool-calls' },
      ]),
    );
    expect(newestRound(fold(asked)).status).toBe('running');
    const denied = decoder.push(
      sse([{ type: 'start', messageId: 'm1' }, { type: 'tool-output-denied', toolCallId: 'c1' }, finish]),
    );
    const round = newestRound(fold([...asked, ...denied]));
    expect(round.status).toBe('completed');
    expect(items(round)).toMatchObject([
      { text: 'May I?' },
      { kind: 'tool_call', status: 'aborted' },
      { kind: 'approval', decision: 'denied' },
    ]);
  });
});

describe('the end', () => {
  it.each([
    ['stop', 'completed', []],
    ['tool-calls', 'completed', []],
    ['length', 'failed', ['limit']],
    ['content-filter', 'failed', ['refusal']],
    ['error', 'failed', ['error']],
  ])('R5.7: the reason %s ends the run as %s', (finishReason, status, codes) => {
    const round = newestRound(fold(read(...said('t', 'x'), { type: 'finish', finishReason })));
    expect(round.status).toBe(status);
    expect(items(round).flatMap((item) => (item.kind === 'notice' ? [item.code] : []))).toEqual(codes);
  });

  it('B28: an error fails the run with a readable text, whatever follows', () => {
    const errorText = JSON.stringify({ error: { message: 'quota used up' } });
    const round = newestRound(fold(read(...said('t', 'Half'), { type: 'error', errorText }, finish)));
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ text: 'Half' }, { kind: 'notice', text: 'quota used up' }]);
  });

  it('B06, R5.7: a stream without its end mark is interrupted', () => {
    const round = newestRound(fold(decodeAll('ai-sdk-ui', [`${sse(said('t', 'Fertig'))}data: {"type":"fin`])));
    expect(round.status).toBe('failed');
    expect(items(round)).toMatchObject([{ text: 'Fertig' }, { kind: 'notice', code: 'interrupted' }]);
  });

  it('R5.6: usage comes from the metadata of the message', () => {
    const messageMetadata = { model: 'm', totalUsage: { inputTokens: 5, outputTokens: 7, cachedInputTokens: 2 } };
    expect(newestRound(fold(read(...said('t', 'x'), { ...finish, messageMetadata }))).usage).toEqual({
      inputTokens: 5,
      outputTokens: 7,
      cachedTokens: 2,
      model: 'm',
    });
  });

  it('R5.4: unknown kinds are counted; parts of the app, sources and files are known', () => {
    const decoder = createDecoder('ai-sdk-ui');
    decoder.push(sse([{ type: 'data-weather' }, { type: 'file' }, { type: 'hologram' }, { type: '__proto__' }, {}]));
    expect(Object.entries(decoder.diagnostics.unknown)).toEqual([
      ['hologram', 1],
      ['__proto__', 1],
      ['(undefined)', 1],
    ]);
  });
});
