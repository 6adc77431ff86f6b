import { useText } from '../../i18n/index.ts';
import './PendingAnswer.css';

/** The waiting dots: the round runs and has written nothing yet (SPEC R1.2). */
export function PendingAnswer() {
  const text = useText();
  return (
    <div className="rr-pending" role="img" aria-label={text.t('pendingAnswer.label')}>
      <i />
      <i />
      <i />
    </div>
  );
}
