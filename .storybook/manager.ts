import { addons } from 'storybook/manager-api';
import { theme } from './theme.ts';

addons.setConfig({
  theme,
  // Every group is a folder, so that they stand in the order of preview.tsx.
  sidebar: { showRoots: false },
  enableShortcuts: false,
  panelPosition: 'bottom',
  toolbar: {
    'open-in-editor': { hidden: true },
    share: { hidden: true },
    zoom: { hidden: true },
  },
});
