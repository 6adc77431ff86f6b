import { memo, useId, useState } from 'react';
import { isPending, lastAnswer, type Round as RoundData, traceEvents } from '../../logic/index.ts';
import { useRunreel } from '../../react/RunreelProvider.tsx';
import { Answer } from '../Answer/Answer.tsx';
import { ApprovalCard } from '../ApprovalCard/ApprovalCard.tsx';
import { Collapsible } from '../Collapsible/Collapsible.tsx';
import { NoticeView } from '../NoticeView/NoticeView.tsx';
import { PendingAnswer } from '../PendingAnswer/PendingAnswer.tsx';
import { RunLine } from '../RunLine/RunLine.tsx';
import { Trace } from '../Trace/Trace.tsx';
import { UserMessage } from '../UserMessage/UserMessage.tsx';
import { failureNotice, interruptedTool } from './failureNotice.ts';
import { openApprovals } from './openApprovals.ts';
import './Round.css';

/** How much of the agent's work is shown: opened by the run line, open from the start, not at all. */
export type TraceMode = 'summary' | 'full' | 'hidden';

export interface RoundProps {
  readonly round: RoundData;
  readonly trace?: TraceMode;
}

/** One round: the user's words, the run line, what waits for the reader, the work, the answer. */
export const Round = memo(function Round({ round, trace = 'summary' }: RoundProps) {
  const answer = lastAnswer(round);
  const running = round.status === 'running';
  return (
    <section className="rr-round" data-status={round.status}>
      {round.user && <UserMessage message={round.user} />}
      <Work round={round} trace={trace} />
      {answer !== undefined && <Answer text={answer.text} streaming={running && answer === round.items.at(-1)} />}
      {isPending(round) && <PendingAnswer />}
      <Failure round={round} />
    </section>
  );
});

/** The run line, what waits for the reader below it, and the trace that the line opens. */
function Work({ round, trace }: Required<RoundProps>) {
  const [open, setOpen] = useState(trace === 'full');
  const id = useId();
  // While it runs the toggle stands, even if there is nothing to open yet: the line must not change under the reader.
  const canOpen = trace !== 'hidden' && (round.status === 'running' || traceEvents(round).length > 0);
  return (
    <>
      <RunLine run={round} open={open} controls={id} {...(canOpen && { onToggle: () => setOpen(!open) })} />
      <Approvals round={round} />
      {canOpen && (
        <Collapsible id={id} open={open}>
          <Trace run={round} />
        </Collapsible>
      )}
    </>
  );
}

function Approvals({ round }: { readonly round: RoundData }) {
  const { onApproval } = useRunreel();
  if (round.status !== 'running') return null;
  return openApprovals(round.items).map((approval) => (
    <ApprovalCard key={approval.approvalId} approval={approval} {...(onApproval && { onDecide: onApproval })} />
  ));
}

function Failure({ round }: { readonly round: RoundData }) {
  const notice = failureNotice(round);
  if (notice === undefined) return null;
  const tool = interruptedTool(round);
  return <NoticeView notice={notice} {...(tool !== undefined && { tool })} />;
}
