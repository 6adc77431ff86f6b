import type { Meta, StoryObj } from '@storybook/react-vite';
import { Icon, iconNames, Spinner } from '../../components/Icon/Icon.tsx';
import './Foundations.css';

/** What all components are made of. An app changes them by setting the custom properties. */
const meta = { title: 'Foundations', tags: ['!autodocs'], parameters: { layout: 'padded' } } satisfies Meta;

export default meta;

const colours: readonly (readonly [token: string, role: string])[] = [
  ['ink', 'The answer: the only thing at full contrast'],
  ['ink-2', 'Run line, trace, controls'],
  ['ink-3', 'Labels, numbers, icons'],
  ['surface', 'Behind everything'],
  ['surface-2', 'Behind the user’s words, code and output'],
  ['surface-3', 'Chips, things under the pointer'],
  ['line', 'Hairlines'],
  ['line-2', 'Borders of cards and buttons'],
  ['accent', 'What the reader can do'],
  ['accent-ink', 'Text on the accent'],
  ['focus', 'The focus ring'],
  ['danger', 'What failed'],
  ['danger-soft', 'Behind a failure'],
  ['warning', 'What waits for the reader'],
  ['warning-soft', 'Behind what waits'],
  ['success', 'What went well'],
  ['added', 'Lines that an edit added'],
  ['removed', 'Lines that an edit removed'],
];

/** Colours by role, not by hue; each theme is a set of the same names. */
export const Colours: StoryObj = {
  render: () => (
    <ul className="foundations-list">
      {colours.map(([token, role]) => (
        <li key={token} className="foundations-row">
          <span className="foundations-swatch" style={{ background: `var(--rr-${token})` }} />
          <code className="foundations-name">--rr-{token}</code>
          <span>{role}</span>
        </li>
      ))}
    </ul>
  ),
};

const sizes: readonly (readonly [token: string, use: string, face: string])[] = [
  ['text-answer', 'Answer', 'sans'],
  ['text-control', 'Run line, trace, controls', 'sans'],
  ['text-number', 'Durations and sizes', 'sans'],
  ['text-code', 'Tool names', 'mono'],
  ['text-output', 'Output of tools', 'mono'],
  ['text-chip', 'Chips', 'sans'],
];

/** Sizes and line heights; numbers are tabular. */
export const Type: StoryObj = {
  render: () => (
    <ul className="foundations-list">
      {sizes.map(([token, use, face]) => (
        <li key={token} className="foundations-row">
          <code className="foundations-name">--rr-{token}</code>
          <span className="foundations-sample" data-face={face} style={{ font: sampleFont(token, face) }}>
            {use}: 0:42, 1.4 KB
          </span>
        </li>
      ))}
    </ul>
  ),
};

function sampleFont(token: string, face: string): string {
  const family = face === 'mono' ? 'var(--rr-mono)' : 'var(--rr-font, Inter, ui-sans-serif, system-ui, sans-serif)';
  return `400 var(--rr-${token}) ${family}`;
}

/** Lucide, 16 px, one stroke width. */
export const Icons: StoryObj = {
  render: () => (
    <ul className="foundations-list" data-columns>
      {iconNames.map((name) => (
        <li key={name} className="foundations-row">
          <Icon name={name} />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  ),
};

/** The spinner turns in 0.9 s; things open in 160 ms; with reduced motion nothing moves. */
export const Motion: StoryObj = {
  render: () => (
    <p className="foundations-row">
      <Spinner /> Something is going on
    </p>
  ),
};
