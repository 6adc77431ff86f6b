import { describe, expect, it } from 'vitest';
import { paceOf } from './pace.ts';

describe('R7.2: the pace of an imported log', () => {
  it('is that of the times that are known', () => {
    expect(paceOf([1000, 1000, 1700], 50)).toEqual({ times: [0, 0, 700], isKnown: true, start: 1000 });
  });

  it('is steady where none is known, or one alone', () => {
    expect(paceOf([undefined, undefined, undefined], 20)).toEqual({ times: [0, 20, 40], isKnown: false });
    expect(paceOf([undefined, 1000, 1000], 20)).toEqual({ times: [0, 20, 40], isKnown: false, start: 1000 });
  });

  it('puts what has no time after what came before it, closer where the next time comes sooner', () => {
    const { times } = paceOf([undefined, 1000, undefined, 1010, undefined, undefined, 9000, undefined], 50);
    expect(times).toEqual([0, 0, 5, 10, 60, 110, 8000, 8050]);
  });

  it('never goes back, whatever the clocks say', () => {
    expect(paceOf([1000, 400, 1500, Number.NaN, 1200], 50).times).toEqual([0, 0, 500, 500, 500]);
  });
});
