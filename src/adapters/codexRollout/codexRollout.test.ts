import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../logic/events.ts';
import { lastAnswer } from '../../logic/lastAnswer.ts';
import type { Item } from '../../logic/thread.ts';
import { jsonl, roundOf, roundsOf } from '../adapterStand.ts';
import { decodeAll } from '../decodeAll.ts';
import { createDecoder, detectFormat } from '../index.ts';

const read = (...lines: object[]): AgentEvent[] => decodeAll('codex-rollout', [jsonl(lines)]);
const itemsOf = (...lines: object[]): Item[] => [...roundOf(read(...lines)).items];

const at = (second: number): string => new Date(1_000_000 + second * 1000).toISOString();
const line = (type: string, payload: object, second = 0) => ({ timestamp: at(second), type, payload });
const event = (type: string, more: object = {}, second = 0) => line('event_msg', { type, ...more }, second);
const item = (type: string, more: object = {}, second = 0) => line('response_item', { type, ...more }, second);
const userItem = (...texts: string[]) =>
  item('message', { role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) });
const assistantItem = (text: string) =>
  item('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
const user = (message: string, more: object = {}, second = 0) => event('user_message', { message, ...more }, second);
const agent = (message: string, second = 0) => event('agent_message', { message }, second);
const thought = (text: string) => event('agent_reasoning', { text });
const reasoning = (...texts: string[]) =>
  item('reasoning', { summary: texts.map((text) => ({ type: 'summary_text', text })), encrypted_content: 'sealed' });
const call = (call_id: string, name: string, args: object) =>
  item('function_call', { call_id, name, arguments: JSON.stringify(args) });
const output = (call_id: string, said: unknown) => item('function_call_output', { call_id, output: said });
const tokens = (total: number, last: number) =>
  event('token_count', {
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: last, cached_input_tokens: 1, output_tokens: 2, reasoning_output_tokens: 0 },
      model_context_window: 1000,
    },
  });
const meta = line('session_meta', { id: 's1', cwd: '/w' });
const started = (turn_id = 't1') => event('task_started', { turn_id });
const complete = (turn_id = 't1', last_agent_message: string | null = null) =>
  event('task_complete', { turn_id, last_agent_message });

describe('what both sources tell is told once', () => {
  it('R5.5: prompt, thought and text, whichever source comes first', () => {
    const asEvents = [user('Fix it.'), thought('Plan.'), agent('Done.')];
    const asItems = [userItem('Fix it.'), reasoning('Plan.'), assistantItem('Done.')];
    for (const lines of [
      asEvents.flatMap((told, i) => [told, asItems[i] ?? told]),
      asItems.flatMap((told, i) => [told, asEvents[i] ?? told]),
      asEvents,
      asItems,
      [asItems[0] ?? meta, ...asEvents, tokens(5, 3), ...asItems.slice(1)],
    ]) {
      const rounds = roundsOf(read(meta, ...lines));
      expect(rounds).toHaveLength(1);
      expect(rounds[0]).toMatchObject({ user: { text: 'Fix it.' }, status: 'completed' });
      expect([...(rounds[0]?.items ?? [])]).toMatchObject([{ text: 'Plan.' }, { text: 'Done.' }]);
    }
  });

  it('a text that is said twice in one run stands twice', () => {
    const twice = [
      agent('Again.'),
      assistantItem('Again.'),
      call('c1', 'shell', {}),
      output('c1', ''),
      agent('Again.'),
    ];
    expect(itemsOf(user('Go'), ...twice, assistantItem('Again.'))).toMatchObject([
      { text: 'Again.' },
      { name: 'shell' },
      { text: 'Again.' },
    ]);
  });

  it('R5.2: a thought carries what the model wants back, also one without words', () => {
    const sealed = read(user('Go'), thought('Plan.'), reasoning('Plan.'), reasoning()).filter(
      ({ type }) => type === 'thinking',
    );
    expect(sealed).toMatchObject([
      { text: 'Plan.' },
      { text: 'Plan.', signature: 'sealed' },
      { text: '', signature: 'sealed' },
    ]);
    expect(sealed[0]).toHaveProperty('itemId', sealed[1] && 'itemId' in sealed[1] ? sealed[1].itemId : '');
  });

  it('marks for the program are no words; a search that both tell is one call', () => {
    const cited = assistantItem('Done.<oai-mem-citation>m1</oai-mem-citation>');
    const search = { type: 'search', query: 'cats' };
    const items = itemsOf(
      user('Go'),
      event('web_search_end', { call_id: 'ws', query: 'cats', action: search }),
      item('web_search_call', { status: 'completed', action: search }),
      cited,
      agent('Done.'),
    );
    expect(items).toMatchObject([{ name: 'web_search', status: 'done', args: { query: 'cats' } }, { text: 'Done.' }]);
    expect(items).toHaveLength(2);
  });

  it('the event of a plan leaves out what its own item tells', () => {
    const items = itemsOf(
      user('Go'),
      agent('Here it is.'),
      assistantItem('Here it is.\n<proposed_plan>\nDo x.\n</proposed_plan>'),
      event('item_completed', { item: { type: 'Plan', id: 'p1', text: 'Do x.' } }),
    );
    expect(items).toMatchObject([{ text: 'Here it is.' }, { text: 'Do x.' }]);
  });

  it('what nobody typed is no prompt', () => {
    const rounds = roundsOf(
      read(
        item('message', { role: 'developer', content: [{ type: 'input_text', text: 'Be kind.' }] }),
        userItem('# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>…</INSTRUCTIONS>'),
        userItem('<environment_context>\n  <cwd>/w</cwd>\n</environment_context>'),
        user('<user_instructions>x', { kind: 'user_instructions' }),
        userItem('look', '<image name=[Image #1]>'),
        user('look', { images: ['data:'] }),
        agent('Nice.'),
      ),
    );
    expect(rounds).toHaveLength(1);
    expect(rounds[0]).toMatchObject({ user: { text: 'look' } });
  });

  it('of a prompt from an editor only what was typed is shown', () => {
    const said = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix a.\n';
    expect(roundOf(read(userItem(said), user(said), agent('Done.')))).toMatchObject({ user: { text: 'Fix a.' } });
  });
});

