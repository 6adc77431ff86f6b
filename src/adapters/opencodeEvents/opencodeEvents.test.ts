import { describe, expect, it } from 'vitest';
import { currentStep } from '../../logic/currentStep.ts';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Round } from '../../logic/thread.ts';
import { kinds, ofKind, roundOf, roundsOf, sse } from '../adapterStand.ts';
import { createDecoder } from '../index.ts';

let count = 0;
const event = (type: string, properties: object) => ({ id: `e${++count}`, type, properties });

/** What one session says on the bus. */
function session(sessionID: string, parentID?: string) {
  const message = (info: object) => event('message.updated', { sessionID, info: { sessionID, ...info } });
  const part = (messageID: string, id: string, rest: object, more: object = {}) =>
    event('message.part.updated', { sessionID, part: { id, sessionID, messageID, ...rest }, ...more });
  return {
    message,
    part,
    created: (title: string) => event('session.created', { sessionID, info: { id: sessionID, parentID, title } }),
    prompt: (id: string, text: string) => [
      message({ id, role: 'user' }),
      part(id, `${id}-text`, { type: 'text', text }),
      part(id, `${id}-added`, { type: 'text', text: 'Called the Read tool.', synthetic: true }),
      event('session.status', { sessionID, status: { type: 'busy' } }),
    ],
    answers: (id: string, parent: string, rest: object = {}) =>
      message({ id, role: 'assistant', parentID: parent, modelID: 'm', ...rest }),
    stepStart: (messageID: string) => part(messageID, `s${++count}`, { type: 'step-start' }),
    stepFinish: (messageID: string, reason: string) =>
      part(messageID, `f${++count}`, { type: 'step-finish', reason, tokens: { input: 3, output: 1 } }),
    writes: (messageID: string, id: string, text: string, type = 'text') => [
      part(messageID, id, { type, text: '', time: { start: 1 } }),
      ...[text.slice(0, 2), text.slice(2)].map((delta) =>
        event('message.part.delta', { sessionID, messageID, partID: id, field: 'text', delta }),
      ),
    ],
    wrote: (messageID: string, id: string, text: string, type = 'text') =>
      part(messageID, id, { type, text, time: { start: 1, end: 2 } }),
    tool: (messageID: string, callID: string, state: object, tool = 'bash') =>
      part(messageID, `p-${callID}`, { type: 'tool', tool, callID, state }),
    idle: () => [
      event('session.status', { sessionID, status: { type: 'idle' } }),
      event('session.idle', { sessionID }),
    ],
    retry: (attempt: number) =>
      event('session.status', { sessionID, status: { type: 'retry', attempt, message: 'Overloaded', next: 99 } }),
    error: (name: string, message: string) => event('session.error', { sessionID, error: { name, data: { message } } }),
    asks: (id: string, callID: string, permission = 'bash') =>
      event('permission.asked', { id, sessionID, permission, patterns: ['x'], tool: { messageID: 'm', callID } }),
    replies: (requestID: string, reply: string) => event('permission.replied', { sessionID, requestID, reply }),
  };
}

const main = session('ses_main');
const pending = { status: 'pending', input: {}, raw: '' };
const running = (input: object, metadata?: object) => ({ status: 'running', input, metadata, time: { start: 1 } });
const completed = (input: object, output: string, metadata: object = {}) => ({
  status: 'completed',
  input,
  output,
  title: 'done',
  metadata,
  time: { start: 1, end: 2 },
});

/** What is told of the bus, with the stream still open or at its end. */
function decode(events: readonly object[], isOver: boolean): AgentEvent[] {
  const decoder = createDecoder('opencode-events');
  const told = decoder.push(sse(events));
  return isOver ? [...told, ...decoder.end()] : told;
}

const read = (events: readonly object[], isOver = false): Round[] => roundsOf(decode(events, isOver));
const newest = (events: readonly object[], isOver = false): Round => roundOf(decode(events, isOver));

const asked = [...main.prompt('u1', 'Fix it.'), main.answers('m1', 'u1')];

