import type { Meta } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { acts, on, type Story } from './support/stage.tsx';
import { written } from './support/written.ts';

const meta: Meta = { title: 'Acceptance/German', tags: ['!autodocs'], globals: { language: 'de' } };
export default meta;

const run = written({
  'it thinks': [
    { type: 'turn_started', turnId: 't1' },
    { type: 'thinking_delta', delta: 'Erst die Tests.' },
  ],
  'a call is in preparation': [
    { type: 'text_delta', delta: 'Ich baue es.' },
    { type: 'tool_call_started', callId: 'c1', name: 'Bash' },
  ],
  'its arguments stream': [
    { type: 'tool_args_delta', callId: 'c1', delta: '{"description":"Build with tests","command":"' },
    { type: 'tool_args_delta', callId: 'c1', delta: 'x'.repeat(1390) },
  ],
  'the tool runs': [
    { type: 'tool_args_delta', callId: 'c1', delta: '"}' },
    { type: 'tool_call_ready', callId: 'c1' },
  ],
  'it asks': [
    { type: 'tool_call_finished', callId: 'c1', result: 'ok' },
    { type: 'tool_call_started', callId: 'c2', name: 'rm', args: { path: 'build' } },
    { type: 'approval_requested', approvalId: 'p1', name: 'rm', callId: 'c2' },
  ],
  'the next turn begins': [
    { type: 'approval_resolved', approvalId: 'p1', decision: 'denied' },
    { type: 'turn_started', turnId: 't2' },
  ],
  'it writes': [{ type: 'text_delta', delta: 'Gebaut.' }],
  'the run ends': [{ type: 'run_finished', outcome: 'completed' }],
});

/** R1, R2, R3.4, R4.8, R6.4: the words of the seed */
export const InGerman: Story = {
  name: 'Die Laufzeile nennt den aktuellen Schritt, und der letzte Text bleibt sichtbar',
  globals: { language: 'de' },
  ...on(run, { trace: 'full' }),
  play: acts(async ({ at, live, reload }) => {
    await at(0, { line: 'Arbeitet…', dots: true });
    const thought = 'Nachdenken: Erst die Tests.';
    await at('it thinks', { line: thought, rows: [thought], dots: true });
    const answer = 'Ich baue es.';
    await at('a call is in preparation', {
      line: 'Bash wird vorbereitet…',
      rows: [thought, 'Bash wird vorbereitet… 0 B'],
      answer,
      dots: false,
    });
    await at('its arguments stream', {
      line: 'Bash: Build with tests',
      bytes: '1,4 KB',
      rows: [thought, 'Bash wird vorbereitet… 1,4 KB'],
      answer,
    });
    const call = 'Bash: Build with tests';
    await at('the tool runs', { line: call, rows: [thought, call], answer, dots: false });
    await at('it asks', { line: 'Wartet auf Freigabe: rm: build', questions: ['Darf rm das ausführen?'], answer });
    await expect(within(live.element).getByRole('button', { name: 'Einmal erlauben' })).toBeVisible();
    const rows = [thought, call, 'rm: build', 'Freigabe: rm: build'];
    await at('the next turn begins', { line: 'Arbeitet…', rows, answer, dots: false });
    const all = [thought, `Text: ${answer}`, ...rows.slice(1)];
    await at('it writes', { line: 'Arbeitet…', rows: all, answer: 'Gebaut.' });
    // The second in which it waited for its reader does not count.
    await at('the run ends', { line: 'Fertig nach 7 s · 3 Schritte', rows: all, answer: 'Gebaut.', dots: false });
    await (await reload()).expectSameAs(live);
  }),
};
