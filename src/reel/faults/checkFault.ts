import { type Fault, FaultError, type Where } from './fault.ts';

/**
 * @throws {FaultError} for a number that the fault cannot take.
 */
export function checkFault(fault: Fault): void {
  const problem = ('at' in fault ? problemAt(fault.at) : undefined) ?? problemOf(fault);
  if (problem !== undefined) throw new FaultError(`The fault "${fault.name}": ${problem}`);
}

function problemAt(at: Where | undefined): string | undefined {
  if (!at) return undefined;
  if ('chunk' in at) return wrong('the number of chunks before it', at.chunk, isCount);
  return at.share >= 0 && at.share <= 1 ? undefined : `its share ${at.share} is not from 0 to 1.`;
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isSize = (value: number) => Number.isSafeInteger(value) && value > 0;
const isErrorStatus = (value: number) => Number.isInteger(value) && value >= 400 && value <= 599;

function problemOf(fault: Fault): string | undefined {
  switch (fault.name) {
    case 'one-byte':
      return wrong('the number of bytes', fault.bytes, isSize);
    case 'split-utf8':
      return wrong('the number of characters', fault.characters, isSize);
    case 'recut':
      return wrong('the size', fault.size, isSize);
    case 'merge':
      return wrong('the number of chunks', fault.count, isSize);
    case 'stall':
      return wrong('its milliseconds', fault.ms, isCount);
    case 'heartbeat':
      return wrong('its milliseconds', fault.ms, isSize);
    case 'slow':
      return wrong('the factor', fault.factor, (value) => value > 0 && Number.isFinite(value));
    case 'http-error':
      return wrong('the status', fault.status, isErrorStatus);
    default:
      return undefined;
  }
}

function wrong(what: string, value: number | undefined, isGood: (value: number) => boolean): string | undefined {
  return value === undefined || isGood(value) ? undefined : `${what} cannot be ${value}.`;
}
