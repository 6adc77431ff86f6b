import { isBlank } from '../../logic/excerpt.ts';
import { parseJson, parsePartialJson, writeJson } from '../../logic/json.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Call } from './parts.ts';

/**
 * Whether a model made this call. One whose arguments never became whole, and which nobody ran, asked about or
 * answered, was cut off while it was being written: its model never said it.
 */
export function isCalled({ name, args, argsAre, isRunning, isAsked, answer, denial }: Call): boolean {
  if (isBlank(name)) return false;
  if (isRunning || isAsked || answer || denial || argsAre === 'whole') return true;
  return typeof args === 'string' && isObject(parseJson(args));
}

/** The arguments of a call as the object that providers want: of an incomplete text what can be read. */
export function inputObject(args: unknown): JsonObject {
  const value = typeof args === 'string' ? readText(args) : args;
  if (value === undefined || value === null || value === '') return {};
  const plain = parseJson(writeJson(wellFormed(value)) ?? '');
  if (isObject(plain)) return plain;
  return plain === undefined || plain === null ? {} : { input: plain };
}

function readText(args: string): unknown {
  const value = parseJson(args) ?? parsePartialJson(args);
  if (value !== undefined) return value;
  return isBlank(args) ? undefined : args;
}

const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/** The same as a text: the very one that the model wrote where that is an object. */
export function inputText(args: unknown): string {
  const isOwn = typeof args === 'string' && isObject(parseJson(args)) && !SURROGATE_ESCAPE.test(args);
  return isOwn && args.isWellFormed() ? args : JSON.stringify(inputObject(args));
}

/** A value without halves of characters: a server takes a request that holds one for no JSON at all. */
function wellFormed(value: unknown): unknown {
  const text = writeJson(value);
  if (text === undefined || !SURROGATE_ESCAPE.test(text)) return value;
  return JSON.parse(text, (_, one: unknown) => {
    if (typeof one === 'string') return one.toWellFormed();
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name.toWellFormed(), inner]));
  });
}
