import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { parsePreparingMarker } from '../../src/logic/index.ts';
import { timelineOf } from '../../src/reel/index.ts';
import { provided } from './support/provider.ts';
import { acts, on, type Story } from './support/stage.tsx';
import type { Stream } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Heartbeat', tags: ['!autodocs'] };
export default meta;

/** Every marker of a stream: when it came, in seconds, and what it told. */
function markersOf({ reel }: Stream) {
  return timelineOf(reel).chunks.flatMap(({ time, bytes }) => {
    const text = new TextDecoder().decode(bytes).trim();
    const marker = text === '' ? undefined : parsePreparingMarker(String(JSON.parse(text).value));
    return marker ? [[time / 1000, marker.toolName, marker.byteCount]] : [];
  });
}

const silent = provided(({ think, piece, finish, call, pass, write, moment }) => {
  think('I write it.');
  piece(0, 'write', '{"path":');
  moment('the call is silent');
  pass(5);
  moment('it is told again');
  pass(5);
  moment('and again');
  pass(4);
  think('Still at it.');
  pass(5);
  moment('after a thought');
  pass(1);
  finish();
  pass(60);
  call('c1', 'write', { path: 'a.js' });
  moment('the call is finished');
  pass(60);
  write('Written.');
  moment('it writes');
});

/** R4.3, R4.4 */
export const SilentCall: Story = {
  name: 'A silent call is told again after 5 s, and never after the finish',
  ...on(silent, { trace: 'full' }),
  play: acts(async ({ at }) => {
    await expect(markersOf(silent)).toEqual([
      [0, 'write', 8],
      [5, 'write', 8],
      [10, 'write', 8],
      // What was thought at 14 s is a sign of life too.
      [19, 'write', 8],
    ]);
    const rows = ['Thinking: I write it.', 'Preparing write… 8 B'];
    await at('the call is silent', { rows, bytes: '8 B' });
    await at('it is told again', { rows, bytes: '8 B' });
    await at('and again', { rows, bytes: '8 B' });
    await at('after a thought', { rows: [...rows, 'Thinking: Still at it.'] });
    const after = ['Thinking: I write it.', 'write: a.js', 'Thinking: Still at it.'];
    await at('the call is finished', { rows: after, line: 'write: a.js', bytes: '' });
    await at('it writes', { rows: after, answer: 'Written.' });
  }),
};

const quiet = provided(({ piece, pass, finish, call, moment }) => {
  piece(0, 'write', '{"path":');
  moment('the call is silent');
  pass(20);
  moment('it was told again three times');
  finish();
  call('c1', 'write', { path: 'a.js' });
  moment('the tool runs');
});

/** R4.3, R6.2, R2.8 */
export const NothingIsAnnounced: Story = {
  name: 'What is told again keeps the row as it is, is not announced, and is taken for no progress',
  ...on(quiet, { trace: 'full' }),
  play: acts(async ({ at, live, app }) => {
    const row = 'Preparing write… 8 B';
    await at('the call is silent', { rows: [row] });
    const element = live.element.querySelector('[data-state="preparing"]');
    const said: string[] = [];
    const observer = new MutationObserver(() => said.push(live.shown().said));
    for (const region of live.element.querySelectorAll('[aria-live]')) {
      observer.observe(region, { childList: true, characterData: true, subtree: true });
    }
    app.player.play();
    await app.time.advance(18_000);
    await live.expect({ rows: [row], line: 'Preparing write… · no update for 18 s' });
    await expect(live.element.querySelector('[data-state="preparing"]')).toBe(element);
    await expect(said).toEqual([]);
    app.player.pause();
    await at('the tool runs', { rows: ['write: a.js'], line: 'write: a.js' });
    observer.disconnect();
  }),
};