describe('a run on the bus', () => {
  it('R1.6: the words of the user open the round, without what opencode added to them', () => {
    const round = newest(main.prompt('u1', 'Fix it.'));
    expect(round.user).toEqual({ text: 'Fix it.', id: 'u1' });
    expect(round.status).toBe('running');
  });

  it('R5.5: deltas and the whole of a part are one item, and the whole wins', () => {
    const deltas = [...asked, ...main.writes('m1', 't1', 'Done. 🎉  ')];
    expect(lastAnswer(newest(deltas))?.text).toBe('Done. 🎉  ');
    const round = newest([...deltas, main.wrote('m1', 't1', 'Done. 🎉')]);
    expect(lastAnswer(round)?.text).toBe('Done. 🎉');
    expect(kinds(round)).toEqual(['assistant_text']);
  });

  it('a thought whose whole comes empty keeps what its deltas said', () => {
    const events = [
      ...asked,
      ...main.writes('m1', 'r1', 'Plan.', 'reasoning'),
      main.wrote('m1', 'r1', '', 'reasoning'),
    ];
    expect(ofKind(newest(events), 'thinking')).toMatchObject([{ text: 'Plan.' }]);
  });

  it('older versions repeat the whole text beside each delta', () => {
    const grown = (text: string, delta: string) =>
      main.part('m1', 't1', { type: 'text', text, time: { start: 1 } }, { delta });
    const round = newest([...asked, grown('He', 'He'), grown('Hello', 'llo')]);
    expect(ofKind(round, 'assistant_text')).toMatchObject([{ text: 'Hello' }]);
  });

  it('R4.7: a call is in preparation, runs with growing output, and ends', () => {
    const steps = [
      main.tool('m1', 'c1', pending),
      main.tool('m1', 'c1', running({ command: 'make' })),
      main.tool('m1', 'c1', running({ command: 'make' }, { output: 'one\n' })),
      main.tool('m1', 'c1', running({ command: 'make' }, { output: 'one\ntwo\n' })),
      main.tool('m1', 'c1', completed({ command: 'make' }, 'one\ntwo\nthree\n', { exit: 1 })),
    ];
    const states = steps.map((_, i) => ofKind(newest([...asked, ...steps.slice(0, i + 1)]), 'tool_call')[0]);
    expect(states.map((call) => [call?.status, call?.output])).toEqual([
      ['preparing', undefined],
      ['running', undefined],
      ['running', 'one\n'],
      ['running', 'one\ntwo\n'],
      ['done', 'one\ntwo\n'],
    ]);
    expect(states[4]?.result).toMatchObject({ text: 'one\ntwo\nthree\n', exitCode: 1 });
  });

  it('R4.6: arguments that stream in are counted', () => {
    const grown = (raw: string) => main.tool('m1', 'c1', { ...pending, raw });
    const round = newest([...asked, grown('{"com'), grown('{"command":"ls"}')]);
    expect(ofKind(round, 'tool_call')).toMatchObject([{ byteCount: 16, args: '{"command":"ls"}' }]);
    expect(currentStep(round)).toMatchObject({ kind: 'preparing', preview: 'ls' });
  });

  it('B16: a call without arguments runs', () => {
    const round = newest([...asked, main.tool('m1', 'c1', pending), main.tool('m1', 'c1', running({}))]);
    expect(ofKind(round, 'tool_call')).toMatchObject([{ status: 'running', args: {} }]);
  });

  it('idle ends the run, once', () => {
    const events = [...asked, main.wrote('m1', 't1', 'Done.'), main.stepFinish('m1', 'stop'), ...main.idle()];
    expect(read(events, true)).toMatchObject([{ status: 'completed', usage: { inputTokens: 3, model: 'm' } }]);
  });

  it('B30: a bus that closes before is interrupted, and its calls are aborted', () => {
    const round = newest([...asked, main.tool('m1', 'c1', running({ command: 'sleep 60' }))], true);
    expect(round.status).toBe('failed');
    expect(ofKind(round, 'notice')).toMatchObject([{ code: 'interrupted' }]);
    expect(ofKind(round, 'tool_call')).toMatchObject([{ status: 'aborted' }]);
  });

  it('B28: an error fails the run with its words, with idle or without', () => {
    const failed = [...asked, main.wrote('m1', 't1', 'Half'), main.error('APIError', 'quota used up')];
    for (const round of [newest([...failed, ...main.idle()]), newest(failed, true)]) {
      expect(round.status).toBe('failed');
      expect(ofKind(round, 'notice')).toMatchObject([{ text: 'quota used up' }]);
      expect(lastAnswer(round)?.text).toBe('Half');
    }
  });

  it('B32: a stop by the user ends what runs, and a late output does not bring it back', () => {
    const stopped = [
      ...asked,
      main.tool('m1', 'c1', running({ command: 'sleep 60' })),
      main.error('MessageAbortedError', 'aborted'),
      ...main.idle(),
      main.tool('m1', 'c1', completed({ command: 'sleep 60' }, 'late')),
    ];
    expect(read(stopped)).toMatchObject([{ status: 'aborted' }]);
    expect(ofKind(newest(stopped), 'tool_call')).toMatchObject([{ status: 'aborted' }]);
  });

  it('B25, R5.4: events that come again change nothing', () => {
    const events = [...asked, ...main.writes('m1', 't1', 'Once.'), main.retry(1)];
    const round = newest([...events, ...events]);
    expect(kinds(round)).toEqual(['assistant_text', 'notice']);
    expect(lastAnswer(round)?.text).toBe('Once.');
  });
});

