import { afterEach } from 'vitest';

// Only tests in a DOM pay for the DOM's tools.
if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
