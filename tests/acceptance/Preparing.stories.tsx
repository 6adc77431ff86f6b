import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { buildPreparingMarker } from '../../src/logic/index.ts';
import { provided } from './support/provider.ts';
import { acts, on, type Story } from './support/stage.tsx';
import { written, writtenAs } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/Preparing a tool call', tags: ['!autodocs'] };
export default meta;

/** How many rows of calls in preparation are put on the page from now on. */
function countRows(element: HTMLElement): () => number {
  const row = '.rr-row[data-state="preparing"]';
  let count = 0;
  const look = (records: readonly MutationRecord[]) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Element) count += node.querySelectorAll(row).length + (node.matches(row) ? 1 : 0);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(element, { childList: true, subtree: true });
  return () => {
    look(observer.takeRecords());
    return count;
  };
}

/** No part of a marker is on the page, in any attribute or text. */
async function expectNoMarker(element: HTMLElement) {
  await expect(element.innerHTML).not.toMatch(/\0|tool_preparing|response_metadata/);
}

const large = provided(({ think, piece, call, finish, pass, moment }) => {
  think('I write the module.');
  piece(0, 'write_to_file', '{"path":"src/duration.js","content":"');
  moment('the call begins');
  pass(1);
  piece(0, undefined, 'x'.repeat(5000));
  moment('5 KB have come');
  pass(1);
  piece(0, undefined, 'ü'.repeat(25_000));
  moment('much more has come');
  piece(0, undefined, '"}');
  finish();
  call('c1', 'write_to_file', { path: 'src/duration.js', content: 'x' });
  moment('the tool runs');
});

/** R4.6, R4.7, R4.8 */
export const LargeArgument: Story = {
  name: 'A large argument: one row whose bytes grow, gone when the tool runs',
  ...on(large, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const rows = countRows(live.element);
    const thought = 'Thinking: I write the module.';
    const line = 'Preparing write_to_file…';
    await at('the call begins', { rows: [thought, `${line} 37 B`], line, bytes: '37 B' });
    await at('5 KB have come', { rows: [thought, `${line} 4.9 KB`], line, bytes: '4.9 KB' });
    await at('much more has come', { rows: [thought, `${line} 53.7 KB`], line, bytes: '53.7 KB' });
    await at('the tool runs', {
      rows: [thought, 'write_to_file: src/duration.js'],
      line: 'write_to_file: src/duration.js',
      bytes: '',
    });
    await expect(rows()).toBe(1);
  }),
};

const tiny = writtenAs('vscode-lm', {
  'a tiny call comes': [
    { type: 'thinking', value: buildPreparingMarker('list_files', 0) },
    { type: 'thinking', value: buildPreparingMarker('list_files', 2) },
    { type: 'tool_call', callId: 'c1', name: 'list_files', input: {} },
  ],
  'it writes': [{ type: 'text', value: 'There they are.' }],
});

/** R4.7 */
export const TinyArgument: Story = {
  name: 'A tiny argument leaves no row behind',
  ...on(tiny, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    const rows = countRows(live.element);
    await at('a tiny call comes', { rows: ['list_files'], line: 'list_files', bytes: '' });
    await at('it writes', { rows: ['list_files'], answer: 'There they are.' });
    await (await reload()).expect({ rows: ['list_files'] });
    await expect(rows()).toBe(0);
  }),
};

const twoCalls = provided(({ piece, call, finish, moment }) => {
  piece(0, 'read_file', '{"path":"a.js"}');
  moment('the first one');
  piece(1, 'write_to_file', '{"path":"b.js",');
  moment('both');
  piece(1, undefined, '"content":"b"}');
  finish();
  call('c1', 'read_file', { path: 'a.js' });
  moment('the first one runs');
  call('c2', 'write_to_file', { path: 'b.js', content: 'b' });
  moment('both run');
});

/** R4.6, R2.4 */
export const TwoCalls: Story = {
  name: 'Two calls in a row get a row each',
  ...on(twoCalls, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const rows = countRows(live.element);
    await at('the first one', { rows: ['Preparing read_file… 15 B'] });
    await at('both', {
      rows: ['Preparing read_file… 15 B', 'Preparing write_to_file… 15 B'],
      line: 'Preparing write_to_file…',
      others: '+1',
    });
    await at('the first one runs', { rows: ['read_file: a.js', 'Preparing write_to_file… 29 B'] });
    await at('both run', { rows: ['read_file: a.js', 'write_to_file: b.js'] });
    await expect(rows()).toBe(2);
  }),
};

const broken = provided(
  ({ write, piece, moment }) => {
    write('I write it.');
    piece(0, 'write_to_file', '{"path":"a.js","content":"');
    moment('a call is in preparation');
  },
  { end: 'reset' },
);

