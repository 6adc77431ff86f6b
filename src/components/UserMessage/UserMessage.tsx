import { memo } from 'react';
import { useText } from '../../i18n/index.ts';
import type { UserMessage as UserMessageData } from '../../logic/index.ts';
import { printable } from '../Markdown/printable.ts';
import './UserMessage.css';

export interface UserMessageProps {
  readonly message: UserMessageData;
}

/** The user's words, as they were typed. */
export const UserMessage = memo(function UserMessage({ message }: UserMessageProps) {
  const text = useText();
  return (
    <div className="rr-user">
      <span className="rr-hidden">{text.t('userMessage.label')}: </span>
      <div dir="auto">{printable(message.text)}</div>
    </div>
  );
});
