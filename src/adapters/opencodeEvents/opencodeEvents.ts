import type { Body, EventSink, Format, MessageReader } from '../decoder.ts';
import { interrupt } from '../endings.ts';
import { isObject, type JsonObject, known, list, member, number, text } from '../json.ts';
import { createApprovals } from './approvals.ts';
import { createEventTime } from './eventTime.ts';
import { createStoredMessages, isStoredMessage, isStoredSession } from './history.ts';
import type { Session } from './session.ts';
import { createSessions } from './sessions.ts';

/**
 * The event bus of `opencode serve` (`GET /event`, or `/global/event`, which wraps each event): all sessions of a
 * project, in deltas and snapshots of parts. Also a session's stored messages (`GET /session/ID/message`, `opencode
 * export`), which are made of the same parts.
 */
export const opencodeEvents: Format = {
  recognises: (message) => {
    if (isStoredMessage(message) || isStoredSession(message)) return true;
    const event = isObject(message.payload) ? message.payload : message;
    return isObject(event.properties) && typeof event.type === 'string' && isOfBus(event.type);
  },
  open,
};

/** Events that say nothing about a run, by what stands before the first dot of their names. */
const SILENT_FAMILIES: ReadonlySet<string> = new Set([
  'account',
  'catalog',
  'command',
  'file',
  'global',
  'ide',
  'installation',
  'integration',
  'lsp',
  'mcp',
  'models-dev',
  'plugin',
  'project',
  'pty',
  'reference',
  'server',
  'sync',
  'todo',
  'tui',
  'vcs',
  'workspace',
  'worktree',
]);
/** What tells of runs. */
const TELLING_FAMILIES: ReadonlySet<string> = new Set(['message', 'permission', 'question', 'session']);

/** Others that count what happens in their programs write events of the same shape. */
function isOfBus(type: string): boolean {
  const [family = '', name] = type.split('.', 2);
  return name !== undefined && (TELLING_FAMILIES.has(family) || SILENT_FAMILIES.has(family));
}

const SILENT: ReadonlySet<string> = new Set([
  'message.part.removed',
  'message.removed',
  'session.deleted',
  'session.diff',
]);

type Reading = (session: Session, properties: JsonObject) => void;

function open(sink: EventSink): MessageReader {
  const sessions = createSessions(sink, { isStored: false });
  const approvals = createApprovals(sink);
  const stored = createStoredMessages(sink);
  const timeOf = createEventTime();
  const seen = new Set<string>();

  /** What a session does. */
  const ACTS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
    ['message.updated', readMessage],
    ['message.part.updated', readPart],
    ['message.part.delta', (session, properties) => session.partDelta(properties)],
    ['session.status', readStatus],
    ['session.error', (session, { error }) => session.failed(error)],
    ['permission.asked', approvals.permissionAsked],
    ['permission.updated', approvals.permissionAsked],
    ['permission.v2.asked', approvals.permissionAsked],
    ['question.asked', approvals.questionAsked],
  ]);
  /** What is told of a session that is shown, and does not bring up another. */
  const NEWS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
    ['session.idle', (session) => session.idle()],
    ['session.compacted', (session) => session.work.emit(COMPACTION)],
    ['permission.replied', approvals.permissionReplied],
    ['permission.v2.replied', approvals.permissionReplied],
    ['question.replied', approvals.questionReplied],
    ['question.rejected', approvals.questionRejected],
  ]);

  function readMessage(session: Session, { info }: JsonObject): void {
    if (!isObject(info)) sink.malformed();
    else if (info.role === 'user') session.userMessage(text(info, 'id') ?? '');
    else session.assistantMessage(info);
  }

  function readPart(session: Session, { part, delta }: JsonObject): void {
    if (isObject(part)) session.part(part, typeof delta === 'string' ? delta : undefined);
    else sink.malformed();
  }

  function readStatus(session: Session, { status }: JsonObject): void {
    const kind = member(status, 'type');
    if (kind === 'idle') session.idle();
    else if (kind === 'retry') retry(session, status);
    else if (kind !== 'busy') sink.unknown(`session.status/${String(kind)}`);
  }

  function retry(session: Session, status: unknown): void {
    session.work.turns.retries();
    const attempt = number(status, 'attempt');
    const at = number(status, 'next');
    session.work.emit({
      type: 'notice',
      level: 'warning',
      code: 'retry',
      text: text(status, 'message') ?? 'The request is made again.',
      ...(attempt !== undefined && { retry: known<NonNullable<Body<'notice'>['retry']>>({ attempt, at }) }),
    });
  }

  function readSession(type: string, properties: JsonObject): void {
    const act = ACTS.get(type);
    const news = act ?? NEWS.get(type);
    const sessionId = sessionOf(properties);
    if (news === undefined) {
      if (!SILENT.has(type) && !SILENT_FAMILIES.has(type.split('.', 1)[0] ?? '')) sink.unknown(type);
      return;
    }
    if (sessionId === undefined) {
      if (type !== 'session.error') sink.malformed();
      return;
    }
    const isIdle = type === 'session.status' && member(properties.status, 'type') === 'idle';
    const session = act && !isIdle ? sessions.active(sessionId) : sessions.shown(sessionId);
    if (session) news(session, properties);
  }

  function readEvent(event: JsonObject): void {
    const type = text(event, 'type');
    const properties = isObject(event.properties) ? event.properties : {};
    const id = text(event, 'id');
    if (type === undefined) {
      sink.malformed();
      return;
    }
    // An event that comes again says nothing new (SPEC R5.4).
    if (id !== undefined && seen.has(id)) return;
    if (id !== undefined) seen.add(id);
    sink.setTime(timeOf(event, properties));
    if (type !== 'message.part.updated') sessions.main()?.settle();
    if (type === 'session.created' || type === 'session.updated') sessions.describe(properties.info);
    else readSession(type, properties);
  }

  return {
    read(message, from) {
      if (from === 'client') return;
      if (isStoredMessage(message)) stored.read(message);
      else if (isStoredSession(message)) {
        for (const one of list(message, 'messages')) {
          if (isObject(one) && isStoredMessage(one)) stored.read(one);
          else sink.malformed();
        }
      } else readEvent(isObject(message.payload) ? message.payload : message);
    },
    end(broken) {
      const main = sessions.main();
      main?.settle();
      if (main?.work.isRunning === true) {
        const end = main.endSoFar(true, broken);
        if (end) main.work.close(end);
        else interrupt(sink, main.work.runId);
      }
      stored.end();
    },
  };
}

const COMPACTION: Body<'notice'> = {
  type: 'notice',
  level: 'info',
  code: 'compaction',
  text: 'The context was compacted.',
};

function sessionOf(properties: JsonObject): string | undefined {
  return text(properties, 'sessionID') ?? text(properties.info, 'sessionID') ?? text(properties.part, 'sessionID');
}
