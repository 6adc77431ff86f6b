import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../src/reel/index.ts';
import { eventSequences } from './events.ts';
import { runs } from './runs.ts';

test('R7.4: of any events in any order the check finds nothing wrong with the fold', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(eventSequences({ markers: false }), fc.nat(), (events, seed) => {
      const log = [{ type: 'run_started', runId: 'r0' }, ...events]
        .map((event) => `${JSON.stringify(event)}\n`)
        .join('');
      const { findings } = check(log, { format: 'runreel', seed });
      expect(findings.filter(({ rule }) => rule !== 'R5.4' && rule !== 'section 8')).toEqual([]);
    }),
    runs(100),
  );
});
