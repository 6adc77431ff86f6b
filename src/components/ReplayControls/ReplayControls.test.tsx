import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createManualClock } from '../../reel/clock.ts';
import { createPlayer } from '../../reel/createPlayer.ts';
import { ReplayControls } from './ReplayControls.tsx';
import { sampleKeyFrames, sampleReel } from './sampleReel.ts';

function setUp() {
  const clock = createManualClock();
  const player = createPlayer(sampleReel, { clock });
  const user = userEvent.setup();
  const view = render(<ReplayControls player={player} keyFrames={sampleKeyFrames} />);
  return { clock, player, user, ...view };
}

const button = (name: string) => screen.getByRole('button', { name });
const at = (player: ReturnType<typeof createPlayer>) => player.getState().position;

describe('R7.5: the reader plays a reel', () => {
  test('chunk by chunk, forwards and back', async () => {
    const { player, user } = setUp();
    await user.click(button('Next event'));
    await user.click(button('Next event'));
    expect(at(player)).toBe(2);
    await user.click(button('Previous event'));
    expect(at(player)).toBe(1);
    expect(screen.getByText('chunk 1 of 13')).toBeVisible();
  });

  test('from state to state', async () => {
    const { player, user } = setUp();
    await user.click(button('Next state'));
    await user.click(button('Next state'));
    await user.click(button('Next state'));
    expect(at(player)).toBe(4);
    await user.click(button('Previous state'));
    expect(at(player)).toBe(2);
    await user.click(button('State at 0:07.9: answered'));
    expect(at(player)).toBe(11);
  });

  test('at another speed', async () => {
    const { player, user } = setUp();
    await user.click(screen.getByRole('radio', { name: '16×' }));
    expect(player.getState().speed).toBe(16);
    await user.click(screen.getByRole('radio', { name: 'Instant' }));
    expect(player.getState().speed).toBe('instant');
  });

  test('from any point in time', () => {
    const { player } = setUp();
    fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '2500' } });
    expect(at(player)).toBe(6);
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:02.4 of 0:10.2');
  });

  test('by keys', async () => {
    const { player, user } = setUp();
    screen.getByRole('slider').focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(at(player)).toBe(2);
    await user.keyboard(']');
    expect(at(player)).toBe(4);
    await user.keyboard('{End}');
    expect(at(player)).toBe(13);
    await user.keyboard('{Home}k');
    expect([at(player), player.getState().playing]).toEqual([0, true]);
    await user.keyboard(' ');
    expect(player.getState().playing).toBe(false);
  });

  test('what cannot be done is said, and keeps the focus', async () => {
    const { player, user } = setUp();
    await user.click(button('Next event'));
    await user.click(button('Previous event'));
    expect(button('Previous event')).toHaveFocus();
    expect(button('Previous event')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Previous event'));
    expect(at(player)).toBe(0);
  });

  test('the end offers to play again', () => {
    const { player } = setUp();
    act(() => player.seek(13));
    expect(button('Play again')).toBeVisible();
    expect(screen.getByText('0:10.2')).toBeVisible();
  });
});

test('while it plays, the time moves between chunks, and stands when it pauses', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => {
    frames.length = 0;
  });
  const { clock, player, container } = setUp();
  const paint = () =>
    act(() => {
      for (const frame of frames.splice(0)) frame(0);
    });
  const now = () => container.querySelector('.rr-replay-now')?.textContent;
  const reading = player.stream()[Symbol.asyncIterator]().next();
  act(() => player.seek(8));
  act(() => player.play());
  await clock.advance(500);
  paint();
  expect(now()).toBe('0:04.4');
  expect(at(player)).toBe(8);
  act(() => player.pause());
  await clock.advance(500);
  paint();
  expect(now()).toBe('0:04.4');
  expect(frames).toHaveLength(0);
  player.dispose();
  await reading.catch(() => undefined);
  vi.restoreAllMocks();
});
