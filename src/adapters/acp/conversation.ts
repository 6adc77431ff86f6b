import type { EventBody, Outcome } from '../../logic/events.ts';
import type { EventSink } from '../decoder.ts';
import { errorText, type FailureCode } from '../endings.ts';
import { isObject, known, list, member, text } from '../json.ts';
import type { JsonRpcRequest } from '../jsonRpc.ts';
import { textOfBlocks } from './content.ts';
import { createFloor, type Run } from './floor.ts';
import { createPermissions } from './permissions.ts';
import { createSession, type Session } from './session.ts';
import { promptUsage } from './usage.ts';

/** The sessions of one connection, and the prompts that are their rounds. */
export interface Conversation {
  prompt(request: JsonRpcRequest): void;
  /** The response to a prompt is the end of its round. */
  promptEnded(request: JsonRpcRequest, result: unknown, error: unknown): void;
  cancel(params: unknown): void;
  load(request: JsonRpcRequest): void;
  loaded(request: JsonRpcRequest): void;
  update(params: unknown): void;
  askPermission(request: JsonRpcRequest): void;
  clientAnswered(request: JsonRpcRequest, result: unknown): void;
  /** The agent answers a request that the log does not hold. */
  answeredUnseen(result: unknown, error: unknown): void;
  end(): void;
}

/** A session, and where it stands. */
interface Talk {
  readonly id: string;
  readonly session: Session;
  run?: Run | undefined;
  /** The user's words that the agent tells, as far as they have come. */
  words?: { text: string; readonly id: string | undefined } | undefined;
  /** What is told is the past: a history to show, or one that was seen before. */
  replay?: 'show' | 'skip' | undefined;
}

