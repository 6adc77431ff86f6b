import { ImageOff } from 'lucide-react';
import { use, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useRunreel } from '../../react/RunreelProvider.tsx';
import { imageAddress } from './addresses.ts';
import { InsideLink } from './insideLink.ts';
import './AnswerImage.css';

interface AnswerImageProps {
  readonly address: string;
  readonly alt: string;
}

/**
 * An image that an agent sent. One from a remote host is a placeholder with the host's name until the app's
 * rule or the reader allows it; nothing is requested before (SPEC R6.1).
 */
export function AnswerImage({ address, alt }: AnswerImageProps) {
  const { allowImage } = useRunreel();
  const insideLink = use(InsideLink);
  const [shown, setShown] = useState<string>();
  const { t } = useText();
  const image = imageAddress(address);
  if (image.kind === 'refused') return alt;
  if (image.kind === 'inline') return <Picture address={image.address} alt={alt} />;
  const { href, host } = image.url;
  if (allowImage(image.url) || shown === href) return <Picture address={href} alt={alt} />;
  return (
    <span className="rr-answer-image" data-state="blocked">
      <ImageOff size={16} strokeWidth={1.75} aria-hidden />
      <span className="rr-answer-image-name">
        {alt !== '' && <bdi>{alt} · </bdi>}
        <bdi dir="ltr">{host}</bdi>
      </span>
      {!insideLink && (
        <button
          type="button"
          className="rr-answer-image-show"
          aria-label={t('answer.showImageFrom', { host })}
          onClick={() => setShown(href)}
        >
          {t('answer.showImage')}
        </button>
      )}
    </span>
  );
}

/** No address of the app's page goes along with the request. */
function Picture({ address, alt }: AnswerImageProps) {
  return <img className="rr-answer-picture" src={address} alt={alt} referrerPolicy="no-referrer" />;
}
