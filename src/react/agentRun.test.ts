import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AgentEvent, lastAnswer, type Round } from '../logic/index.ts';
import { type Connection, type ConnectRequest, createAgentRun } from './agentRun.ts';
import { createThreadStore } from './threadStore.ts';

const line = (event: AgentEvent) => `${JSON.stringify(event)}\n`;
const sse = (id: number, event: AgentEvent) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
const started: AgentEvent = { type: 'run_started', runId: 'r1' };
const text = (value: string): AgentEvent => ({ type: 'text', text: value });
const finished: AgentEvent = { type: 'run_finished', outcome: 'completed', runId: 'r1' };

/** A body that the test writes and ends by hand; tells whether its reader has let go of it. */
function openBody() {
  let cancelled = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      cancelled = true;
    },
  });
  return {
    body,
    write: (value: string) => controller?.enqueue(new TextEncoder().encode(value)),
    end: () => controller?.close(),
    fail: () => controller?.error(new TypeError('network error')),
    isCancelled: () => cancelled,
  };
}

function set(connect: Connection['connect'], options: Partial<Connection> = {}) {
  const store = createThreadStore({ frame: () => () => {} });
  const run = createAgentRun(store);
  const connection: Connection = { format: 'runreel', connect, ...options };
  const rounds = (): readonly Round[] => store.getThread().rounds.toJSON();
  const notices = () =>
    rounds().flatMap(({ items }) => items.toJSON().flatMap((item) => (item.kind === 'notice' ? [item.code] : [])));
  return { store, run, rounds, notices, start: (prompt = 'Hello') => run.start(connection, prompt) };
}