describe('B25, R5.4: a part of the prompt that is told again, without a number of its own', () => {
  const said = (words: string) => main.part('u1', 'u1-text', { type: 'text', text: words });

  it('is the same part, told last', () => {
    const parts = [said('Fix'), main.part('u1', 'u1-more', { type: 'text', text: 'Please.' }), said('Fix it.')];
    const lines = [main.message({ id: 'u1', role: 'user' }), ...parts, main.answers('m1', 'u1')];
    expect(newest(lines).user?.text).toBe('Fix it.\n\nPlease.');
  });
});

describe('retries', () => {
  it('R5.4: what a repeated attempt says is not shown twice; a notice tells of it', () => {
    const round = newest([
      ...asked,
      main.stepStart('m1'),
      ...main.writes('m1', 't1', 'I write'),
      main.tool('m1', 'c1', pending),
      main.retry(1),
      main.stepStart('m1'),
      ...main.writes('m1', 't2', 'I write it.'),
    ]);
    expect(ofKind(round, 'assistant_text').map((item) => item.text)).toEqual(['I write it.']);
    expect(ofKind(round, 'tool_call')).toEqual([]);
    expect(ofKind(round, 'notice')).toMatchObject([
      { code: 'retry', text: 'Overloaded', retry: { attempt: 1, at: 99 } },
    ]);
  });

  it('a further step of a message is no retry', () => {
    const round = newest([
      ...asked,
      main.stepStart('m1'),
      main.wrote('m1', 't1', 'One.'),
      main.stepFinish('m1', 'tool-calls'),
      main.retry(1),
      main.stepStart('m1'),
      main.wrote('m1', 't2', 'Two.'),
    ]);
    expect(ofKind(round, 'assistant_text').map((item) => item.text)).toEqual(['One.', 'Two.']);
  });
});

