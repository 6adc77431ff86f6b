import { member } from '../../src/adapters/json.ts';
import { parseJson } from '../../src/logic/json.ts';

/** The time that an agent wrote into a line or an SSE frame of its own, in milliseconds since the epoch. */
export function timestampOf(line: string): number | undefined {
  const timestamp = member(parseJson(line.replace(/^data: ?/, '')), 'timestamp');
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}
