import type { Reel } from '../format.ts';
import { createRandom, type Random } from '../random.ts';
import { checkFault } from './checkFault.ts';
import { merge, oneByte, recut, splitCrlf, splitUtf8 } from './cuts.ts';
import { httpError, reset, truncate } from './ends.ts';
import { type Fault, isLossless } from './fault.ts';
import { heartbeat } from './heartbeats.ts';
import { slow, stall } from './pauses.ts';
import { reelOf, type Tape, tapeOf } from './tape.ts';
import { cutLine, duplicate, swap } from './wrongs.ts';

/**
 * A reel as a bad network or a bad server would have let it through (SPEC R7.5): each fault takes what the one before
 * it left. Pure: the same seed gives the same reel. Times, markers and the counts of the end line are those of the new
 * bytes; of a reel that lost something the header expects nothing any more.
 * @throws {FaultError} for a fault that cannot be, as a share above 1.
 */
export function withFaults(reel: Reel, faults: readonly Fault[] = [], seed = 1): Reel {
  if (faults.length === 0) return reel;
  const tape = faults.reduce((before, fault, i) => {
    checkFault(fault);
    // Each has numbers of its own: a fault more or less before it does not move it.
    return withFault(before, fault, createRandom(seed + i * 0x9e3779b9));
  }, tapeOf(reel));
  return reelOf(faults.every(isLossless) ? tape : expectingNothing(tape));
}

function withFault(tape: Tape, fault: Fault, random: Random): Tape {
  switch (fault.name) {
    case 'one-byte':
      return oneByte(tape, random, fault.bytes, fault.at);
    case 'recut':
      return recut(tape, random, fault.size);
    case 'merge':
      return merge(tape, random, fault.count);
    case 'split-utf8':
      return splitUtf8(tape, random, fault.characters, fault.at);
    case 'split-crlf':
      return splitCrlf(tape);
    case 'stall':
      return stall(tape, random, fault.ms, fault.at);
    case 'slow':
      return slow(tape, fault.factor);
    case 'heartbeat':
      return heartbeat(tape, random, fault.ms);
    case 'duplicate':
      return duplicate(tape, random, fault.at);
    case 'swap':
      return swap(tape, random, fault.at);
    case 'cut-line':
      return cutLine(tape, random, fault.at);
    case 'reset':
      return reset(tape, random, fault.at);
    case 'http-error':
      return httpError(tape, fault.status, fault.body);
    case 'truncate':
      return truncate(tape, random, fault.at);
  }
}

function expectingNothing({ header: { expect: _, ...header }, ...tape }: Tape): Tape {
  return { ...tape, header };
}
