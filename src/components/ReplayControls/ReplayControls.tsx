import { ChevronFirst, ChevronLast, Pause, Play, RotateCcw, SkipBack, SkipForward } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useMemo } from 'react';
import { formatClock, type Text, useText } from '../../i18n/index.ts';
import type { KeyFrame } from '../../reel/keyFrames.ts';
import type { Player, Speed } from '../../reel/player.ts';
import { timelineOf } from '../../reel/timeline.ts';
import { printable } from '../Markdown/printable.ts';
import { usePlayerState, useReelTime } from './usePlayer.ts';
import './ReplayControls.css';

export interface ReplayControlsProps {
  readonly player: Player;
  /** The distinct states of the run: marks on the time line, and stops of the buttons beside it. */
  readonly keyFrames?: readonly Pick<KeyFrame, 'chunk' | 'time' | 'label'>[];
}

const SPEEDS: readonly Speed[] = [1, 4, 16, 'instant'];
const NO_KEY_FRAMES: NonNullable<ReplayControlsProps['keyFrames']> = [];

/** Plays a reel: to its pace or faster, chunk by chunk, from state to state (SPEC R7.5). */
export function ReplayControls({ player, keyFrames = NO_KEY_FRAMES }: ReplayControlsProps) {
  const state = usePlayerState(player);
  const text = useText();
  const { playing, position, ended } = state;
  const previous = keyFrames.findLast(({ chunk }) => chunk < position);
  const next = keyFrames.find(({ chunk }) => chunk > position);

  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    const isButton = event.target instanceof HTMLButtonElement;
    if (key === 'k' || (key === ' ' && !isButton)) playing ? player.pause() : player.play();
    else if (key === '.' && !ended) player.step();
    else if (key === ',' && position > 0) player.seek(position - 1);
    else if (key === '[' && previous) player.seek(previous.chunk);
    else if (key === ']' && next) player.seek(next.chunk);
    else return;
    event.preventDefault();
  };

  return (
    <section className="rr-replay" data-playing={playing} aria-label={text.t('replay.label')} onKeyDown={pressed}>
      <div className="rr-replay-buttons">
        <ReplayButton
          name={text.t(playing ? 'replay.pause' : ended ? 'replay.restart' : 'replay.play')}
          keys="k"
          main
          onPress={() => (playing ? player.pause() : player.play())}
        >
          {playing ? <Pause {...icon} /> : ended ? <RotateCcw {...icon} /> : <Play {...icon} />}
        </ReplayButton>
        <ReplayButton
          name={text.t('replay.previousEvent')}
          keys=","
          disabled={position === 0}
          onPress={() => player.seek(position - 1)}
        >
          <SkipBack {...icon} />
        </ReplayButton>
        <ReplayButton name={text.t('replay.nextEvent')} keys="." disabled={ended} onPress={() => player.step()}>
          <SkipForward {...icon} />
        </ReplayButton>
        {keyFrames.length > 0 && (
          <>
            <ReplayButton
              name={text.t('replay.previousState')}
              keys="["
              disabled={!previous}
              onPress={() => previous && player.seek(previous.chunk)}
            >
              <ChevronFirst {...icon} />
            </ReplayButton>
            <ReplayButton
              name={text.t('replay.nextState')}
              keys="]"
              disabled={!next}
              onPress={() => next && player.seek(next.chunk)}
            >
              <ChevronLast {...icon} />
            </ReplayButton>
          </>
        )}
      </div>
      <Speeds speed={state.speed} onChange={(speed) => player.setSpeed(speed)} />
      <Position player={player} keyFrames={keyFrames} />
    </section>
  );
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ReplayButtonProps {
  readonly name: string;
  /** The key that does the same while the focus is inside. */
  readonly keys: string;
  readonly main?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function ReplayButton({ name, keys, main = false, disabled = false, onPress, children }: ReplayButtonProps) {
  return (
    <button
      type="button"
      className="rr-replay-button"
      data-main={main}
      aria-label={name}
      aria-keyshortcuts={keys}
      // Not `disabled`: the focus stays where it is when the end is reached.
      aria-disabled={disabled}
      title={`${name} (${keys.toUpperCase()})`}
      onClick={() => !disabled && onPress()}
    >
      {children}
    </button>
  );
}

interface SpeedsProps {
  readonly speed: Speed;
  readonly onChange: (speed: Speed) => void;
}

function Speeds({ speed, onChange }: SpeedsProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className="rr-replay-speeds">
      <legend className="rr-hidden">{t('replay.speed')}</legend>
      {SPEEDS.map((each) => (
        <label key={each} className="rr-replay-speed" data-chosen={each === speed}>
          <input
            className="rr-hidden"
            type="radio"
            name={name}
            checked={each === speed}
            onChange={() => onChange(each)}
          />
          <bdi>{each === 'instant' ? t('replay.instant') : t('replay.times', { speed: each })}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** What moves with the time: by itself, so that the rest is not rendered with every frame. */
function Position({ player, keyFrames }: Required<ReplayControlsProps>) {
  const text = useText();
  const state = usePlayerState(player);
  const { position, length, duration } = state;
  const time = useReelTime(player, state);
  return (
    <>
      <p className="rr-replay-time">
        <ReelTime time={time} duration={duration} />
        <span className="rr-replay-chunk">{text.t('replay.chunk', { position, length })}</span>
      </p>
      <TimeLine player={player} keyFrames={keyFrames} time={time} duration={duration} />
    </>
  );
}

interface ReelTimeProps {
  readonly time: number;
  readonly duration: number;
}

function ReelTime({ time, duration }: ReelTimeProps) {
  const text = useText();
  return (
    // Numbers run from left to right in every language.
    <bdi dir="ltr" className="rr-replay-clock">
      <span className="rr-replay-now">{formatTenths(text, time)}</span>
      {` / ${formatTenths(text, duration)}`}
    </bdi>
  );
}

/** `0:06.4` */
function formatTenths(text: Text, ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const fraction = text.number((tenths % 10) / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${formatClock(text, tenths * 100)}${[...fraction].slice(1).join('')}`;
}

interface TimeLineProps extends ReelTimeProps, Required<ReplayControlsProps> {}

/** Where the reel stands in its time, with a mark for each state. Dragged by time, stepped by chunks. */
function TimeLine({ player, keyFrames, time, duration }: TimeLineProps) {
  const text = useText();
  const { chunks } = useMemo(() => timelineOf(player.reel), [player]);
  const { position, length } = usePlayerState(player);
  const share = (ms: number) => (duration === 0 ? 0 : ms / duration);
  const stepped = (event: KeyboardEvent<HTMLInputElement>) => {
    // Time runs with the direction of the text.
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowRight: rightToLeft ? -1 : 1,
      ArrowLeft: rightToLeft ? 1 : -1,
      ArrowUp: 1,
      ArrowDown: -1,
      PageUp: Math.ceil(length / 10),
      PageDown: -Math.ceil(length / 10),
      Home: -length,
      End: length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const target = Math.min(length, Math.max(0, position + step));
    if (target !== position) player.seek(target);
  };
  return (
    <div className="rr-replay-line" data-marked={keyFrames.length > 0} style={withShare(share(time))}>
      <input
        type="range"
        className="rr-replay-range"
        aria-label={text.t('replay.position')}
        aria-valuetext={text.t('replay.timeOf', {
          time: formatTenths(text, time),
          duration: formatTenths(text, duration),
        })}
        min={0}
        max={duration}
        value={time}
        step="any"
        onKeyDown={stepped}
        onChange={(event) => player.seek(chunks.filter((chunk) => chunk.time <= event.target.valueAsNumber).length)}
      />
      <div className="rr-replay-marks">
        {keyFrames.map((frame) => (
          <button
            key={frame.chunk}
            type="button"
            className="rr-replay-mark"
            // The buttons beside the line reach the same states by keyboard.
            tabIndex={-1}
            style={withShare(share(frame.time))}
            data-current={frame.chunk === position}
            aria-label={`${text.t('replay.state', { time: formatTenths(text, frame.time) })}: ${printable(frame.label)}`}
            title={`${printable(frame.label)} · ${formatTenths(text, frame.time)}`}
            onClick={() => player.seek(frame.chunk)}
          />
        ))}
      </div>
    </div>
  );
}

function withShare(share: number): CSSProperties & { '--rr-share': number } {
  return { '--rr-share': share };
}
