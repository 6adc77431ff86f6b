import type { Approval, Decision } from '../../logic/index.ts';

/** A button of the card. */
export interface Choice {
  readonly decision: Decision;
  /** Absent for the kit's own two buttons. */
  readonly optionId?: string;
  readonly label?: string;
}

const DENIES = /^(?:reject|den(?:y|ied)|decline|refuse|cancel|abort|no)(?:$|[-_ ])/i;

/** What the agent offers as answers, those that allow first; without options the kit's own two. */
export function choicesOf(options: Approval['options'] = []): readonly Choice[] {
  if (options.length === 0) return [{ decision: 'approved' }, { decision: 'denied' }];
  const choices = options.map(({ id, label, kind }): Choice => {
    return { decision: DENIES.test(kind ?? id) ? 'denied' : 'approved', optionId: id, label };
  });
  const denying = choices.filter(({ decision }) => decision === 'denied');
  const allowing = choices.filter(({ decision }) => decision === 'approved');
  // A reader can always say no, even where the agent does not ask for it.
  return [...allowing, ...(denying.length > 0 ? denying : [{ decision: 'denied' as const }])];
}