/** R4.7, R5.7 */
export const StreamError: Story = {
  name: 'A stream error leaves no row',
  ...on(broken, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    await at('a call is in preparation', { rows: ['Preparing write_to_file… 26 B'], answer: 'I write it.' });
    await at('the stream ends', {
      notice: 'The connection was lost. What came before is kept.',
      answer: 'I write it.',
    });
    await expect(within(live.element).queryByText(/Preparing/)).toBeNull();
    await (await reload()).expectSameAs(live);
  }),
};

/** R4.7 */
export const Abort: Story = {
  name: 'An abort leaves no row',
  ...on(broken, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    await at('a call is in preparation', { rows: ['Preparing write_to_file… 26 B'] });
    await userEvent.click(within(document.body).getByRole('button', { name: 'Stop' }));
    await live.expect({ line: 'Stopped after 0 s', bytes: '', rows: [], answer: 'I write it.' });
    await (await reload()).expectSameAs(live);
  }),
};

const counts = [0, 1, 1023, 1024, 1536, 102_400];
const growing = writtenAs(
  'vscode-lm',
  Object.fromEntries(
    counts.map((bytes) => [`${bytes} bytes`, [{ type: 'thinking', value: buildPreparingMarker('write', bytes) }]]),
  ),
);

/** R4.8 */
export const Bytes: Story = {
  name: 'Bytes at 0, 1, 1023, 1024, 1536 and 102400',
  ...on(growing, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const rows = countRows(live.element);
    const texts = ['0 B', '1 B', '1023 B', '1.0 KB', '1.5 KB', '100.0 KB'];
    for (const [index, bytes] of texts.entries()) {
      await at(`${counts[index]} bytes`, { rows: [`Preparing write… ${bytes}`], bytes });
    }
    await expect(rows()).toBe(1);
  }),
};

/** R4.8, R4.9 */
export const BytesInGerman: Story = {
  name: 'Bytes at 0, 1, 1023, 1024, 1536 and 102400, in German',
  globals: { language: 'de' },
  ...on(growing, { trace: 'full' }),
  play: acts(async ({ at }) => {
    const texts = ['0 B', '1 B', '1023 B', '1,0 KB', '1,5 KB', '100,0 KB'];
    for (const [index, bytes] of texts.entries()) {
      const line = 'write wird vorbereitet…';
      await at(`${counts[index]} bytes`, { rows: [`${line} ${bytes}`], line, bytes });
    }
  }),
};

const marker = buildPreparingMarker('write', 12);
const metadata = '\0response_metadata\0{"model":"m1","latencyMs":200}\0';
const waysOfMarkers = writtenAs('vscode-lm', {
  'one by itself': [{ type: 'thinking', value: buildPreparingMarker('write', 0) }],
  'joined to another and to thinking': [
    { type: 'thinking', value: `So ${buildPreparingMarker('write', 5)}${marker}I write it.${metadata}` },
  ],
  'split in its middle': [{ type: 'thinking', value: marker.slice(0, 9) }],
  'its other half': [{ type: 'thinking', value: marker.slice(9).replace('12', '900') }],
  'split at its last NUL': [{ type: 'thinking', value: buildPreparingMarker('write', 1024).slice(0, -1) }],
  'its last NUL': [{ type: 'thinking', value: '\0' }],
  'cut off by the call': [
    { type: 'thinking', value: '\0tool_prep' },
    { type: 'tool_call', callId: 'c1', name: 'write', input: { path: 'a.js' } },
    { type: 'text', value: 'Written.' },
  ],
});

/** R4.5 */
export const MarkersOnTheirWay: Story = {
  name: 'A marker comes from the stream to the screen without a NUL on it, whole, joined or split',
  ...on(waysOfMarkers, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    const thought = 'Thinking: So I write it.';
    const looks = async (moment: string, rows: readonly string[]) => {
      await at(moment, { rows });
      await expectNoMarker(live.element);
      await expectNoMarker((await reload()).element);
    };
    await looks('one by itself', ['Preparing write… 0 B']);
    await looks('joined to another and to thinking', ['Preparing write… 12 B', thought]);
    await looks('split in its middle', ['Preparing write… 12 B', thought]);
    await looks('its other half', ['Preparing write… 900 B', thought]);
    await looks('split at its last NUL', ['Preparing write… 900 B', thought]);
    await looks('its last NUL', ['Preparing write… 1.0 KB', thought]);
    await looks('cut off by the call', ['write: a.js', thought]);
  }),
};