describe('calls', () => {
  it('R5.6: the output of a command without what Codex wrote around it', () => {
    const results = [
      JSON.stringify({ output: 'a\n', metadata: { exit_code: 2, duration_seconds: 0.1 } }),
      'Exit code: 2\nWall time: 0.1 seconds\nOutput:\na\n',
      'Chunk ID: x\nWall time: 0.1 seconds\nProcess exited with code 2\nOriginal token count: 1\nOutput:\na\n',
    ];
    for (const said of results) {
      const [shell] = itemsOf(user('Go'), call('c1', 'exec_command', { cmd: 'ls' }), output('c1', said));
      expect(shell).toMatchObject({ toolKind: 'shell', status: 'done', result: { text: 'a\n', exitCode: 2 } });
    }
  });

  it('an output may be plain, JSON, or parts; a flag makes it an error', () => {
    const resultOf = (said: unknown) => itemsOf(user('Go'), call('c1', 'x', {}), output('c1', said))[0];
    expect(resultOf('plain')).toMatchObject({ result: { text: 'plain' } });
    expect(resultOf('{"a":1}')).toMatchObject({ result: { json: { a: 1 } } });
    expect(
      resultOf([
        { type: 'input_text', text: 'part' },
        { type: 'input_image', image_url: 'data:x' },
      ]),
    ).toMatchObject({
      result: { text: 'part', images: ['data:x'] },
    });
    expect(resultOf({ content: 'bad', success: false })).toMatchObject({ status: 'failed', result: { text: 'bad' } });
  });

  it('a patch has a diff: the one of its event, else the one that the model wrote', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@ f\n-a\n+b\n*** Add File: b.ts\n+x\n*** End Patch';
    const begin = item('custom_tool_call', { call_id: 'c1', name: 'apply_patch', input: patch, status: 'completed' });
    const end = item('custom_tool_call_output', { call_id: 'c1', output: 'Success.' });
    expect(itemsOf(user('Go'), begin, end)[0]).toMatchObject({
      toolKind: 'edit',
      result: {
        text: 'Success.',
        diff: '--- a.ts\n+++ a.ts\n@@ f\n-a\n+b\n--- /dev/null\n+++ b.ts\n@@ @@\n+x\n',
      },
    });
    const told = event('patch_apply_end', {
      call_id: 'c1',
      success: false,
      stderr: 'No such line.',
      changes: { 'a.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: null } },
    });
    expect(itemsOf(user('Go'), begin, told, end)[0]).toMatchObject({
      status: 'failed',
      result: { text: 'No such line.', diff: '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b\n' },
    });
  });

  it('events of calls that the model did not make start them', () => {
    const items = itemsOf(
      user('Go'),
      event('exec_command_end', {
        call_id: 'e1',
        command: ['/bin/zsh', '-lc', 'pwd'],
        aggregated_output: '/w\n',
        exit_code: 1,
        status: 'failed',
      }),
      event('mcp_tool_call_end', {
        call_id: 'e2',
        invocation: { server: 'docs', tool: 'find', arguments: { q: 'x' } },
        result: { Ok: { content: [{ type: 'text', text: 'found' }] } },
      }),
      event('mcp_tool_call_end', { call_id: 'e3', invocation: { server: 's', tool: 't' }, result: { Err: 'down' } }),
    );
    expect(items.slice(0, 3)).toMatchObject([
      { name: 'shell', args: { command: 'pwd' }, status: 'failed', result: { text: '/w\n', exitCode: 1 } },
      { name: 'docs.find', status: 'done', result: { text: 'found' } },
      { name: 's.t', status: 'failed', result: { text: 'down' } },
    ]);
  });

  it('B22: a result before its call waits for it; a call without a result is aborted', () => {
    const items = itemsOf(
      user('Go'),
      output('c1', 'early'),
      call('c1', 'x', {}),
      item('local_shell_call', { call_id: 'c2', status: 'in_progress', action: { type: 'exec', command: ['ls'] } }),
    );
    expect(items).toMatchObject([
      { status: 'done', result: { text: 'early' } },
      { name: 'local_shell', toolKind: 'shell', status: 'aborted', args: { command: ['ls'] } },
      { code: 'interrupted' },
    ]);
  });

  it('R1.5: what a spawned agent says last is its delegation’s', () => {
    const round = roundOf(
      read(
        user('Go'),
        call('c1', 'spawn_agent', { message: 'Look', agent_type: 'explorer' }),
        output('c1', JSON.stringify({ agent_id: 'th2', nickname: 'Ada' })),
        call('c2', 'spawn_agent', { message: 'Read' }),
        output('c2', JSON.stringify({ agent_id: 'th3' })),
        call('c3', 'wait_agent', { targets: ['th2'] }),
        output('c3', JSON.stringify({ status: { th2: { completed: 'It is y.' } }, timed_out: false })),
        userItem('<subagent_notification>\n{"agent_id":"th3","status":{"errored":"lost"}}\n</subagent_notification>'),
        agent('Done.'),
      ),
    );
    expect([...round.items].filter(({ kind }) => kind === 'delegation')).toMatchObject([
      { childId: 'th2', callId: 'c1', title: 'Ada', prompt: 'Look', status: 'completed', items: { length: 1 } },
      { childId: 'th3', prompt: 'Read', status: 'failed' },
    ]);
    expect(round.user?.text).toBe('Go');
    expect(lastAnswer(round)?.text).toBe('Done.');
  });
});

