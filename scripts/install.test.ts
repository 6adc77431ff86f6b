import { describe, expect, it } from 'vitest';
import { needsInstall } from './install.mjs';

describe('installing before a start or a test', () => {
  it.each([
    ['nothing is installed', { lock: 'a', lockTime: 2 }, true],
    ['the stamp is of this lock, whatever the times say', { lock: 'a', stamp: 'a', lockTime: 2, recordTime: 1 }, false],
    ['the lock changed since', { lock: 'b', stamp: 'a', lockTime: 2, recordTime: 1 }, true],
    ['someone ran npm after the change', { lock: 'b', stamp: 'a', lockTime: 2, recordTime: 3 }, false],
    ['someone ran npm, and there is no stamp yet', { lock: 'a', lockTime: 2, recordTime: 3 }, false],
    ['there is no stamp, and the lock is newer', { lock: 'a', lockTime: 2, recordTime: 1 }, true],
  ])('%s', (_, installed, needed) => expect(needsInstall(installed)).toBe(needed));
});
