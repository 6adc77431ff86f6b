import { type EndState, type NeutralEvent, type NeutralLog, type ProseKind, spokenIn } from '../neutral/log.ts';
import { type Contestant, type Folded, load } from './contestant.ts';

/** An event of AG-UI; its client looks at more members than at `type`, each kind at its own. */
interface AgUiEvent {
  readonly type: string;
  readonly [member: string]: string;
}

interface Message {
  readonly id: string;
  readonly role: string;
  readonly content?: string;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

interface Observable<Value> {
  subscribe(observer: { next(value: Value): void; error(error: unknown): void; complete(): void }): void;
}

interface Client {
  readonly defaultApplyEvents: (
    input: object,
    events: Observable<AgUiEvent>,
    agent: object,
    subscribers: readonly never[],
  ) => Observable<State>;
}

interface State {
  readonly messages?: readonly Message[];
}

interface RxJs {
  readonly from: <Value>(values: readonly Value[]) => Observable<Value>;
}

/** AG-UI's own client, without a subscriber. */
export const agUiClient: Contestant = {
  name: '@ag-ui/client',
  entry: 'defaultApplyEvents',
  async open() {
    const { defaultApplyEvents } = await load<Client>('@ag-ui/client');
    const { from } = await load<RxJs>('rxjs');
    return (log) => {
      const events = toEvents(log);
      return (tick) => fold(defaultApplyEvents(INPUT, from(events), AGENT, []), tick);
    };
  },
};

const INPUT = { threadId: 't', runId: 'r', messages: [], state: {}, tools: [], context: [], forwardedProps: {} };
const AGENT = { messages: [], state: {}, threadId: 't', pendingInterrupts: [] };

async function fold(states: Observable<State>, tick: () => void): Promise<Folded> {
  let last: readonly Message[] = [];
  await new Promise<void>((resolve, reject) => {
    states.subscribe({
      next({ messages }) {
        if (!messages) return;
        messages.at(-1);
        last = messages;
        tick();
      },
      error: reject,
      complete: resolve,
    });
  });
  return { parts: last.length, end: () => endState(last) };
}

function toEvents(log: NeutralLog): AgUiEvent[] {
  return [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    ...log.flatMap(toEvent),
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
  ];
}

function toEvent(event: NeutralEvent): AgUiEvent[] {
  const { id } = event;
  switch (event.type) {
    case 'open':
      return event.of === 'text'
        ? [{ type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' }]
        : [
            { type: 'REASONING_START', messageId: id },
            { type: 'REASONING_MESSAGE_START', messageId: id, role: 'reasoning' },
          ];
    case 'delta':
      return [{ type: `${messageOf(event.of)}_CONTENT`, messageId: id, delta: event.delta }];
    case 'close':
      return [
        { type: `${messageOf(event.of)}_END`, messageId: id },
        ...(event.of === 'text' ? [] : [{ type: 'REASONING_END', messageId: id }]),
      ];
    case 'call':
      return [{ type: 'TOOL_CALL_START', toolCallId: id, toolCallName: event.name }];
    case 'args':
      return [{ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: event.delta }];
    case 'run':
      return [{ type: 'TOOL_CALL_END', toolCallId: id }];
    case 'result':
      // Its results are texts.
      return [
        { type: 'TOOL_CALL_RESULT', messageId: `${id}-result`, toolCallId: id, content: JSON.stringify(event.result) },
      ];
    case 'step':
      return [];
  }
}

const messageOf = (kind: ProseKind) => (kind === 'text' ? 'TEXT_MESSAGE' : 'REASONING_MESSAGE');

function endState(messages: readonly Message[]): EndState {
  const prose = messages.flatMap(({ role, content }): { of: ProseKind; text: string }[] => {
    if (content === undefined || role === 'tool') return [];
    return [{ of: role === 'assistant' ? 'text' : 'thinking', text: content }];
  });
  const results = new Map(messages.map(({ toolCallId, content }) => [toolCallId, content]));
  const tools = messages
    .flatMap(({ toolCalls }) => toolCalls ?? [])
    .map((call) => ({
      name: call.function.name,
      args: parsed(call.function.arguments),
      result: parsed(results.get(call.id)),
    }));
  return { ...spokenIn(prose), tools };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