const LIMITS = new Set(['max_tokens', 'max_turn_requests']);
/** What only begins where a prompt is being answered. */
const ANSWERING = new Set(['agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'plan', 'plan_update']);

export function createConversation(sink: EventSink): Conversation {
  const floor = createFloor(sink);
  const talks = new Map<string, Talk>();
  const permissions = createPermissions();
  let count = 0;
  /** The log holds the prompts: nothing begins without one. */
  let promptsAreTold = false;

  function talkOf(params: unknown): Talk {
    const id = text(params, 'sessionId') ?? '';
    const before = talks.get(id);
    if (before) return before;
    const emit = (body: EventBody): void => floor.emit(talk.run, body);
    const talk: Talk = { id, session: createSession(sink, emit) };
    talks.set(id, talk);
    return talk;
  }

  function begin(talk: Talk, words: Talk['words'], request?: JsonRpcRequest): void {
    if (talk.run && !talk.run.isOver) end(talk, 'aborted');
    talk.run = {
      id: `${talk.id}/${++count}`,
      words,
      request,
      isOver: false,
      hasContent: false,
      isCancelled: false,
      retell: talk.session.retell,
    };
    talk.session.begin();
    floor.begin(talk.run);
  }

  function end(talk: Talk, outcome: Outcome, error?: { readonly text: string; readonly code: FailureCode }): void {
    if (!talk.run || talk.run.isOver) return;
    floor.finish(talk.run, outcome, error);
  }

  /** The user's words are whole once something else comes; true where that shows that all of it was seen before. */
  function wordsCame(talk: Talk, update?: unknown): boolean {
    const { words, run } = talk;
    talk.words = undefined;
    if (!words) return false;
    const isOpen = run !== undefined && !run.isOver;
    if (talk.replay === undefined && isOpen && run.request) {
      // An agent may repeat the prompt.
      if (run.hasContent) floor.emit(run, known<Spoken>({ type: 'user_message', text: words.text, id: words.id }));
      return false;
    }
    if (talk.replay === undefined && talk.session.knows(update)) {
      talk.replay = 'skip';
      return true;
    }
    if (isOpen) end(talk, 'completed');
    begin(talk, words);
    return false;
  }

  function userChunk(talk: Talk, update: unknown): void {
    const id = text(update, 'messageId');
    if (talk.words && talk.words.id !== id) wordsCame(talk);
    const before = talk.words?.text ?? '';
    talk.words = { text: before + textOfBlocks([member(update, 'content')]), id };
  }

  /** What comes without a prompt begins a round where the log does not hold the prompts. */
  function answering(talk: Talk, kind: string): void {
    const isOpen = talk.run !== undefined && !talk.run.isOver;
    const isLateJoin = talk.run === undefined && kind === 'tool_call_update';
    if (!ANSWERING.has(kind) && !isLateJoin) return;
    if (!isOpen && (talk.replay === 'show' || !promptsAreTold)) begin(talk, undefined);
    if (talk.run) talk.run.hasContent = true;
  }

  function told(talk: Talk, result: unknown, error: unknown): void {
    const { run } = talk;
    if (!run) return;
    for (const usage of promptUsage(result)) floor.emit(run, usage);
    const reason = text(result, 'stopReason');
    if (reason === 'cancelled' || (error !== undefined && run.isCancelled)) end(talk, 'aborted');
    else if (error !== undefined) end(talk, 'failed', { text: errorText(error), code: 'error' });
    else if (reason === 'refusal') end(talk, 'failed', { text: 'The agent refused to go on.', code: 'refusal' });
    else if (reason !== undefined && LIMITS.has(reason)) {
      end(talk, 'failed', { text: `The agent stopped: ${reason}.`, code: 'limit' });
    } else end(talk, 'completed');
  }

  function stopReplay(talk: Talk): void {
    wordsCame(talk);
    if (talk.replay === 'show') end(talk, 'completed');
    talk.replay = undefined;
  }

  return {
    prompt(request) {
      const { params } = request;
      const talk = talkOf(params);
      promptsAreTold = true;
      talk.words = undefined;
      begin(talk, { text: textOfBlocks(list(params, 'prompt')), id: text(params, 'messageId') }, request);
    },
    promptEnded(request, result, error) {
      const talk = talkOf(request.params);
      if (talk.run?.request === request) told(talk, result, error);
    },
    cancel(params) {
      const { run } = talkOf(params);
      if (run) run.isCancelled = true;
    },
    load({ params }) {
      const talk = talkOf(params);
      talk.replay = talk.session.isKnown() ? 'skip' : 'show';
    },
    loaded: ({ params }) => stopReplay(talkOf(params)),
    update(params) {
      const talk = talkOf(params);
      const update = member(params, 'update');
      const kind = text(update, 'sessionUpdate') ?? '';
      if (talk.replay === 'skip') return;
      if (kind === 'user_message_chunk') {
        userChunk(talk, update);
        return;
      }
      if (ANSWERING.has(kind) && wordsCame(talk, update)) return;
      answering(talk, kind);
      talk.session.update(kind, update);
    },
    askPermission(request) {
      const talk = talkOf(request.params);
      wordsCame(talk, member(request.params, 'toolCall'));
      answering(talk, 'tool_call');
      permissions.ask(request, talk.session);
    },
    clientAnswered(request, result) {
      if (request.method === 'session/request_permission') permissions.answer(request, result);
      else if (request.method.startsWith('terminal/')) talkOf(request.params).session.terminal(request.params, result);
    },
    answeredUnseen(result, error) {
      const open = [...talks.values()].filter(({ run }) => run !== undefined && !run.isOver);
      const talk = open.find(({ run }) => run && floor.holds(run)) ?? open[0];
      const isEnd = text(result, 'stopReason') !== undefined || (error !== undefined && error !== null);
      if (isEnd && talk) told(talk, result, error ?? undefined);
      else if (isObject(result) && LOADED.some((name) => Object.hasOwn(result, name))) {
        for (const one of talks.values()) {
          if (one.run?.words && !one.run.request) one.replay = 'show';
          if (one.replay !== undefined) stopReplay(one);
        }
      }
    },
    end() {
      for (const talk of talks.values()) {
        wordsCame(talk);
        const { run } = talk;
        if (!run || run.isOver) continue;
        if (run.isCancelled) end(talk, 'aborted');
        else floor.interrupt(run);
      }
    },
  };
}

type Spoken = Extract<EventBody, { readonly type: 'user_message' }>;

/** What the response to session/load tells, and no other one in the middle of a prompt. */
const LOADED = ['modes', 'models', 'configOptions'];
