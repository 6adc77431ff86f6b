import { create } from 'storybook/theming/create';

// The kit's light theme (src/styles/light.css); Storybook takes values, not variables.
const ink = '#1b1f24';
const ink2 = '#59636e';
const surface = '#ffffff';
const surface2 = '#f4f5f7';
const line = '#dfe2e6';
const accent = '#0b62d6';

/** Of everything around the stories: the manager and the docs pages. */
export const theme = create({
  base: 'light',
  brandTitle: 'runreel',
  brandUrl: './',
  brandTarget: '_self',
  fontBase: 'Inter, ui-sans-serif, system-ui, "Segoe UI", "DejaVu Sans", sans-serif',
  fontCode: 'ui-monospace, "SF Mono", "JetBrains Mono", "DejaVu Sans Mono", Menlo, monospace',
  colorPrimary: accent,
  colorSecondary: accent,
  appBg: surface2,
  appContentBg: surface,
  appPreviewBg: surface,
  appBorderColor: line,
  appBorderRadius: 8,
  textColor: ink,
  textMutedColor: ink2,
  barTextColor: ink2,
  barHoverColor: accent,
  barSelectedColor: accent,
  barBg: surface,
  inputBorder: line,
  inputBorderRadius: 7,
});
