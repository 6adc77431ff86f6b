import { createDelegations } from './codex/delegations.ts';
import { failureCode, retryNotice } from './codex/failures.ts';
import { codexItem } from './codex/item.ts';
import { createItemReader, type ItemReader } from './codex/items.ts';
import { createTurns } from './codex/turns.ts';
import { codexUsage } from './codex/usage.ts';
import type { EventSink, Format, MessageReader } from './decoder.ts';
import { errorText, fail, interrupt } from './endings.ts';
import { isObject, type JsonObject, member, text } from './json.ts';

/**
 * What `codex exec --json` writes: the items of one prompt, each whole, without times. It holds neither the user's
 * words nor an id of the run.
 */
export const codexExec: Format = {
  recognises: (line) => {
    if (line.type === 'error') return Object.keys(line).length === 2 && typeof line.message === 'string';
    if (line.type === 'thread.started') return typeof line.thread_id === 'string';
    if (line.type === 'turn.started') return Object.keys(line).length === 1;
    if (line.type === 'turn.completed') return isObject(line.usage);
    if (line.type === 'turn.failed') return isObject(line.error);
    const isItem = line.type === 'item.started' || line.type === 'item.updated' || line.type === 'item.completed';
    return isItem && codexItem(line.item) !== undefined;
  },
  open: (sink) => new ExecStream(sink),
};

class ExecStream implements MessageReader {
  private readonly sink: EventSink;
  private readonly items: ItemReader;
  private readonly delegations;
  private threadId = 'thread';
  private runs = 0;
  private state: 'idle' | 'told' | 'running' = 'idle';
  /** An error of which the next line tells whether it ends the run. */
  private error: string | undefined;

  constructor(sink: EventSink) {
    this.sink = sink;
    this.delegations = createDelegations(sink);
    const main = () => undefined;
    this.items = createItemReader(sink, createTurns(sink, 'run', main), this.delegations, main);
  }

  read(line: JsonObject): void {
    if (line.type === 'turn.failed') this.failed(errorText(line.error));
    else {
      this.passError();
      this.readOther(line);
    }
  }

  end(): void {
    if (this.error !== undefined) this.failed(this.error);
    else if (this.state !== 'idle' || this.runs === 0) interrupt(this.sink);
    this.state = 'idle';
  }

  private readOther(line: JsonObject): void {
    switch (line.type) {
      case 'thread.started':
        this.threadId = text(line, 'thread_id') ?? this.threadId;
        return;
      case 'turn.started':
        this.turnStarted();
        return;
      case 'turn.completed':
        this.completed(line.usage);
        return;
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        this.item(line.type, line.item);
        return;
      case 'item.plan.delta':
        this.items.textDelta(text(line, 'item_id') ?? '', text(line, 'delta') ?? '');
        return;
      case 'error':
        this.passing(errorText(line.message));
        return;
      default:
        this.sink.unknown(line.type);
    }
  }

  /** The first run has the round that its prompt opened; another one needs a name to open its own (SPEC R1.6). */
  private begin(): void {
    if (this.runs > 0) this.sink.emit({ type: 'run_started', runId: `${this.threadId}/${this.runs + 1}` });
    this.runs++;
    this.items.restart(`run-${this.runs}`);
    this.delegations.restart();
    this.state = 'told';
  }

  private turnStarted(): void {
    if (this.state === 'running') interrupt(this.sink);
    // A warning may stand before the start of its turn.
    if (this.state !== 'told') this.begin();
    this.state = 'running';
  }

  private item(type: string, source: unknown): void {
    const item = codexItem(source);
    if (!item) {
      this.sink.malformed();
      return;
    }
    if (this.state === 'idle') this.begin();
    if (type === 'item.started') this.items.started(item);
    else if (type === 'item.updated') this.items.updated(item);
    else this.items.completed(item);
  }

  private passing(message: string): void {
    const retry = retryNotice(message);
    if (!retry) {
      this.error = message;
      return;
    }
    this.items.turns.retried();
    this.sink.emit(retry);
  }

  /** The error was none that ends the run. */
  private passError(): void {
    if (this.error !== undefined) this.sink.emit({ type: 'notice', level: 'error', code: 'error', text: this.error });
    this.error = undefined;
  }

  private completed(usage: unknown): void {
    if (member(usage, 'input_tokens') !== undefined) this.sink.emit({ type: 'usage', ...codexUsage(usage) });
    this.sink.emit({ type: 'run_finished', outcome: 'completed' });
    this.finished();
  }

  private failed(message: string): void {
    this.error = undefined;
    fail(this.sink, message, undefined, failureCode(message));
    this.finished();
  }

  private finished(): void {
    this.state = 'idle';
    this.runs = Math.max(this.runs, 1);
  }
}
