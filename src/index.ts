/** Components and hooks that show the runs of agents, and the types of what they show. */
import './styles/tokens.css';
import './styles/light.css';
import './styles/dark.css';

export { Answer, type AnswerProps } from './components/Answer/Answer.tsx';
export { ApprovalCard, type ApprovalCardProps } from './components/ApprovalCard/ApprovalCard.tsx';
export { DelegationView, type DelegationViewProps } from './components/DelegationView/DelegationView.tsx';
export { Icon, type IconName, type IconProps } from './components/Icon/Icon.tsx';
export { NoticeView, type NoticeViewProps } from './components/NoticeView/NoticeView.tsx';
export { PendingAnswer } from './components/PendingAnswer/PendingAnswer.tsx';
export { ReplayControls, type ReplayControlsProps } from './components/ReplayControls/ReplayControls.tsx';
export { Round, type RoundProps, type TraceMode } from './components/Round/Round.tsx';
export { RunLine, type RunLineProps } from './components/RunLine/RunLine.tsx';
export { Thread, type ThreadProps } from './components/Thread/Thread.tsx';
export { ToolCallView, type ToolCallViewProps } from './components/ToolCallView/ToolCallView.tsx';
export { ToolPreparingRow, type ToolPreparingRowProps } from './components/ToolPreparingRow/ToolPreparingRow.tsx';
export { Trace, type TraceProps } from './components/Trace/Trace.tsx';
export { TraceEntry, type TraceEntryProps } from './components/TraceEntry/TraceEntry.tsx';
export { UserMessage, type UserMessageProps } from './components/UserMessage/UserMessage.tsx';
export * from './react/index.ts';
