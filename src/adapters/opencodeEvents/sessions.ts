import type { EventSink } from '../decoder.ts';
import { text } from '../json.ts';
import { createPrompts } from './prompts.ts';
import { createSession, type Session } from './session.ts';
import { createWork } from './work.ts';

/**
 * The sessions of one bus. One of those that no other has started is shown as the main agent: the first that does
 * something, and when it is idle the next one that does. Those that work for it are its delegations; the others are
 * other conversations and pass unseen.
 */
export interface Sessions {
  /** The session does something; undefined where it is not shown. */
  active(sessionId: string): Session | undefined;
  /** The session if it is shown. */
  shown(sessionId: string): Session | undefined;
  main(): Session | undefined;
  /** What is known of a session. */
  describe(info: unknown): void;
}

interface Known {
  parentId: string | undefined;
  title: string | undefined;
  session: Session | undefined;
}

export function createSessions(sink: EventSink, { isStored }: { readonly isStored: boolean }): Sessions {
  const all = new Map<string, Known>();
  let mainId: string | undefined;

  function known(id: string): Known {
    let found = all.get(id);
    if (!found) {
      found = { parentId: undefined, title: undefined, session: undefined };
      all.set(id, found);
    }
    return found;
  }

  /** The session that has no parent, or the one where parents go round in a circle. */
  function rootOf(id: string): string {
    const passed = new Set<string>();
    let root = id;
    for (let parent = all.get(root)?.parentId; parent !== undefined && !passed.has(parent); ) {
      passed.add(parent);
      root = parent;
      parent = all.get(root)?.parentId;
    }
    return root;
  }

  function sessionOf(id: string): Session {
    const entry = known(id);
    entry.session ??= open(id, entry);
    return entry.session;
  }

  function open(id: string, entry: Known): Session {
    const place = {
      isChild: () => entry.parentId !== undefined,
      title: () => entry.title,
      caller: () => (entry.parentId === undefined ? undefined : all.get(entry.parentId)?.session?.work.agentId),
      delegates(childId: string, callId: string, input: unknown) {
        // A stored session tells nothing of what its children did.
        if (childId === id || isStored) return;
        const child = known(childId);
        child.parentId ??= id;
        child.title ??= text(input, 'description');
        if (rootOf(childId) === mainId) sessionOf(childId).work.calledBy(callId, input);
      },
    };
    return createSession(sink, id, createWork(sink, id, place, isStored), createPrompts());
  }

  const main = (): Session | undefined => (mainId === undefined ? undefined : all.get(mainId)?.session);

  function shown(id: string): Session | undefined {
    return rootOf(id) === mainId ? sessionOf(id) : undefined;
  }

  return {
    active(id) {
      if (main()?.work.isRunning !== true) mainId = rootOf(id);
      return shown(id);
    },
    shown,
    main,
    describe(info) {
      const id = text(info, 'id');
      if (id === undefined) return;
      const entry = known(id);
      entry.parentId = text(info, 'parentID') ?? entry.parentId;
      entry.title = text(info, 'title') ?? entry.title;
      if (id === mainId && entry.parentId !== undefined) mainId = rootOf(id);
    },
  };
}
