import type { EventBody, EventStamp, Usage } from '../events.ts';
import { IdMap } from '../idMap.ts';
import type { OpenKeys } from './openKeys.ts';
import { type Heard, noneHeard } from './seen.ts';

/**
 * Key under which thread, round and delegation keep what the reducer needs to find things at
 * bounded cost. Not part of the data: `JSON.stringify` passes it over.
 */
export const state: unique symbol = Symbol('runreel.state');

export interface ThreadState {
  readonly heard: Heard;
  /** Ids of the user's messages so far. */
  readonly messages: IdMap<true>;
}

export const emptyThreadState: ThreadState = { heard: noneHeard, messages: IdMap.empty() };

/** Text that cannot be seen so far: it makes an item once something visible follows. */
export interface Unseen {
  readonly itemId: string | undefined;
  readonly text: string;
  /** When its first piece came. */
  readonly startedAt: number | undefined;
}

export type CallFinished = EventStamp & Extract<EventBody, { readonly type: 'tool_call_finished' }>;

/** What the reducer knows of the items of one agent. */
export interface ScopeState {
  /** Keys of items by what they are called: see `idOf` in scope.ts. */
  readonly ids: IdMap<number>;
  readonly nextKey: number;
  /** Calls in preparation or running, and those of them in preparation; approvals that wait; delegations that run. */
  readonly calls: OpenKeys | undefined;
  readonly preparing: OpenKeys | undefined;
  readonly approvals: OpenKeys | undefined;
  readonly delegations: OpenKeys | undefined;
  /** How many rows only markers told of. */
  readonly markers: number;
  readonly answer: number | undefined;
  /** The thought that is being thought. */
  readonly thought: number | undefined;
  readonly turnId: string | undefined;
  /** A tool has answered since the agent last wrote or thought: what follows is a new turn (SPEC R5.1). */
  readonly answered: boolean;
  readonly unseen: { readonly thinking?: Unseen | undefined; readonly assistant_text?: Unseen | undefined };
  /** Results whose call has not come. */
  readonly results: IdMap<CallFinished>;
  readonly turnUsage: IdMap<Usage>;
  readonly turnSum: Usage;
  /** What the format told of the whole. */
  readonly total: Usage;
  /** Of a round alone: its run, and where the items of its agents are. */
  readonly runId: string | undefined;
  readonly agents: IdMap<AgentPlace>;
}

export const emptyScopeState: ScopeState = {
  ids: IdMap.empty(),
  nextKey: 0,
  calls: undefined,
  preparing: undefined,
  approvals: undefined,
  delegations: undefined,
  markers: 0,
  answer: undefined,
  thought: undefined,
  turnId: undefined,
  answered: false,
  unseen: {},
  results: IdMap.empty(),
  turnUsage: IdMap.empty(),
  turnSum: {},
  total: {},
  runId: undefined,
  agents: IdMap.empty(),
};

/** Where an agent's item is: the agent that holds it, and how deep it stands. */
export interface AgentPlace {
  readonly parent: string | undefined;
  readonly depth: number;
}
