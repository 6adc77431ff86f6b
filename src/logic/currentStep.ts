import { itemOf } from './fold/scope.ts';
import { state } from './fold/state.ts';
import { thoughtPreview } from './prosePreview.ts';
import type { Scope } from './thread.ts';
import { toolPreview } from './toolPreview.ts';

/** What the run line names. Texts are absent where they would be empty, `others` where it would be 0. */
export interface Step {
  readonly kind: 'thinking' | 'preparing' | 'tool' | 'approval' | 'working';
  readonly tool?: string;
  readonly preview?: string;
  /** UTF-8 bytes of arguments so far, of a call in preparation. */
  readonly bytes?: number;
  /** How many other calls are in preparation or running. */
  readonly others?: number;
}

/**
 * The step that a round, or a delegation, is at (SPEC R2.0): the oldest open approval, else the
 * newest item that is still live; undefined once it has ended. Knows no clock.
 */
export function currentStep(round: Scope): Step | undefined {
  if (round.status !== 'running') return undefined;
  const { approvals, thought, calls } = round[state];
  const approval = itemOf(round, approvals?.oldest);
  if (approval?.kind === 'approval') return stepOf('approval', approval.name, toolPreview(approval));
  const thinking = thought !== undefined && thought > (calls?.newest ?? -1) ? itemOf(round, thought) : undefined;
  if (thinking?.kind === 'thinking') return stepOf('thinking', '', thoughtPreview(thinking));
  const call = itemOf(round, calls?.newest);
  if (!calls || call?.kind !== 'tool_call') return { kind: 'working' };
  const isPreparing = call.status === 'preparing';
  const step = stepOf(isPreparing ? 'preparing' : 'tool', call.name, toolPreview(call));
  if (isPreparing) step.bytes = call.byteCount;
  if (calls.size > 1) step.others = calls.size - 1;
  return step;
}

type Draft = { -readonly [K in keyof Step]: Step[K] };

function stepOf(kind: Step['kind'], tool: string, preview: string): Draft {
  const step: Draft = { kind };
  if (tool !== '') step.tool = tool;
  if (preview !== '') step.preview = preview;
  return step;
}
