import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../logic/events.ts';
import { lastAnswer } from '../logic/lastAnswer.ts';
import type { Round } from '../logic/thread.ts';
import { toolPreview } from '../logic/toolPreview.ts';
import { jsonl, kinds, ofKind, roundOf, roundsOf } from './adapterStand.ts';
import { decodeAll } from './decodeAll.ts';
import { createDecoder } from './index.ts';

let clock = 1000;
const line = (type: string, rest: object) => ({ type, timestamp: ++clock, sessionID: 'ses_1', ...rest });
const part = (type: string, partType: string, messageID: string, rest: object) =>
  line(type, { part: { id: `prt_${clock}`, sessionID: 'ses_1', messageID, type: partType, ...rest } });
const stepStart = (messageID: string) => part('step_start', 'step-start', messageID, {});
const stepFinish = (messageID: string, reason: string, tokens: object = { input: 10, output: 2 }) =>
  part('step_finish', 'step-finish', messageID, { reason, tokens, cost: 0.5 });
const said = (messageID: string, text: string) => part('text', 'text', messageID, { text, time: { start: 1, end: 2 } });
const thought = (messageID: string, text: string, more: object = {}) =>
  part('reasoning', 'reasoning', messageID, { text, time: { start: 1, end: 2 }, ...more });
const used = (messageID: string, callID: string, state: object, tool = 'bash') =>
  part('tool_use', 'tool', messageID, { callID, tool, state });
const bash = (messageID: string, callID: string, metadata: object = {}) =>
  used(messageID, callID, {
    status: 'completed',
    input: { command: 'ls nope', description: 'List a folder' },
    output: 'no such folder\n',
    title: 'ls nope',
    metadata,
    time: { start: 50, end: 80 },
  });

const read = (...lines: object[]): AgentEvent[] => decodeAll('opencode-run', [jsonl(lines)]);
const rounds = (...lines: object[]): Round[] => roundsOf(read(...lines));
const newest = (...lines: object[]): Round => roundOf(read(...lines));

const calls = (round: Round) => ofKind(round, 'tool_call');
const notices = (round: Round) => ofKind(round, 'notice');

describe('opencode run', () => {
  it('a turn has its thought, its text and its calls, each once', () => {
    const round = newest(
      stepStart('m1'),
      thought('m1', 'Plan.'),
      said('m1', 'I look.'),
      bash('m1', 'c1', { exit: 2 }),
      stepFinish('m1', 'tool-calls'),
      stepStart('m2'),
      said('m2', 'There is none.'),
      stepFinish('m2', 'stop'),
    );
    expect(kinds(round)).toEqual(['thinking', 'assistant_text', 'tool_call', 'assistant_text']);
    expect(lastAnswer(round)?.text).toBe('There is none.');
    expect(round.status).toBe('completed');
  });

  it('R5.6: an exit code is shown, and makes no failure', () => {
    const [call] = calls(newest(bash('m1', 'c1', { exit: 2, diff: '--- a\n+++ a\n' }), stepFinish('m1', 'stop')));
    expect(call).toMatchObject({
      status: 'done',
      result: { text: 'no such folder\n', exitCode: 2, diff: '--- a\n+++ a\n' },
    });
  });

  it('R3.1: the preview is the description', () => {
    const [call] = calls(newest(bash('m1', 'c1'), stepFinish('m1', 'stop')));
    expect(call && toolPreview(call)).toBe('List a folder');
  });

  it('a tool error makes a failed call', () => {
    const error = used(
      'm1',
      'c1',
      { status: 'error', input: {}, error: 'File not found', time: { start: 1, end: 2 } },
      'read',
    );
    expect(calls(newest(error, stepFinish('m1', 'stop')))).toMatchObject([
      { status: 'failed', result: { text: 'File not found' }, toolKind: 'read' },
    ]);
  });

  it('R2.7: a call has the times that its part carries', () => {
    expect(calls(newest(bash('m1', 'c1')))).toMatchObject([{ startedAt: 50, endedAt: 80 }]);
  });

  it('R5.6: the usage is the sum of the steps; cache and reasoning are counted once', () => {
    const tokens = { input: 10, output: 2, reasoning: 3, total: 20, cache: { read: 4, write: 1 } };
    const plain = { input: 1, output: 1, reasoning: 1 };
    const round = newest(stepFinish('m1', 'tool-calls', tokens), stepStart('m2'), stepFinish('m2', 'stop', plain));
    expect(round.usage).toEqual({ inputTokens: 16, outputTokens: 6, cachedTokens: 4, reasoningTokens: 4, cost: 1 });
  });

  it('R5.4: a line that comes again changes nothing', () => {
    const lines = [stepStart('m1'), said('m1', 'Once.'), bash('m1', 'c1')];
    expect(kinds(newest(...lines, ...lines, stepFinish('m1', 'stop')))).toEqual(['assistant_text', 'tool_call']);
  });

  it('models that number their calls from the start again have a row for each', () => {
    const round = newest(
      bash('m1', 'call_0'),
      stepFinish('m1', 'tool-calls'),
      bash('m2', 'call_0'),
      stepFinish('m2', 'stop'),
    );
    expect(calls(round)).toHaveLength(2);
  });
});