describe('usage and turns', () => {
  it('R5.6: the usage of each request counts once, with the model', () => {
    const round = roundOf(
      read(
        user('Go'),
        line('turn_context', { model: 'gpt-x' }),
        thought('A'),
        tokens(10, 8),
        reasoning('A'),
        call('c1', 'x', {}),
        output('c1', ''),
        tokens(10, 8),
        event('token_count', { info: null }),
        tokens(25, 13),
        call('c2', 'x', {}),
        output('c2', ''),
      ),
    );
    expect(round.usage).toMatchObject({ inputTokens: 21, outputTokens: 4, model: 'gpt-x', contextWindow: 1000 });
  });

  it('the items that follow the usage of their request belong to its turn', () => {
    const items = itemsOf(
      user('Go'),
      thought('A'),
      tokens(10, 8),
      reasoning('A'),
      call('c1', 'x', {}),
      output('c1', ''),
      agent('B'),
      tokens(25, 13),
      assistantItem('B'),
    );
    const turns = items.map((one) => ('turnId' in one ? one.turnId : undefined));
    expect(turns[0]).toBe(turns[1]);
    expect(turns[2]).not.toBe(turns[1]);
  });

  it('a compaction is told once in all its three ways; before the first prompt it is none', () => {
    const three = [line('compacted', { message: 'x' }), event('context_compacted'), item('compaction', {})];
    expect(itemsOf(...three, user('Go'), ...three, agent('Done.'))).toMatchObject([
      { code: 'compaction' },
      { text: 'Done.' },
    ]);
    expect(roundsOf(read(...three, user('Go'), agent('Done.')))).toHaveLength(1);
  });
});

