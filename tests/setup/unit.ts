import { afterEach, expect } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

// A component's test renders, so it gets a DOM unasked; any other test asks with "@vitest-environment jsdom".
if (typeof document === 'undefined' && expect.getState().testPath?.endsWith('.tsx')) {
  await builtinEnvironments.jsdom.setup(globalThis, {});
}

// Only tests in a DOM pay for the DOM's tools.
if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
