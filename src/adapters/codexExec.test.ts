import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../logic/events.ts';
import { lastAnswer } from '../logic/lastAnswer.ts';
import type { Item } from '../logic/thread.ts';
import { toolPreview } from '../logic/toolPreview.ts';
import { jsonl, roundOf, roundsOf } from './adapterStand.ts';
import { decodeAll } from './decodeAll.ts';
import { createDecoder, detectFormat } from './index.ts';

const read = (...lines: object[]): AgentEvent[] => decodeAll('codex-exec', [jsonl(lines)]);
const itemsOf = (...lines: object[]): Item[] => [...roundOf(read(...lines)).items];

const threadStarted = { type: 'thread.started', thread_id: 'th1' };
const turnStarted = { type: 'turn.started' };
const usage = { input_tokens: 9, cached_input_tokens: 4, output_tokens: 2, reasoning_output_tokens: 1 };
const turnCompleted = { type: 'turn.completed', usage };
const started = (id: string, type: string, more: object = {}) => ({
  type: 'item.started',
  item: { id, type, ...more },
});
const updated = (id: string, type: string, more: object = {}) => ({
  type: 'item.updated',
  item: { id, type, ...more },
});
const completed = (id: string, type: string, more: object = {}) => ({
  type: 'item.completed',
  item: { id, type, ...more },
});
const message = (id: string, text: string) => completed(id, 'agent_message', { text });
const command = (line: string, more: object = {}) => ({
  command: line,
  aggregated_output: '',
  exit_code: null,
  status: 'in_progress',
  ...more,
});
const reconnecting = (n: number) => ({ type: 'error', message: `Reconnecting... ${n}/5 (link lost)` });