describe('how runs begin and end', () => {
  it('R1.6: with marks, each run is one round with the outcome that is told', () => {
    const rounds = roundsOf(
      read(
        meta,
        started('t1'),
        userItem('One?'),
        user('One?'),
        agent('One.'),
        complete('t1', 'One.'),
        started('t2'),
        user('Two?'),
        call('c1', 'x', {}),
        event('turn_aborted', { turn_id: 't2', reason: 'interrupted' }),
        started('t3'),
        user('Three?'),
        complete('t3', 'Three.'),
        started('t4'),
        user('Four?'),
        event('error', { message: 'You hit your usage limit', codex_error_info: 'usage_limit_exceeded' }),
        complete('t4'),
        started('t5'),
        user('Five?'),
        agent('Fi'),
      ),
    );
    expect(rounds.map((round) => [round.user?.text, lastAnswer(round)?.text, round.status])).toEqual([
      ['One?', 'One.', 'completed'],
      ['Two?', undefined, 'aborted'],
      ['Three?', 'Three.', 'completed'],
      ['Four?', undefined, 'failed'],
      ['Five?', 'Fi', 'failed'],
    ]);
    expect(rounds[1]?.items.at(0)).toMatchObject({ status: 'aborted' });
    expect(rounds[3]?.items.at(-1)).toMatchObject({ code: 'limit' });
    expect(rounds[4]?.items.at(-1)).toMatchObject({ code: 'interrupted' });
  });

  it('R5.7: without marks a run is over with its last words, at their time, else interrupted', () => {
    const rounds = roundsOf(
      read(user('One?', {}, 1), agent('One.', 3), user('Two?', {}, 60), call('c1', 'x', {}), output('c1', 'y')),
    );
    expect(rounds).toMatchObject([{ status: 'completed' }, { status: 'failed' }]);
    expect(rounds[0]?.endedAt).toBe(1_003_000);
  });

  it('a file that was cut is interrupted', () => {
    const decoder = createDecoder('codex-rollout');
    const events = decoder.push(jsonl([user('One?'), agent('One.')]));
    expect(roundOf([...events, ...decoder.push('{"timestamp":"20'), ...decoder.end()])).toMatchObject({
      status: 'failed',
    });
  });

  it('a session without a prompt has no round', () => {
    expect(roundsOf(read(meta, userItem('<environment_context></environment_context>'), tokens(5, 3)))).toEqual([]);
  });
});

describe('bad input', () => {
  it('R5.4: kinds that nobody knows are counted, what says nothing is not', () => {
    const decoder = createDecoder('codex-rollout');
    decoder.push(
      jsonl([
        meta,
        item('ghost_snapshot', {}),
        event('exec_command_begin', {}),
        event('thread_settings_applied', {}),
        item('hologram', {}),
        event('hologram', {}),
        line('hologram', {}),
        { timestamp: at(0), type: 'event_msg', payload: 3 },
        output('', ''),
      ]),
    );
    decoder.end();
    expect(decoder.diagnostics).toEqual({
      unknown: { 'response_item/hologram': 1, 'event_msg/hologram': 1, hologram: 1 },
      malformed: 2,
    });
  });

  it('names such as __proto__ are data', () => {
    const items = itemsOf(user('Go'), call('__proto__', 'constructor', {}), output('__proto__', 'x'), agent('Done.'));
    expect(items).toMatchObject([{ name: 'constructor', status: 'done' }, { text: 'Done.' }]);
  });

  it('is told by its lines', () => {
    expect(detectFormat(jsonl([meta, user('Go'), assistantItem('Done.')]))).toBe('codex-rollout');
  });
});
