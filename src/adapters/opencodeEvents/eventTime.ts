import { type JsonObject, member, number, text } from '../json.ts';

/** An event's id begins with the low bits of its time: 36 bits of milliseconds, then a counter of 12 bits. */
const ID = /^evt_([0-9a-f]{12})/;
const COUNTER = 2 ** 12;
const WRAP = 2 ** 36;

/**
 * When events of the bus happened. Few carry their time, but every id holds it, up to a multiple of 795 days that any
 * whole time before tells. Without such ids there is no time at all: two clocks would be mixed.
 */
export function createEventTime(): (event: JsonObject, properties: unknown) => number | undefined {
  let reference: number | undefined;
  return (event, properties) => {
    const bits = ID.exec(text(event, 'id') ?? '')?.[1];
    if (bits === undefined) return undefined;
    reference ??= wholeTime(properties);
    if (reference === undefined) return undefined;
    const low = Math.floor(Number.parseInt(bits, 16) / COUNTER);
    const ahead = (((low - (reference % WRAP)) % WRAP) + WRAP) % WRAP;
    reference += ahead < WRAP / 2 ? ahead : ahead - WRAP;
    return reference;
  };
}

function wholeTime(properties: unknown): number | undefined {
  const time = member(member(properties, 'info'), 'time');
  return number(properties, 'time') ?? number(time, 'updated') ?? number(time, 'completed') ?? number(time, 'created');
}
