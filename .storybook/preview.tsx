import type { Preview } from '@storybook/react-vite';
import { mswLoader } from 'msw-storybook-addon/csf3';
import '../src/styles/tokens.css';
import '../src/styles/light.css';
import '../src/styles/dark.css';
import { ComponentPage } from './ComponentPage.tsx';
import './preview.css';
import { switches, withSurroundings } from './surroundings.tsx';
import { theme } from './theme.ts';
import { startWorker } from './worker.ts';

/** What a component's docstring says, without the rules that it names: those are for who changes it. */
function descriptionOf(component: { readonly __docgenInfo?: { readonly description?: string } } | undefined): string {
  return (component?.__docgenInfo?.description ?? '').replace(/\s*\(SPEC [^)]*\)/g, '');
}

const preview: Preview = {
  tags: ['autodocs'],
  loaders: [mswLoader(startWorker)],
  decorators: [withSurroundings],
  globalTypes: switches,
  initialGlobals: { theme: 'light', language: 'en', direction: 'ltr' },
  parameters: {
    a11y: { test: 'error' },
    controls: { expanded: true },
    docs: { theme, page: ComponentPage, extractComponentDescription: descriptionOf },
    options: {
      storySort: { order: ['Start', 'Runs', 'Components', 'States', 'Acceptance', 'Foundations'] },
    },
    viewport: {
      options: {
        narrow: { name: 'Narrow, 320 px', styles: { width: '320px', height: '100%' } },
        panel: { name: 'Side panel, 480 px', styles: { width: '480px', height: '100%' } },
        page: { name: 'Page, 1024 px', styles: { width: '1024px', height: '100%' } },
      },
    },
  },
};

export default preview;