describe('a run', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('folds a response to its end', async () => {
    const { start, run, rounds } = set(async () => new Response(line(started) + line(text('Hi')) + line(finished)));
    const done = start();
    expect(run.getStatus()).toBe('connecting');
    await done;
    expect(run.getStatus()).toBe('idle');
    expect(rounds().map(({ status, user }) => [status, user?.text])).toEqual([['completed', 'Hello']]);
  });

  it('takes any list of chunks in time, text or bytes', async () => {
    const { start, rounds } = set(async function* () {
      yield line(started).slice(0, 9);
      yield new TextEncoder().encode(line(started).slice(9) + line(text('Hi')));
      yield line(finished);
    });
    await start();
    expect(rounds().map((round) => [round.status, lastAnswer(round)?.text])).toEqual([['completed', 'Hi']]);
  });

  it.each(['end', 'fail'] as const)('R5.7: a stream that breaks off by %s is interrupted', async (how) => {
    const stream = openBody();
    const { start, rounds, notices } = set(() => stream.body);
    const done = start();
    stream.write(line(started) + line(text('Hi')));
    stream[how]();
    await done;
    expect(rounds().map(({ status }) => status)).toEqual(['failed']);
    expect(notices()).toEqual(['interrupted']);
  });

  const asks = { type: 'tool_call', callId: 'c1', name: 'Bash', input: { command: 'ls' } };
  const says = { type: 'text', value: 'Hi' };

  it('R5.7: a stream that stops for a tool or the reader leaves its round open', async () => {
    const { start, rounds, notices } = set(async () => new Response(`${JSON.stringify(asks)}\n`), {
      format: 'vscode-lm',
    });
    await start();
    expect(rounds().map(({ status }) => status)).toEqual(['running']);
    expect(notices()).toEqual([]);
  });

  it.each([asks, says])('R5.7: where its connection is lost, its end says nothing: %o', async (message) => {
    const stream = openBody();
    const { start, run, rounds, notices } = set(() => stream.body, { format: 'vscode-lm' });
    const done = start();
    stream.write(`${JSON.stringify(message)}\n`);
    await vi.waitFor(() => expect(run.getStatus()).toBe('streaming'));
    stream.fail();
    await done;
    expect(rounds().map(({ status }) => status)).toEqual(['failed']);
    expect(notices()).toEqual(['interrupted']);
  });

  const ui = (...chunks: readonly object[]) =>
    new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
  const writes = (delta: string) => [{ type: 'start-step' }, { type: 'text-delta', id: '0', delta }];
  const begins = { type: 'start', messageId: 'm' };
  const asksFirst = [
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'Bash', input: { command: 'ls' } },
    { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
    { type: 'finish', finishReason: 'tool-calls' },
  ];
  const shownIn = (store: ReturnType<typeof set>['store']) =>
    store
      .getThread()
      .rounds.toJSON()
      .map(({ status, items }) => [
        status,
        ...items.toJSON().map((item) => (item.kind === 'assistant_text' ? item.text : item.kind)),
      ]);

  it('R5.4: what goes on after an approval keeps what came before it, under the same ids', async () => {
    const answers = [
      ui(begins, ...writes('First.'), ...asksFirst),
      ui(begins, { type: 'tool-output-denied', toolCallId: 'c' }, ...writes('Second.'), { type: 'finish' }),
    ];
    const { run, store } = set(() => Promise.reject(new Error('not asked')));
    const connection: Connection = { format: 'ai-sdk-ui', connect: () => answers.shift() ?? ui() };
    await run.start(connection, 'Hello');
    expect(shownIn(store)).toEqual([['running', 'First.', 'tool_call', 'approval']]);
    await run.start(connection);
    expect(shownIn(store)).toEqual([['completed', 'First.', 'tool_call', 'approval', 'Second.']]);
    expect(store.getThread().rounds.at(0)?.items.at(2)).toMatchObject({ decision: 'denied' });
  });

  it('R1.6: a new prompt in place of an answer starts a run of its own', async () => {
    const answers = [
      ui(begins, ...asksFirst),
      ui({ type: 'start', messageId: 'n' }, ...writes('New.'), { type: 'finish' }),
    ];
    const { run, store } = set(() => Promise.reject(new Error('not asked')));
    const connection: Connection = { format: 'ai-sdk-ui', connect: () => answers.shift() ?? ui() };
    await run.start(connection, 'One');
    await run.start(connection, 'Two');
    expect(shownIn(store)).toEqual([
      ['aborted', 'tool_call', 'approval'],
      ['completed', 'New.'],
    ]);
  });

  it('lets go of the body of an HTTP error', async () => {
    const stream = openBody();
    await set(async () => new Response(stream.body, { status: 500 })).start();
    expect(stream.isCancelled()).toBe(true);
  });

  it('names an HTTP error', async () => {
    const { start, rounds, notices } = set(async () => new Response('no', { status: 503, statusText: 'Unavailable' }));
    await start();
    expect(rounds().map(({ status }) => status)).toEqual(['failed']);
    expect(notices()).toEqual(['error']);
    expect(JSON.stringify(rounds())).toContain('HTTP 503 Unavailable');
  });

  it('fails the round where no connection can be opened', async () => {
    const { start, rounds, notices } = set(() => Promise.reject(new TypeError('Failed to fetch')));
    await start();
    expect(rounds().map(({ status }) => status)).toEqual(['failed']);
    expect(notices()).toEqual(['interrupted']);
  });

  it('tells in the thread where the app names a format that nobody knows', async () => {
    const format: string = 'smoke-signals';
    const { run, store, notices } = set(() => openBody().body);
    await run.start(JSON.parse(JSON.stringify({ format })), 'Hello');
    expect([store.getThread().rounds.at(0)?.status, run.getStatus()]).toEqual(['failed', 'idle']);
    expect(notices()).toEqual(['error']);
  });

  it('aborted: ends the round at once and leaves no stream running', async () => {
    const stream = openBody();
    let signal: AbortSignal | undefined;
    const { start, run, rounds } = set((request) => {
      signal = request.signal;
      return stream.body;
    });
    const done = start();
    stream.write(line(started));
    await vi.waitFor(() => expect(run.getStatus()).toBe('streaming'));
    run.abort();
    expect(rounds().map(({ status }) => status)).toEqual(['aborted']);
    await done;
    expect([signal?.aborted, stream.isCancelled(), run.getStatus()]).toEqual([true, true, 'idle']);
  });

  it('B32, variant B: the end of an old stream never touches the run that came after it', async () => {
    const old = openBody();
    const fresh = openBody();
    const bodies = [old.body, fresh.body];
    const { start, run, rounds } = set(() => bodies.shift() ?? fresh.body);
    const first = start('one');
    old.write(line(started));
    await vi.waitFor(() => expect(run.getStatus()).toBe('streaming'));
    const second = start('two');
    await first;
    fresh.write(line({ type: 'run_started', runId: 'r2' }));
    await vi.waitFor(() => expect(run.getStatus()).toBe('streaming'));
    expect(rounds().map(({ status }) => status)).toEqual(['aborted', 'running']);
    fresh.write(line({ type: 'run_finished', outcome: 'completed', runId: 'r2' }));
    fresh.end();
    await second;
    expect(rounds().map(({ status }) => status)).toEqual(['aborted', 'completed']);
  });

  it('ignores what a connection brings that opened after it was aborted', async () => {
    const late = openBody();
    late.write(line(started) + line(text('late')));
    const { start, run, rounds } = set(() => {
      run.abort();
      return late.body;
    });
    await start();
    expect(late.isCancelled()).toBe(true);
    expect(rounds().map((round) => [round.status, round.items.length])).toEqual([['aborted', 0]]);
  });
});