describe('what a run does', () => {
  it('R1.3: thoughts, calls and texts in order; the last text is the answer', () => {
    const round = roundOf(
      read(
        threadStarted,
        turnStarted,
        completed('i0', 'reasoning', { text: '**Look first**' }),
        message('i1', 'I look.'),
        started('i2', 'command_execution', command("/bin/bash -lc 'ls src'")),
        completed(
          'i2',
          'command_execution',
          command('x', { aggregated_output: 'a\n', exit_code: 0, status: 'completed' }),
        ),
        message('i3', 'There is a.'),
        turnCompleted,
      ),
    );
    expect(round.status).toBe('completed');
    expect([...round.items]).toMatchObject([
      { kind: 'thinking', text: '**Look first**' },
      { kind: 'assistant_text', text: 'I look.' },
      { kind: 'tool_call', toolKind: 'shell', status: 'done', result: { text: 'a\n', exitCode: 0 } },
      { kind: 'assistant_text', text: 'There is a.' },
    ]);
    expect(lastAnswer(round)?.text).toBe('There is a.');
    expect(round.usage).toMatchObject({ inputTokens: 9, cachedTokens: 4, outputTokens: 2, reasoningTokens: 1 });
  });

  it('R3.1: the preview of a command is what runs, without the shell around it', () => {
    const preview = (line: string): string => {
      const [call] = itemsOf(turnStarted, started('i0', 'command_execution', command(line)));
      return call?.kind === 'tool_call' ? toolPreview(call) : '';
    };
    expect(preview("/bin/bash -lc 'npm test'")).toBe('npm test');
    expect(preview(`/bin/zsh -lc "sed -n '1,9p' a.js"`)).toBe("sed -n '1,9p' a.js");
    expect(preview(`bash -lc 'echo '"'"'hi'"'"`)).toBe("echo 'hi'");
    expect(preview("bash -lc 'a' b")).toBe("bash -lc 'a' b");
    expect(preview('make all')).toBe('make all');
  });

  it('R5.6: a command is failed where Codex says so, and its exit code is shown', () => {
    const end = { aggregated_output: 'no\n', exit_code: 2, status: 'failed' };
    expect(itemsOf(turnStarted, completed('i0', 'command_execution', command('ls', end)), turnCompleted)).toMatchObject(
      [{ status: 'failed', result: { text: 'no\n', exitCode: 2 } }],
    );
  });

  it('R5.5: items that are open at once end in any order, each once', () => {
    const ended = (id: string, out: string) =>
      completed(id, 'command_execution', command(id, { aggregated_output: out, exit_code: 0, status: 'completed' }));
    const items = itemsOf(
      turnStarted,
      started('i0', 'command_execution', command('a')),
      started('i1', 'command_execution', command('b')),
      ended('i1', 'B'),
      ended('i0', 'A'),
      ended('i0', 'again'),
      turnCompleted,
    );
    expect(items).toMatchObject([{ result: { text: 'A' } }, { result: { text: 'B' } }]);
    expect(items).toHaveLength(2);
  });

  it('an edit tells its files, an MCP call its server, a search what it looks for', () => {
    const items = itemsOf(
      turnStarted,
      started('i0', 'file_change', { changes: [{ path: '/a.ts', kind: 'add' }], status: 'in_progress' }),
      completed('i0', 'file_change', { changes: [{ path: '/a.ts', kind: 'add' }], status: 'completed' }),
      started('i1', 'mcp_tool_call', { server: 'docs', tool: 'find', arguments: { q: 'x' }, status: 'in_progress' }),
      completed('i1', 'mcp_tool_call', {
        server: 'docs',
        tool: 'find',
        arguments: { q: 'x' },
        result: { content: [{ type: 'text', text: 'found' }], structured_content: null },
        error: null,
        status: 'completed',
      }),
      completed('i2', 'mcp_tool_call', { server: 's', tool: 't', error: { message: 'down' }, status: 'failed' }),
      started('i3', 'web_search', { query: '', action: { type: 'other' } }),
      completed('i3', 'web_search', { query: 'cats', action: { type: 'search', query: 'cats' } }),
      turnCompleted,
    );
    expect(items).toMatchObject([
      { name: 'apply_patch', toolKind: 'edit', args: { path: '/a.ts' }, result: { text: 'add /a.ts' } },
      { name: 'docs.find', status: 'done', result: { text: 'found' } },
      { name: 's.t', status: 'failed', result: { text: 'down' } },
      { name: 'web_search', toolKind: 'search', status: 'done', args: { query: 'cats' } },
    ]);
  });

  it('R2.4: each state of the plan is a step of its own that is over at once, the same state none', () => {
    const list = (done: boolean) => ({ items: [{ text: 'build', completed: done }] });
    const events = read(
      turnStarted,
      started('i0', 'todo_list', list(false)),
      started('i1', 'command_execution', command('make')),
      updated('i0', 'todo_list', list(true)),
      completed('i0', 'todo_list', list(true)),
      turnCompleted,
    );
    expect([...roundOf(events).items]).toMatchObject([
      { name: 'update_plan', toolKind: 'plan', status: 'done', args: list(false) },
      { name: 'shell' },
      { name: 'update_plan', status: 'done', args: list(true) },
    ]);
    expect(roundOf(events).items).toHaveLength(3);
  });

  it('R1.5: what a sub-agent found belongs to its delegation', () => {
    const collab = (id: string, tool: string, more: object) =>
      completed(id, 'collab_tool_call', { tool, sender_thread_id: 'th1', status: 'completed', ...more });
    const round = roundOf(
      read(
        turnStarted,
        started('i0', 'collab_tool_call', {
          tool: 'spawn_agent',
          prompt: 'Look',
          receiver_thread_ids: [],
          agents_states: {},
        }),
        collab('i0', 'spawn_agent', {
          prompt: 'Look',
          receiver_thread_ids: ['th2'],
          agents_states: { th2: { status: 'pending_init', message: null } },
        }),
        collab('i1', 'wait', {
          receiver_thread_ids: ['th2'],
          agents_states: { th2: { status: 'completed', message: 'It is y.' } },
        }),
        message('i2', 'Done.'),
        turnCompleted,
      ),
    );
    expect([...round.items]).toMatchObject([
      { kind: 'tool_call', name: 'spawn_agent', childId: 'th2', status: 'done' },
      { kind: 'delegation', childId: 'th2', prompt: 'Look', status: 'completed', items: { length: 1 } },
      { kind: 'tool_call', name: 'wait', status: 'done' },
      { kind: 'assistant_text' },
    ]);
    expect(lastAnswer(round)?.text).toBe('Done.');
  });
});