describe('approvals', () => {
  const call = [...asked, main.tool('m1', 'c1', running({ command: 'rm a' }))];

  it('R2.5: a permission is a question about its call', () => {
    const round = newest([...call, main.asks('per1', 'c1')]);
    expect(currentStep(round)).toMatchObject({ kind: 'approval', tool: 'bash', preview: 'rm a' });
    expect(ofKind(round, 'approval')[0]?.options?.map((option) => option.id)).toEqual(['once', 'always', 'reject']);
  });

  it('a permission beyond its call says itself what it is for', () => {
    const round = newest([...call, main.asks('per1', 'c1', 'external_directory')]);
    expect(currentStep(round)).toMatchObject({ tool: 'external_directory', preview: 'x' });
  });

  it('B35: two are asked one after the other, and none stays when the run ends', () => {
    const two = [
      ...call,
      main.tool('m1', 'c2', running({ command: 'rm b' })),
      main.asks('per1', 'c1'),
      main.asks('per2', 'c2'),
    ];
    expect(currentStep(newest(two))).toMatchObject({ preview: 'rm a' });
    const one = [...two, main.replies('per1', 'once')];
    expect(currentStep(newest(one))).toMatchObject({ kind: 'approval', preview: 'rm b' });
    expect(ofKind(newest([...one, ...main.idle()]), 'approval').map((item) => [item.open, item.decision])).toEqual([
      [false, 'approved'],
      [false, undefined],
    ]);
  });

  it('a rejected call is aborted, and with it a run that does nothing more', () => {
    const round = newest([
      ...call,
      main.asks('per1', 'c1'),
      main.replies('per1', 'reject'),
      main.tool('m1', 'c1', { status: 'error', input: {}, error: 'The user rejected it.', time: {} }),
      ...main.idle(),
    ]);
    expect(ofKind(round, 'tool_call')).toMatchObject([
      { status: 'aborted', result: { text: 'The user rejected it.' } },
    ]);
    expect(round.status).toBe('aborted');
  });

  it('R5.7: a rejected call says nothing of the end where the stream is cut behind it', () => {
    const decoder = createDecoder('opencode-events');
    const told = decoder.push(sse([...call, main.asks('per1', 'c1'), main.replies('per1', 'reject')]));
    const round = roundOf([...told, ...decoder.end(true)]);
    expect(round.status).toBe('failed');
    expect(ofKind(round, 'notice')).toMatchObject([{ code: 'interrupted' }]);
  });

  it('a question of the model waits with its choices', () => {
    const question = { question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] };
    const ask = [...asked, event('question.asked', { id: 'q1', sessionID: 'ses_main', questions: [question] })];
    expect(currentStep(newest(ask))).toMatchObject({ kind: 'approval', tool: 'question', preview: 'Which?' });
    const reply = event('question.replied', { sessionID: 'ses_main', requestID: 'q1', answers: [['Blue']] });
    expect(ofKind(newest([...ask, reply]), 'approval')).toMatchObject([
      { open: false, decision: 'approved', optionId: '1' },
    ]);
  });
});

describe('several sessions', () => {
  const child = session('ses_a', 'ses_main');
  const other = session('ses_b', 'ses_main');
  const task = (callID: string, childId: string, state: 'running' | 'completed') =>
    main.tool(
      'm1',
      callID,
      {
        ...completed({ description: callID, prompt: `Do ${callID}.` }, 'ok', { sessionId: childId }),
        status: state,
      },
      'task',
    );
  const started = (callID: string, childSession: typeof child, childId: string) => [
    main.tool('m1', callID, pending, 'task'),
    childSession.created(`${callID} (@general subagent)`),
    task(callID, childId, 'running'),
    ...childSession.prompt(`${childId}-u`, `Do ${callID}.`),
    childSession.answers(`${childId}-m`, `${childId}-u`),
  ];

  it('B49, R1.5: two that work at once are delegations of their calls, each with its own words', () => {
    const events = [
      ...asked,
      ...started('A', child, 'ses_a'),
      ...started('B', other, 'ses_b'),
      ...child.writes('ses_a-m', 'ta', 'A reads.'),
      ...other.writes('ses_b-m', 'tb', 'B plans', 'reasoning'),
      child.wrote('ses_a-m', 'ta', 'A reads.'),
      ...child.idle(),
      task('A', 'ses_a', 'completed'),
    ];
    const round = newest(events);
    expect(lastAnswer(round)).toBeUndefined();
    const [a, b] = ofKind(round, 'delegation');
    expect(a).toMatchObject({ status: 'completed', title: 'A (@general subagent)', prompt: 'Do A.', callId: 'A' });
    expect(a && ofKind(a, 'assistant_text').map((item) => item.text)).toEqual(['A reads.']);
    expect(b).toMatchObject({ status: 'running', callId: 'B' });
    expect(b && ofKind(b, 'thinking')).toHaveLength(1);
    const done = newest([
      ...events,
      ...other.idle(),
      task('B', 'ses_b', 'completed'),
      main.wrote('m1', 't', 'Both.'),
      ...main.idle(),
    ]);
    expect(lastAnswer(done)?.text).toBe('Both.');
    expect(ofKind(done, 'delegation')).toHaveLength(2);
  });

  it('a session that is given more work is another delegation', () => {
    const round = newest([
      ...asked,
      ...started('A', child, 'ses_a'),
      ...child.idle(),
      task('A', 'ses_a', 'completed'),
      task('A2', 'ses_a', 'running'),
      child.answers('ses_a-m2', 'ses_a-u2'),
      child.wrote('ses_a-m2', 'ta2', 'Again.'),
    ]);
    const [first, second] = ofKind(round, 'delegation');
    expect([first?.status, second?.status]).toEqual(['completed', 'running']);
    expect(second && ofKind(second, 'assistant_text').map((item) => item.text)).toEqual(['Again.']);
  });

  it('the failure of one is told in it, and leaves its caller running', () => {
    const round = newest([...asked, ...started('A', child, 'ses_a'), child.error('APIError', 'gone'), ...child.idle()]);
    expect(round.status).toBe('running');
    const [delegation] = ofKind(round, 'delegation');
    expect(delegation?.status).toBe('failed');
    expect(delegation && ofKind(delegation, 'notice')).toMatchObject([{ text: 'gone' }]);
  });

  it('another conversation on the same bus is not mixed in; it is shown once the first is idle', () => {
    const stranger = session('ses_x');
    const meanwhile = [
      ...asked,
      ...stranger.prompt('x1', 'Other.'),
      stranger.answers('xm', 'x1'),
      stranger.wrote('xm', 'xt', 'No.'),
    ];
    expect(read(meanwhile)).toMatchObject([{ user: { text: 'Fix it.' } }]);
    expect(lastAnswer(newest(meanwhile))).toBeUndefined();
    const after = read([...meanwhile, ...main.idle(), ...stranger.prompt('x2', 'Next.')]);
    expect(after.map((round) => [round.user?.text, round.status])).toEqual([
      ['Fix it.', 'completed'],
      ['Next.', 'running'],
    ]);
  });

  it('sessions that name each other as parents do not hang the reader', () => {
    const loop = [session('ses_p', 'ses_q').created('p'), session('ses_q', 'ses_p').created('q')];
    expect(read([...loop, ...session('ses_p').prompt('pu', 'Hi.')])).toHaveLength(1);
  });
});

