import path from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.mjs';

// Only looked up here; fetching one is the work of scripts/test.mjs.
const browser = findBrowser();

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: [
            '{src,recorder,scripts}/**/*.test.{ts,tsx}',
            'tests/{bench,conformance,fuzz,docs}/**/*.test.{ts,tsx}',
          ],
          // A test that needs a DOM says so in its first line: // @vitest-environment jsdom
          environment: 'node',
          setupFiles: ['./tests/setup/unit.ts'],
        },
      },
      {
        test: {
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          globalSetup: ['./tests/package/build.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [storybookTest({ configDir: path.join(import.meta.dirname, '.storybook') })],
        test: {
          name: 'storybook',
          // One page for all story files: a fifth of the time, and no story leaves anything behind.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(browser ? { executablePath: browser } : {}),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