describe('R5.7: the end', () => {
  it('the end of a step for tools is no end of the run, B30: a stream that ends there is interrupted', () => {
    const round = newest(stepStart('m1'), bash('m1', 'c1'), stepFinish('m1', 'tool-calls'));
    expect(round.status).toBe('failed');
    expect(notices(round)).toMatchObject([{ code: 'interrupted' }]);
  });

  it('another step takes the end back', () => {
    const round = newest(stepFinish('m1', 'stop'), stepStart('m2'), said('m2', 'More.'), stepFinish('m2', 'stop'));
    expect(lastAnswer(round)?.text).toBe('More.');
    expect(round.status).toBe('completed');
    expect(rounds(stepFinish('m1', 'stop'), stepStart('m2'))).toMatchObject([{ status: 'failed' }]);
  });

  it('done ends the run, and what follows is another one', () => {
    const two = rounds(
      said('m1', 'One.'),
      stepFinish('m1', 'stop'),
      line('done', { reason: 'idle' }),
      said('m2', 'Two.'),
      stepFinish('m2', 'stop'),
    );
    expect(two.map((round) => [round.status, lastAnswer(round)?.text])).toEqual([
      ['completed', 'One.'],
      ['completed', 'Two.'],
    ]);
  });

  it('B28: an error fails the run with its words, also where it is all there is', () => {
    const error = line('error', {
      error: { name: 'APIError', data: { message: 'quota used up', isRetryable: false } },
    });
    for (const round of [newest(said('m1', 'Half'), error), newest(error)]) {
      expect(round.status).toBe('failed');
      expect(notices(round)).toMatchObject([{ text: 'quota used up', code: 'error' }]);
    }
  });

  it('B34: an error that another step follows is passing', () => {
    const error = line('error', { error: { name: 'APIError', data: { message: 'link lost' } } });
    expect(newest(error, said('m1', 'OK'), stepFinish('m1', 'stop')).status).toBe('completed');
  });

  it('a stop by the user, a limit and a refusal are told apart', () => {
    const aborted = line('error', { error: { name: 'MessageAbortedError', data: { message: 'aborted' } } });
    expect(newest(said('m1', 'Half'), aborted).status).toBe('aborted');
    const limit = newest(stepFinish('m1', 'length'));
    expect([limit.status, notices(limit)[0]?.code]).toEqual(['failed', 'limit']);
    const refusal = newest(stepFinish('m1', 'content-filter'));
    expect([refusal.status, notices(refusal)[0]?.code]).toEqual(['failed', 'refusal']);
    const overflow = newest(line('error', { error: { name: 'ContextOverflowError', data: {} } }));
    expect(notices(overflow)[0]?.code).toBe('limit');
  });
});

it('R5.4: what cannot be read is counted', () => {
  const decoder = createDecoder('opencode-run');
  decoder.push(`${JSON.stringify(line('text', {}))}\n${JSON.stringify(line('novelty', {}))}\n`);
  decoder.push(`${JSON.stringify(part('text', 'hologram', 'm1', {}))}\n`);
  decoder.end();
  expect(decoder.diagnostics).toEqual({ malformed: 1, unknown: { novelty: 1, 'part/hologram': 1 } });
});

it('R5.4: a call that is told again after its end makes no events', () => {
  const decoder = createDecoder('opencode-run');
  const source = `${JSON.stringify(bash('m1', 'c1'))}\n`;
  expect(decoder.push(source).map((event) => event.type)).toContain('tool_call_finished');
  expect(decoder.push(source)).toEqual([]);
});