describe('prompts', () => {
  it('R1.6: one that waits begins its round when it is answered, and the one before is not aborted', () => {
    const queued = [...asked, ...main.prompt('u2', 'And this.'), main.wrote('m1', 't1', 'First.')];
    expect(read(queued)).toMatchObject([{ status: 'running', user: { text: 'Fix it.' } }]);
    const rounds = read([...queued, main.answers('m2', 'u2'), main.wrote('m2', 't2', 'Second.'), ...main.idle()]);
    expect(rounds.map((round) => [round.user?.text, round.status, lastAnswer(round)?.text])).toEqual([
      ['Fix it.', 'completed', 'First.'],
      ['And this.', 'completed', 'Second.'],
    ]);
  });

  it('a window that joins in the middle shows what is still said', () => {
    const round = newest([main.wrote('m9', 't9', 'Late.'), ...main.idle()]);
    expect([lastAnswer(round)?.text, round.status]).toEqual(['Late.', 'completed']);
  });

  it('a compaction is told, its summary is no answer, and what opencode asks itself is no prompt', () => {
    const rounds = read([
      ...asked,
      main.wrote('m1', 't1', 'So far.'),
      main.message({ id: 'u2', role: 'user' }),
      main.part('u2', 'u2c', { type: 'compaction', auto: true }),
      main.answers('m2', 'u2', { summary: true }),
      main.wrote('m2', 't2', 'Summary of all.'),
      event('session.compacted', { sessionID: 'ses_main' }),
      main.message({ id: 'u3', role: 'user' }),
      main.part('u3', 'u3t', { type: 'text', text: 'Continue.', synthetic: true }),
      main.answers('m3', 'u3'),
      main.wrote('m3', 't3', 'On.'),
    ]);
    expect(rounds).toHaveLength(1);
    expect(kinds(rounds[0] ?? { items: [] })).toEqual(['assistant_text', 'notice', 'assistant_text']);
    expect(ofKind(rounds[0] ?? { items: [] }, 'notice')).toMatchObject([{ code: 'compaction' }]);
  });
});