const fromTheEmitter = provided(({ think, write, piece, call, finish, pass, moment }) => {
  think('I write it.');
  piece(0, 'write', '');
  for (let count = 0; count < 12; count += 1) {
    piece(0, undefined, 'ä'.repeat(50));
    pass(3);
  }
  pass(12);
  finish();
  call('c1', 'write', { path: 'a.js' });
  write('Written.');
  moment('it is written');
});

/** R4.1, R4.2, R4.5 */
export const FromEmitterToScreen: Story = {
  name: 'What the emitter sends is on the screen as a row at every step, never as text',
  ...on(fromTheEmitter, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const seen = new Set<string>();
    const end = fromTheEmitter.moments.get('it is written') ?? 0;
    for (let chunk = 1; chunk <= end; chunk += 1) {
      await at(chunk);
      await expectNoMarker(live.element);
      for (const row of live.shown().rows) seen.add(row);
    }
    await expect([...seen]).toEqual([
      'Thinking: I write it.',
      ...[0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map((bytes) => `Preparing write… ${bytes} B`),
      'Preparing write… 1.1 KB',
      'Preparing write… 1.2 KB',
      'write: a.js',
    ]);
  }),
};

const lookalikes = writtenAs('vscode-lm', {
  'words without NUL': [{ type: 'thinking', value: 'tool_preparing write_to_file 12\n\n' }],
  'other marks': [{ type: 'thinking', value: '\\x00tool_preparing\\x00write\\x00 12\\x00\n\n' }],
  'a count that is none': [{ type: 'thinking', value: '\0tool_preparing\0write\0' + 'twelve\0\n\nso much.' }],
  'no name': [{ type: 'thinking', value: '\0tool_preparing\0\0' + '12\0 and on.' }],
});

/** R4.5, R3.3 */
export const ThinkingThatLooksLikeAMarker: Story = {
  name: 'Thinking that merely looks like a marker stays thinking',
  ...on(lookalikes, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const rows = countRows(live.element);
    const begins = 'Thinking: tool_preparing write_to_file 12';
    await at('words without NUL', { rows: [begins], line: begins });
    const marks = '\\x00tool_preparing\\x00write\\x00 12\\x00';
    await at('other marks', { rows: [`${begins} ${marks}`], line: `Thinking: ${marks}` });
    await at('a count that is none', { line: 'Thinking: so much.' });
    await at('no name', { line: expect.stringMatching(/^Thinking: so much\..*12 and on\.$/) });
    await expect(live.element.textContent).not.toContain('\0');
    await userEvent.click(within(live.element).getByRole('button', { name: /^Thinking tool_preparing/ }));
    await within(live.element).findByText(/and on\./, { selector: '.rr-entry-details *' });
    await expect(live.element.textContent).not.toContain('\0');
    await expect(rows()).toBe(0);
  }),
};

/** R4.2a */
export const ArgumentsBeforeTheName: Story = {
  name: 'Arguments that come before the name show their bytes without one, in the same row',
  ...on(
    written({
      'arguments come': [{ type: 'tool_args_delta', callId: 'c1', delta: '{"path":' }],
      'the name comes': [{ type: 'tool_call_started', callId: 'c1', name: 'Write' }],
      'the rest comes': [{ type: 'tool_args_delta', callId: 'c1', delta: '"a.js"}' }],
    }),
    { trace: 'full' },
  ),
  play: acts(async ({ at, live }) => {
    const rows = countRows(live.element);
    const unnamed = 'Preparing a tool call…';
    await at('arguments come', { rows: [`${unnamed} 8 B`], line: unnamed, bytes: '8 B' });
    await at('the name comes', { rows: ['Preparing Write… 8 B'], line: 'Preparing Write…', bytes: '8 B' });
    await at('the rest comes', { rows: ['Preparing Write… 15 B'], line: 'Write: a.js', bytes: '15 B' });
    await expect(rows()).toBe(1);
  }),
};

const manyDeltas = written(
  Object.fromEntries([
    ['the call begins', [{ type: 'tool_call_started', callId: 'c1', name: 'Write' }] as const],
    ...Array.from(
      { length: 200 },
      (_, index) => [`delta ${index}`, [{ type: 'tool_args_delta', callId: 'c1', delta: '0123456789' }]] as const,
    ),
  ]),
);

/** R4.6 */
export const ManyDeltas: Story = {
  name: 'Many deltas, one row',
  ...on(manyDeltas, { trace: 'full' }),
  play: acts(async ({ at, live }) => {
    const rows = countRows(live.element);
    await at('the call begins', { rows: ['Preparing Write… 0 B'] });
    for (let index = 0; index < 200; index += 20) await at(`delta ${index}`);
    await at('delta 199', { rows: ['Preparing Write… 2.0 KB'], bytes: '2.0 KB' });
    await expect(rows()).toBe(1);
  }),
};
