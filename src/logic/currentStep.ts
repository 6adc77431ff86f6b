import { itemOf, type Scope } from './fold/scope.ts';
import { state } from './fold/state.ts';
import { thoughtPreview } from './prosePreview.ts';
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
  if (approval?.kind === 'approval') {
    return { kind: 'approval', ...text('tool', approval.name), ...text('preview', toolPreview(approval)) };
  }
  const thinking = thought !== undefined && thought > (calls?.key ?? -1) ? itemOf(round, thought) : undefined;
  if (thinking?.kind === 'thinking') return { kind: 'thinking', ...text('preview', thoughtPreview(thinking)) };
  const call = itemOf(round, calls?.key);
  if (!calls || call?.kind !== 'tool_call') return { kind: 'working' };
  const isPreparing = call.status === 'preparing';
  return {
    kind: isPreparing ? 'preparing' : 'tool',
    ...text('tool', call.name),
    ...text('preview', toolPreview(call)),
    ...(isPreparing && { bytes: call.byteCount }),
    ...(calls.size > 1 && { others: calls.size - 1 }),
  };
}

function text<K extends 'tool' | 'preview'>(field: K, value: string): { readonly [F in K]?: string } | undefined {
  return value === '' ? undefined : ({ [field]: value } as { readonly [F in K]?: string });
}
