/** Store and hooks: what connects an agent's stream to the components. */
export type { Connection, ConnectRequest, RunStatus } from './agentRun.ts';
export type { StreamSource } from './chunks.ts';
export type { Clock } from './clock.ts';
export {
  type ApprovalAnswer,
  RunreelProvider,
  type RunreelProviderProps,
  type RunreelSettings,
  useRunreel,
} from './RunreelProvider.tsx';
export { createThreadStore, type FrameScheduler, type ThreadStore, type ThreadStoreOptions } from './threadStore.ts';
export { type UseAgentRunOptions, type UseAgentRunResult, useAgentRun } from './useAgentRun.ts';
export { useThread } from './useThread.ts';
