import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyThread, reduce } from '../../src/logic/index.ts';
import { ReferenceFold } from '../reference/fold.ts';
import { project } from '../reference/project.ts';
import { eventSequences } from './events.ts';
import { runs } from './runs.ts';

test('R1–R5: after every event of any sequence the thread shows what the reference shows', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(eventSequences(), (events) => {
      const reference = new ReferenceFold();
      let thread = emptyThread;
      for (const event of events) {
        reference.push(event);
        thread = reduce(thread, event);
        expect(project(thread)).toEqual(reference.shown());
      }
    }),
    runs(300),
  );
});