describe('times', () => {
  /** Ids of opencode: 36 bits of the milliseconds, then a counter. */
  const timed = (ms: number, type: string, properties: object) => ({
    id: `evt_${((ms % 2 ** 36) * 4096 + 1).toString(16).padStart(12, '0').slice(-12)}xyz`,
    type,
    properties: { sessionID: 's', ...properties },
  });
  const start = 26 * 2 ** 36 + 1000;

  it('R2.7: every event has its time, which its id holds', () => {
    const round = newest([
      timed(start, 'message.updated', { info: { id: 'u', role: 'user', time: { created: start } } }),
      timed(start + 5, 'message.part.updated', { part: { id: 'p', type: 'text', messageID: 'u', text: 'Go.' } }),
      timed(start + 7, 'session.status', { status: { type: 'busy' } }),
      timed(start + 9, 'message.part.updated', {
        part: { id: 't', type: 'text', messageID: 'a', text: 'Hi', time: { end: 1 } },
      }),
      timed(start + 4000, 'session.idle', {}),
    ]);
    expect([round.startedAt, round.endedAt]).toEqual([start + 7, start + 4000]);
    expect(ofKind(round, 'assistant_text')).toMatchObject([{ startedAt: start + 9 }]);
  });

  it('where ids hold none, the transport gives the times', () => {
    expect(newest([...asked, ...main.idle()]).startedAt).toBeUndefined();
  });
});

describe('stored messages', () => {
  const stored = (info: object, ...parts: object[]) => {
    const { id } = info as { id: string };
    return {
      info: { sessionID: 's', time: { created: 10, completed: 20 }, ...info },
      parts: parts.map((part, i) => ({ id: `${id}-${i}`, messageID: id, sessionID: 's', ...part })),
    };
  };
  const text = (said: string) => ({ type: 'text', text: said, time: { start: 11, end: 12 } });
  const log = [
    stored({ id: 'u1', role: 'user' }, { type: 'text', text: 'One?' }),
    stored(
      { id: 'm1', role: 'assistant', parentID: 'u1', finish: 'tool-calls' },
      { type: 'tool', tool: 'bash', callID: 'c', state: completed({ command: 'ls' }, 'a') },
    ),
    stored({ id: 'm2', role: 'assistant', parentID: 'u1', finish: 'stop' }, text('Yes.')),
    stored({ id: 'u2', role: 'user' }, { type: 'text', text: 'Two?' }),
    stored(
      { id: 'm3', role: 'assistant', parentID: 'u2', error: { name: 'APIError', data: { message: 'gone' } } },
      text('Half'),
    ),
    stored({ id: 'u3', role: 'user' }, { type: 'text', text: 'Three?' }),
    stored({ id: 'm4', role: 'assistant', parentID: 'u3', finish: 'tool-calls' }, text('I look.')),
  ];

  function readDocument(document: unknown): Round[] {
    const decoder = createDecoder('opencode-events');
    const events = decoder.push(JSON.stringify(document, undefined, Array.isArray(document) ? 0 : 2));
    return roundsOf([...events, ...decoder.end()]);
  }

  it('each message of the user is a round, and the last message tells how it ended', () => {
    for (const document of [log, { info: { id: 's', title: 'T' }, messages: log }]) {
      const rounds = readDocument(document);
      expect(rounds.map((round) => [round.user?.text, round.status, lastAnswer(round)?.text])).toEqual([
        ['One?', 'completed', 'Yes.'],
        ['Two?', 'failed', 'Half'],
        ['Three?', 'failed', 'I look.'],
      ]);
      expect(ofKind(rounds[1] ?? { items: [] }, 'notice')).toMatchObject([{ text: 'gone' }]);
      expect(ofKind(rounds[2] ?? { items: [] }, 'notice')).toMatchObject([{ code: 'interrupted' }]);
      expect([rounds[0]?.startedAt, rounds[0]?.endedAt]).toEqual([10, 20]);
    }
  });
});

it('R5.4: what nobody knows is counted, what says nothing is not', () => {
  const decoder = createDecoder('opencode-events');
  const silent = [
    'server.connected',
    'server.heartbeat',
    'session.diff',
    'plugin.added',
    'todo.updated',
    'file.edited',
  ];
  decoder.push(
    sse([
      ...silent.map((type) => event(type, {})),
      event('session.sang', { sessionID: 's' }),
      event('message.updated', {}),
    ]),
  );
  expect(decoder.diagnostics).toEqual({ malformed: 1, unknown: { 'session.sang': 1 } });
});

it('the events of the global bus are wrapped', () => {
  const wrapped = asked.map((payload) => ({ directory: '/home/dev/kit', payload }));
  expect(read(wrapped)).toMatchObject([{ user: { text: 'Fix it.' }, status: 'running' }]);
});
