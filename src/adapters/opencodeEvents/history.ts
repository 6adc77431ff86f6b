import type { EventSink } from '../decoder.ts';
import { interrupt } from '../endings.ts';
import { isObject, type JsonObject, list, member, number, text } from '../json.ts';
import { createSessions } from './sessions.ts';

/** Whether a message is one of a session with its parts, `{info, parts}`, as the server and `opencode export` give it. */
export function isStoredMessage(message: JsonObject): boolean {
  return isObject(message.info) && Array.isArray(message.parts) && typeof message.info.role === 'string';
}

/** Whether it is a whole session, as `opencode export` writes it. */
export function isStoredSession(message: JsonObject): boolean {
  return isObject(message.info) && list(message, 'messages').some((one) => isObject(one) && isStoredMessage(one));
}

/** Reads the stored messages of a session. A log of it has no idle event: its last message tells how it ended. */
export interface StoredMessages {
  read(message: JsonObject): void;
  end(): void;
}

export function createStoredMessages(sink: EventSink): StoredMessages {
  const sessions = createSessions(sink, { isStored: true });
  let lastTime: number | undefined;

  /** The run is over if its last message says so; else it is left as it is. */
  function finish(): boolean {
    const main = sessions.main();
    sink.setTime(lastTime);
    const end = main?.work.isRunning === true ? main.endSoFar(false) : undefined;
    if (end) main?.work.close(end);
    return main?.work.isRunning !== true;
  }

  return {
    read(message) {
      const { info } = message;
      const sessionId = text(info, 'sessionID');
      if (!isObject(info) || sessionId === undefined) {
        sink.malformed();
        return;
      }
      const time = member(info, 'time');
      const isUsers = info.role === 'user';
      if (isUsers) finish();
      sink.setTime(number(time, 'created'));
      lastTime = (isUsers ? undefined : number(time, 'completed')) ?? number(time, 'created');
      const session = sessions.active(sessionId);
      if (!session) return;
      if (isUsers) session.userMessage(text(info, 'id') ?? '');
      else session.assistantMessage({ ...info, finish: undefined, error: undefined });
      for (const part of list(message, 'parts')) {
        if (isObject(part)) session.part(part);
        sink.setTime(lastTime);
      }
      session.settle();
      if (!isUsers) session.assistantMessage(info);
    },
    end() {
      if (!finish()) interrupt(sink, sessions.main()?.work.runId);
    },
  };
}