describe('a cut stream', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Serves one body after the other, each cut at its end; says what was asked for. */
  function server(...bodies: readonly string[]) {
    const asked: (string | undefined)[] = [];
    const connect = async ({ lastEventId }: ConnectRequest) => {
      const body = bodies[asked.length];
      asked.push(lastEventId);
      if (body === undefined) throw new TypeError('Failed to fetch');
      return (async function* () {
        yield body;
        throw new TypeError('terminated');
      })();
    };
    return { connect, asked };
  }

  it('is taken up again after its last whole event, and tells nothing twice', async () => {
    const first =
      sse(1, started) + sse(2, { type: 'text_delta', delta: 'one ', itemId: 'm' }) + sse(3, text('x')).slice(0, 20);
    const rest = sse(3, { type: 'text_delta', delta: 'two', itemId: 'm' }) + sse(4, finished);
    const { connect, asked } = server(first, rest);
    const { start, run, rounds, notices } = set(connect, { reconnect: [1000] });
    const done = start();
    await vi.waitFor(() => expect(run.getStatus()).toBe('reconnecting'));
    expect(notices()).toEqual(['retry']);
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect(asked).toEqual([undefined, '2']);
    expect(rounds().map((round) => [round.status, lastAnswer(round)?.text])).toEqual([['completed', 'one two']]);
  });

  it('is told of only where more comes, if it ended by itself', async () => {
    const bodies = [new Response(sse(1, started)), new Response(null, { status: 204 })];
    const { start, run, notices } = set(async () => bodies.shift() ?? Response.error(), { reconnect: [1000] });
    const done = start();
    await vi.waitFor(() => expect(run.getStatus()).toBe('reconnecting'));
    expect(notices()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect([notices(), bodies.length]).toEqual([['interrupted'], 0]);
  });

  it('is not asked for again behind an end that the format only holds', async () => {
    const events = [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ];
    const body = events.map((event, i) => `id: ${i}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    const connect = vi.fn(async () => new Response(body));
    const { start, rounds } = set(connect, { format: 'ag-ui' });
    await start();
    expect([connect.mock.calls.length, rounds().map(({ status }) => status)]).toEqual([1, ['completed']]);
  });

  it('is interrupted once every wait was waited', async () => {
    const { connect, asked } = server(sse(1, started));
    const { start, rounds, notices } = set(connect, { reconnect: [100, 200] });
    const done = start();
    await vi.advanceTimersByTimeAsync(300);
    await done;
    expect(asked).toEqual([undefined, '1', '1']);
    expect(rounds().map(({ status }) => status)).toEqual(['failed']);
    expect(notices()).toEqual(['retry', 'retry', 'interrupted']);
  });

  it('is not asked for again where its events have no ids', async () => {
    const { connect, asked } = server(line(started));
    await set(connect).start();
    expect(asked).toEqual([undefined]);
  });

  it('stops waiting when it is aborted', async () => {
    const { connect, asked } = server(sse(1, started));
    const { start, run, rounds } = set(connect);
    const done = start();
    await vi.waitFor(() => expect(run.getStatus()).toBe('reconnecting'));
    run.abort();
    await done;
    expect(asked).toHaveLength(1);
    expect(rounds().map(({ status }) => status)).toEqual(['aborted']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
