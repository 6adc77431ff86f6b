/**
 * How many checks ended how.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * @param {readonly Partial<Tally>[]} tallies
 * @returns {Tally}
 */
export function add(...tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed = 0, failed = 0, skipped = 0 } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The line that closes a test run. @param {Tally} tally */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * The part of Vitest's JSON report that is counted.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly { status: string, assertionResults: readonly unknown[] }[]} testResults one a file
 */

/**
 * The tally of a run of Vitest. A file that could not be loaded counts as one failed test, and so does a run that
 * failed with no failed test: it died, or an error was thrown outside of the tests.
 * @param {number} code its exit code
 * @param {() => Report} read throws when there is no report
 * @returns {Tally}
 */
export function countOf(code, read) {
  const counted = tryTo(read);
  if (!counted) return add({ failed: 1 });
  const unloaded = counted.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = counted.numFailedTests + unloaded.length;
  return add({
    passed: counted.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: counted.numPendingTests + counted.numTodoTests,
  });
}

/** @param {() => Report} read */
function tryTo(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