describe('errors and ends', () => {
  it('B34: attempts to connect again and a warning end nothing', () => {
    const round = roundOf(
      read(
        threadStarted,
        turnStarted,
        reconnecting(1),
        reconnecting(2),
        completed('i0', 'error', { message: 'some warning' }),
        message('i1', 'OK'),
        turnCompleted,
      ),
    );
    expect(round.status).toBe('completed');
    expect(lastAnswer(round)?.text).toBe('OK');
    expect([...round.items]).toMatchObject([
      { kind: 'notice', code: 'retry', text: 'link lost', retry: { attempt: 1, of: 5 } },
      { kind: 'notice', code: 'retry', retry: { attempt: 2, of: 5 } },
      { kind: 'notice', level: 'warning', text: 'some warning' },
      { kind: 'assistant_text' },
    ]);
  });

  it('B34: a run that then fails says why; one whose stream ends is interrupted', () => {
    const failed = { type: 'turn.failed', error: { message: 'gave up' } };
    const gaveUp = roundOf(read(turnStarted, reconnecting(1), reconnecting(2), failed));
    expect(gaveUp.status).toBe('failed');
    expect(gaveUp.items.at(-1)).toMatchObject({ code: 'error', text: 'gave up' });
    const cut = roundOf(read(turnStarted, reconnecting(1), reconnecting(2)));
    expect(cut.status).toBe('failed');
    expect([...cut.items].slice(-2)).toMatchObject([{ code: 'retry', text: 'link lost' }, { code: 'interrupted' }]);
  });

  it('R5.4: what a cut attempt said is not shown twice', () => {
    const items = itemsOf(
      turnStarted,
      completed('i0', 'reasoning', { text: 'plan' }),
      message('i1', 'I write it.'),
      reconnecting(1),
      completed('i2', 'reasoning', { text: 'plan' }),
      message('i3', 'I write it.'),
      turnCompleted,
    );
    expect(items).toMatchObject([{ code: 'retry' }, { text: 'plan' }, { text: 'I write it.' }]);
    expect(items).toHaveLength(3);
  });

  it('R5.4: a request that fails before it says anything takes nothing back of the one before', () => {
    const items = itemsOf(
      turnStarted,
      message('i0', 'First.'),
      completed('i1', 'command_execution', command('ls', { exit_code: 0, status: 'completed' })),
      reconnecting(1),
      message('i2', 'Second.'),
      turnCompleted,
    );
    expect(items).toMatchObject([{ text: 'First.' }, { name: 'shell' }, { code: 'retry' }, { text: 'Second.' }]);
  });

  it('B28: an error that is told twice is one notice, and a limit is called one', () => {
    const text = "You've hit your usage limit.";
    const round = roundOf(
      read(
        threadStarted,
        turnStarted,
        { type: 'error', message: text },
        { type: 'turn.failed', error: { message: text } },
      ),
    );
    expect(round.status).toBe('failed');
    expect([...round.items]).toMatchObject([{ kind: 'notice', code: 'limit', text }]);
    expect(round.items).toHaveLength(1);
  });

  it('an error may be JSON; one without an end still is why the run failed', () => {
    const told = { type: 'error', message: '{"error":{"message":"No such model"}}' };
    expect(roundOf(read(turnStarted, told))).toMatchObject({ status: 'failed' });
    expect(itemsOf(turnStarted, told)).toMatchObject([{ code: 'error', text: 'No such model' }]);
  });

  it('R5.7: without its end mark the run is interrupted, and what is open is aborted', () => {
    const round = roundOf(read(turnStarted, started('i0', 'command_execution', command('sleep 9'))));
    expect(round.status).toBe('failed');
    expect([...round.items]).toMatchObject([{ status: 'aborted' }, { code: 'interrupted' }]);
  });

  it('R1.6: two runs of one file are two rounds; a warning before the start of a turn belongs to it', () => {
    const warning = completed('item_0', 'error', { message: 'careful' });
    const run = (said: string) => [threadStarted, warning, turnStarted, message('item_1', said), turnCompleted];
    const rounds = roundsOf(read(...run('A'), ...run('B')));
    expect(rounds.map((round) => [...round.items].map((item) => 'text' in item && item.text))).toEqual([
      ['careful', 'A'],
      ['careful', 'B'],
    ]);
    expect(rounds.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });
});

describe('bad input', () => {
  it('R5.4: kinds that nobody knows are counted, and what is no item is malformed', () => {
    const decoder = createDecoder('codex-exec');
    decoder.push(jsonl([turnStarted, { type: 'turn.moved' }, completed('i0', 'hologram'), { type: 'item.started' }]));
    decoder.end();
    expect(decoder.diagnostics).toEqual({ unknown: { 'turn.moved': 1, 'item hologram': 1 }, malformed: 1 });
  });

  it('names such as __proto__ are data', () => {
    const items = itemsOf(
      turnStarted,
      message('__proto__', 'hi'),
      completed('constructor', 'command_execution', command('ls', { exit_code: 0, status: 'completed' })),
      turnCompleted,
    );
    expect(items).toMatchObject([{ text: 'hi' }, { status: 'done' }]);
  });

  it('is told from other formats by its kinds', () => {
    expect(detectFormat(jsonl([threadStarted, turnStarted, message('i', 'x'), turnCompleted]))).toBe('codex-exec');
    expect(detectFormat(jsonl([{ type: 'error', message: 'x', code: 1 }]))).not.toBe('codex-exec');
  });
});
