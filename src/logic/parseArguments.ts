import { type Argument, type ArgumentReader, newReader, readableMember, readOn } from './argumentReader.ts';
import { isBlank } from './excerpt.ts';
import { parseJson } from './json.ts';
import { type CallReading, reading } from './reading.ts';

/**
 * The arguments of a call as pairs in written order (SPEC R3.2): of an object, of a JSON text, of
 * one that still streams (all whole members and the readable part of the one being written), of
 * nothing. A text that is no JSON object is one argument without a name.
 */
export function parseArguments(args: unknown): readonly Argument[] {
  if (typeof args === 'string') return argumentsOf(readOn(newReader, args), args);
  if (args === undefined || args === null) return [];
  if (typeof args !== 'object' || Array.isArray(args)) return [['', args]];
  try {
    return Object.entries(args);
  } catch {
    // An object of the app's own whose getter throws.
    return [['', args]];
  }
}

/**
 * The same for an item of a thread, without reading its text anew: what the reducer read while the
 * text streamed in is at hand.
 */
export function callArguments(call: {
  readonly args?: unknown;
  readonly [reading]?: CallReading;
}): readonly Argument[] {
  const reader = call[reading]?.reader;
  return reader && typeof call.args === 'string' ? argumentsOf(reader, call.args) : parseArguments(call.args);
}

function argumentsOf({ phase, members, raw }: ArgumentReader, text: string): readonly Argument[] {
  if (phase === 'text') {
    const value = parseJson(text);
    return value === null || isBlank(text) ? [] : [['', value ?? text]];
  }
  const open = readableMember(raw);
  const pairs = [...members, ...(open ? [open] : [])];
  // As in JSON the last value of a name counts, at the place of its first.
  const byName = new Map(pairs);
  return byName.size === pairs.length ? pairs : [...byName];
}
