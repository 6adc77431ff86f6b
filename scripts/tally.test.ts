import { describe, expect, it } from 'vitest';
import { add, countOf, summary } from './tally.mjs';

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

describe('the tally of a test run', () => {
  it('adds up, and reads as one plain line', () => {
    expect(summary(add({ passed: 1 }, { passed: 2, failed: 1 }, { skipped: 4 }))).toBe('3 passed, 1 failed, 4 skipped');
  });

  it('counts what the report counts', () => {
    expect(countOf(0, () => report)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  });

  it('counts a file that could not be loaded as a failed test', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    expect(countOf(1, () => ({ ...report, testResults })).failed).toBe(1);
  });

  it('fails a run that failed without a failed test, and one without a report', () => {
    expect(countOf(1, () => report).failed).toBe(1);
    const missing = () => {
      throw new Error('no such file');
    };
    expect(countOf(0, missing)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
