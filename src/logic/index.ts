export type { Argument } from './argumentReader.ts';
export { type ConversationLog, createConversationLog } from './conversationLog/conversationLog.ts';
export { createMemoryStore, type LogStore } from './conversationLog/store.ts';
export { currentStep, type Step } from './currentStep.ts';
export type {
  AgentEvent,
  ApprovalOption,
  Decision,
  EventBody,
  EventStamp,
  NoticeCode,
  NoticeText,
  Outcome,
  ThoughtSeal,
  ToolKind,
  ToolResult,
  Usage,
} from './events.ts';
export { formatBytes } from './formatBytes.ts';
export { isPending, lastAnswer } from './lastAnswer.ts';
export { callArguments, parseArguments } from './parseArguments.ts';
export {
  createPreparingEmitter,
  type PreparingEmitter,
  type PreparingEmitterOptions,
  type TimerClock,
} from './preparing/emitter.ts';
export {
  buildPreparingMarker,
  type PreparingMarker,
  parsePreparingMarker,
} from './preparing/marker.ts';
export { textPreview, thoughtPreview } from './prosePreview.ts';
export { reduce, reduceAll } from './reducer.ts';
export { runDuration } from './runDuration.ts';
export type { Sequence } from './sequence.ts';
export type {
  Approval,
  AssistantText,
  Delegation,
  Diagnostics,
  Item,
  Notice,
  Round,
  RoundStatus,
  Thinking,
  Thread,
  ToolCall,
  ToolCallStatus,
  UserMessage,
} from './thread.ts';
export { emptyThread } from './thread.ts';
export { type PreviewedCall, toolPreview } from './toolPreview.ts';
export { traceEvents } from './traceEvents.ts';
