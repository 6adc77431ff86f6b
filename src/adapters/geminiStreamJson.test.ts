import { describe, expect, it } from 'vitest';
import { currentStep } from '../logic/currentStep.ts';
import type { AgentEvent } from '../logic/events.ts';
import { lastAnswer } from '../logic/lastAnswer.ts';
import { reduceAll } from '../logic/reducer.ts';
import { emptyThread, type Round } from '../logic/thread.ts';
import { jsonl, roundOf, roundsOf } from './adapterStand.ts';
import { decodeAll } from './decodeAll.ts';
import { createDecoder, detectFormat } from './index.ts';

const read = (...lines: object[]): AgentEvent[] => decodeAll('gemini-stream-json', [jsonl(lines)]);
const runOf = (...lines: object[]): Round => roundOf(read(...lines));

const items = (round: Round) => [...round.items];
const init = { type: 'init', timestamp: '2030-01-01T00:00:00.000Z', session_id: 's1', model: 'gemini-x' };
const user = (content: unknown) => ({ type: 'message', role: 'user', content });
const said = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
const use = (tool_id: string, tool_name: string, parameters: object) => ({
  type: 'tool_use',
  tool_id,
  tool_name,
  parameters,
});
const result = (tool_id: string, more: object) => ({ type: 'tool_result', tool_id, status: 'success', ...more });
const success = { type: 'result', status: 'success' };

describe('a run', () => {
  const run = [
    init,
    user('Fix it.'),
    said('I run '),
    said('the tests.'),
    use('c1', 'run_shell_command', { command: 'npm test', description: 'Run the tests' }),
    result('c1', { output: '1 failed' }),
    said('Fixed.'),
    {
      type: 'result',
      timestamp: '2030-01-01T00:00:05.000Z',
      status: 'success',
      stats: { input_tokens: 9, output_tokens: 4, cached: 2, models: { 'gemini-x': {} } },
    },
  ];

  it('R1.3, R5.6: prompt, texts, a call with its output, usage and times', () => {
    expect(detectFormat(jsonl(run))).toBe('gemini-stream-json');
    const round = runOf(...run);
    expect(round).toMatchObject({
      user: { text: 'Fix it.' },
      status: 'completed',
      usage: { inputTokens: 9, outputTokens: 4, cachedTokens: 2, model: 'gemini-x' },
      startedAt: Date.UTC(2030, 0, 1),
      endedAt: Date.UTC(2030, 0, 1, 0, 0, 5),
    });
    expect(items(round)).toMatchObject([
      { kind: 'assistant_text', text: 'I run the tests.' },
      { name: 'run_shell_command', toolKind: 'shell', status: 'done', result: { text: '1 failed' } },
      { kind: 'assistant_text', text: 'Fixed.' },
    ]);
  });

  it('R2.2: the run line names the running call by its description', () => {
    const events = createDecoder('gemini-stream-json').push(jsonl(run.slice(0, 5)));
    const round = reduceAll(emptyThread, events).rounds.at(-1);
    expect(round && currentStep(round)).toEqual({ kind: 'tool', tool: 'run_shell_command', preview: 'Run the tests' });
  });

  it('R5.5: a message without deltas is whole', () => {
    expect(lastAnswer(runOf(init, said('Do'), { ...said('Done.'), delta: false }, success))?.text).toBe('Done.');
  });

  it('R5.6: only the status makes a call failed; its error is told where there is no output', () => {
    const error = { type: 'NOT_FOUND', message: 'No such file.' };
    const round = runOf(
      init,
      use('c1', 'read_file', { path: 'a' }),
      use('c2', 'read_file', { path: 'b' }),
      use('c3', 'run_shell_command', { command: 'false' }),
      result('c1', { status: 'error', output: 'Error: no such file.', error }),
      result('c2', { status: 'error', output: '', error }),
      result('c3', { output: 'Exit code: 1' }),
      success,
    );
    expect(items(round)).toMatchObject([
      { status: 'failed', result: { text: 'Error: no such file.' } },
      { status: 'failed', result: { text: 'No such file.' } },
      { status: 'done', result: { text: 'Exit code: 1' } },
    ]);
  });

  it("R1.6: a wrapper's line with the prompt before the first one of the program is the same prompt", () => {
    const rounds = roundsOf(read({ ...user([{ text: 'Fix it.' }]), ts: 5 }, ...run));
    expect(rounds.map((round) => round.user?.text)).toEqual(['Fix it.']);
  });

  it('R1.6, R5.4: a session that is gone on with is another round; its first line twice changes nothing', () => {
    const rounds = roundsOf(read(init, init, user('One?'), said('1'), success, init, user('Two?'), said('2'), success));
    expect(rounds.map((round) => [round.user?.text, lastAnswer(round)?.text, round.status])).toEqual([
      ['One?', '1', 'completed'],
      ['Two?', '2', 'completed'],
    ]);
  });
});

describe('the end', () => {
  const failed = (type: string, message: string) => ({ type: 'result', status: 'error', error: { type, message } });

  it.each([
    ['FatalTurnLimitedError', 'failed', 'limit'],
    ['FatalAuthenticationError', 'failed', 'error'],
  ])('R5.7: %s fails the run, and a notice tells why', (type, status, code) => {
    const round = runOf(init, failed(type, 'It says why.'));
    expect(round.status).toBe(status);
    expect(items(round)).toMatchObject([{ kind: 'notice', code, text: 'It says why.' }]);
  });

  it('R5.7: a run that was cancelled is aborted, and one without a result is interrupted', () => {
    expect(runOf(init, said('Half'), failed('FatalCancellationError', 'Cancelled.')).status).toBe('aborted');
    const cut = runOf(init, use('c1', 'glob', {}));
    expect(cut.status).toBe('failed');
    expect(items(cut)).toMatchObject([{ status: 'aborted' }, { code: 'interrupted' }]);
  });

  it('B34: a problem on the way is a notice and ends nothing', () => {
    const warning = { type: 'error', severity: 'warning', message: 'Loop detected.' };
    const round = runOf(init, warning, said('On.'), success);
    expect(items(round)).toMatchObject([{ kind: 'notice', level: 'warning' }, { text: 'On.' }]);
    expect(round.status).toBe('completed');
  });

  it('R5.4: unknown lines are counted, broken ones never throw', () => {
    const decoder = createDecoder('gemini-stream-json');
    decoder.push(
      `${jsonl([{ type: 'dance' }, { type: 'tool_use' }, { type: 'message', role: 'user', content: 7 }])}{"type":`,
    );
    decoder.end();
    expect(decoder.diagnostics).toEqual({ unknown: { dance: 1 }, malformed: 2 });
  });
});
