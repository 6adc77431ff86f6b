import type { Body, EventSink, Format, MessageReader } from './decoder.ts';
import { errorText, fail, interrupt } from './endings.ts';
import { type JsonObject, known, list, member, number, text } from './json.ts';
import { toolKind } from './toolKinds.ts';
import { toolResult } from './toolResult.ts';

/** What Gemini CLI writes with `--output-format stream-json`: one JSON a line, without thoughts and without turns. */
export const geminiStreamJson: Format = {
  recognises(line) {
    switch (line.type) {
      case 'init':
        return typeof line.session_id === 'string' && typeof line.model === 'string';
      case 'message':
        return (line.role === 'user' || line.role === 'assistant') && Object.hasOwn(line, 'content');
      case 'tool_use':
        return typeof line.tool_id === 'string' && typeof line.tool_name === 'string';
      case 'tool_result':
        return typeof line.tool_id === 'string';
      case 'error':
        return typeof line.severity === 'string';
      case 'result':
        return line.status === 'success' || line.status === 'error';
      default:
        return false;
    }
  },
  open: (sink) => new CliStream(sink),
};

class CliStream implements MessageReader {
  private readonly sink: EventSink;
  private sessionId: string | undefined;
  private runs = 0;
  /** Whether a run has begun that has not ended, and whether something came of it besides its beginning. */
  private isOpen = false;
  private hasContent = false;

  constructor(sink: EventSink) {
    this.sink = sink;
  }

  read(line: JsonObject): void {
    const at = Date.parse(text(line, 'timestamp') ?? '');
    if (!Number.isNaN(at)) this.sink.setTime(at);
    switch (line.type) {
      case 'init':
        this.init(line);
        return;
      case 'message':
        this.message(line);
        return;
      case 'tool_use':
        this.call(line);
        return;
      case 'tool_result':
        this.callResult(line);
        return;
      case 'error':
        this.problem(line);
        return;
      case 'result':
        this.result(line);
        return;
      default:
        this.sink.unknown(line.type);
    }
  }

  end(): void {
    if (this.isOpen) interrupt(this.sink);
    this.isOpen = false;
  }

  /** A session that is gone on with keeps its id: the id of a run is its own. */
  private init(line: JsonObject): void {
    const sessionId = text(line, 'session_id');
    if (this.isOpen && !this.hasContent && sessionId === this.sessionId) return;
    this.sessionId = sessionId;
    this.runs++;
    this.isOpen = true;
    this.hasContent = false;
    this.sink.emit({ type: 'run_started', runId: `${sessionId ?? 'run'}/${this.runs}` });
  }

  private message(line: JsonObject): void {
    const said = words(line.content);
    if (line.role === 'user') {
      this.isOpen = true;
      this.sink.emit({ type: 'user_message', text: said });
    } else if (line.role === 'assistant') {
      this.came();
      if (line.delta === true) this.sink.emit({ type: 'text_delta', delta: said });
      else this.sink.emit({ type: 'text', text: said });
    } else this.sink.unknown(`message/${String(line.role)}`);
  }

  private call(line: JsonObject): void {
    const callId = text(line, 'tool_id');
    const name = text(line, 'tool_name') ?? '';
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    this.came();
    const args = line.parameters ?? {};
    this.sink.emit(
      known<Body<'tool_call_started'>>({ type: 'tool_call_started', callId, name, kind: toolKind(name), args }),
    );
  }

  /** A call that failed has its error besides, and often no output. */
  private callResult(line: JsonObject): void {
    const callId = text(line, 'tool_id');
    if (callId === undefined) {
      this.sink.malformed();
      return;
    }
    this.came();
    const isError = line.status === 'error';
    const output = line.output === '' || line.output === undefined ? undefined : line.output;
    const result = toolResult(output ?? (isError ? errorText(line.error) : undefined));
    this.sink.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) });
  }

  private problem(line: JsonObject): void {
    const said = errorText(line.message);
    const level = line.severity === 'warning' ? 'warning' : 'error';
    this.came();
    this.sink.emit({ type: 'notice', level, code: isLimit(said) ? 'limit' : 'error', text: said });
  }

  private result(line: JsonObject): void {
    this.usage(line.stats);
    this.isOpen = false;
    if (line.status === 'success') this.sink.emit({ type: 'run_finished', outcome: 'completed' });
    else if (text(line.error, 'type') === 'FatalCancellationError') {
      this.sink.emit({ type: 'run_finished', outcome: 'aborted' });
    } else {
      const said = errorText(line.error);
      fail(this.sink, said, undefined, isLimit(said, text(line.error, 'type')) ? 'limit' : 'error');
    }
  }

  private usage(stats: unknown): void {
    const inputTokens = number(stats, 'input_tokens');
    if (inputTokens === undefined) return;
    const models = Object.keys(member(stats, 'models') ?? {});
    this.sink.emit(
      known<Body<'usage'>>({
        type: 'usage',
        inputTokens,
        outputTokens: number(stats, 'output_tokens'),
        cachedTokens: number(stats, 'cached'),
        model: models.length === 1 ? models[0] : undefined,
      }),
    );
  }

  private came(): void {
    this.isOpen = true;
    this.hasContent = true;
  }
}

function isLimit(said: string, type = ''): boolean {
  return type === 'FatalTurnLimitedError' || /max(?:imum)?\b.*\bturns/i.test(said);
}

/** Wrappers write the user's line as the API has it: a list of parts. */
function words(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : list(content, 'parts');
  return parts.map((part) => (typeof part === 'string' ? part : (text(part, 'text') ?? ''))).join('');
}
