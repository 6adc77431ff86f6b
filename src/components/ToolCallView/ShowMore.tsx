import './ShowMore.css';

interface ShowMoreProps {
  /** How much is left. */
  readonly label: string;
  readonly onPress: () => void;
}

/** Puts more of something long on the page. */
export function ShowMore({ label, onPress }: ShowMoreProps) {
  return (
    <button type="button" className="rr-tool-more" onClick={onPress}>
      {label}
    </button>
  );
}
