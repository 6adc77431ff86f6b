import { known } from '../../adapters/json.ts';
import { checkFault } from './checkFault.ts';
import { type Fault, FaultError, type FaultName, faultNames, isFaultName, type Where } from './fault.ts';

/** How a text may go on after the name: with a number, with a place. */
const takes: Readonly<Record<FaultName, 'nothing' | 'number' | 'place' | 'both'>> = {
  'one-byte': 'both',
  recut: 'number',
  merge: 'number',
  'split-utf8': 'both',
  'split-crlf': 'nothing',
  stall: 'both',
  slow: 'number',
  heartbeat: 'number',
  duplicate: 'place',
  swap: 'place',
  'cut-line': 'place',
  reset: 'place',
  'http-error': 'number',
  truncate: 'place',
};

/**
 * A fault as a command line names it: `split-utf8`, `stall:2000`, `reset@0.5` (half of the bytes) or `reset@50%`,
 * `reset@12` (after 12 chunks), `stall:2000@12`. After the colon stands the number that the fault takes.
 * @throws {FaultError} for what is none.
 */
export function faultOf(text: string): Fault {
  const fail = (problem: string) => new FaultError(`The fault "${text}" ${problem}`);
  const [, name = '', number, place] = /^([^:@]*)(?::([^@]*))?(?:@(.*))?$/s.exec(text.trim()) ?? [];
  if (!isFaultName(name)) throw fail(`is not known; known are ${faultNames.join(', ')}.`);
  const taken = takes[name];
  if (number !== undefined && taken !== 'number' && taken !== 'both') throw fail('takes no number.');
  if (place !== undefined && taken !== 'place' && taken !== 'both') throw fail('has no place.');
  const value = number === undefined ? undefined : numberOf(number);
  if (Number.isNaN(value)) throw fail(`needs a number after the colon.`);
  const at = place === undefined ? undefined : whereOf(place);
  if (at === null) throw fail('needs a share (0.5 or 50%) or a number of chunks (12) after the @.');
  const fault = build(name, value, at);
  checkFault(fault);
  return fault;
}

function build(name: FaultName, value: number | undefined, at: Where | undefined): Fault {
  switch (name) {
    case 'one-byte':
      return known<Fault>({ name, bytes: value, at });
    case 'recut':
      return known<Fault>({ name, size: value });
    case 'merge':
      return known<Fault>({ name, count: value });
    case 'split-utf8':
      return known<Fault>({ name, characters: value, at });
    case 'split-crlf':
      return { name };
    case 'stall':
      return known<Fault>({ name, ms: value, at });
    case 'slow':
      return known<Fault>({ name, factor: value });
    case 'heartbeat':
      return known<Fault>({ name, ms: value });
    case 'http-error':
      return known<Fault>({ name, status: value });
    default:
      return known<Fault>({ name, at });
  }
}

const numberOf = (text: string) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

/** `null` for what says no place. */
function whereOf(text: string): Where | null {
  const value = numberOf(text.replace(/%$/, ''));
  if (Number.isNaN(value)) return null;
  if (text.endsWith('%')) return { share: value / 100 };
  return text.includes('.') ? { share: value } : { chunk: value };
}
