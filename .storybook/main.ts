import type { StorybookConfig } from '@storybook/react-vite';
import { reelIndexer } from '../src/storybook/preset/indexer.ts';
import { reelModules } from '../src/storybook/preset/reelModule.ts';

const config: StorybookConfig = {
  stories: [
    '../src/**/*.mdx',
    '../src/**/*.stories.@(ts|tsx)',
    '../tests/acceptance/**/*.stories.@(ts|tsx)',
    '../fixtures/**/*.reel.jsonl',
  ],
  experimental_indexers: (indexers) => [...(indexers ?? []), reelIndexer],
  viteFinal: (config) => ({ ...config, plugins: [reelModules(), ...(config.plugins ?? [])] }),
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: { name: '@storybook/react-vite', options: {} },
  // The service worker that msw made; make it again after an upgrade: npx msw init public --save=false
  staticDirs: ['../public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // What a designer does not need.
  features: {
    actions: false,
    backgrounds: false,
    changeDetection: false,
    measure: false,
    menuOnboardingChecklist: false,
    outline: false,
    sidebarOnboardingChecklist: false,
  },
  typescript: { reactDocgen: 'react-docgen' },
};

export default config;
