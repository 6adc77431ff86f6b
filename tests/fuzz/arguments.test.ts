import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newReader, readOn } from '../../src/logic/argumentReader.ts';
import {
  type AgentEvent,
  callArguments,
  emptyThread,
  parseArguments,
  reduce,
  toolPreview,
} from '../../src/logic/index.ts';
import type { ToolCall } from '../../src/logic/thread.ts';
import { argumentsOf } from '../reference/arguments.ts';
import { runs } from './runs.ts';

const string = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('', '__proto__', 'description', '10', '2', '"\\', '\ud83d\ude80', '\ud83d', 'a,b:{[', '\u2028\n'),
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    string,
    fc.constantFrom(null, true, false, 0, -1.5, 12, 1e21),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(string, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

/** Members in the order in which they are written; `escaped`: every character as an escape. */
const members = fc.uniqueArray(fc.tuple(string, value), { selector: ([name]) => name, maxLength: 4 });

function textOf(pairs: readonly (readonly [string, unknown])[], space: string, escaped: boolean): string {
  const written = (each: unknown) => {
    const json = JSON.stringify(each);
    return escaped
      ? json.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : json;
  };
  return `{${pairs.map(([name, each]) => `${space}${written(name)}:${space}${written(each)}`).join(',')}${space}}`;
}

const written = fc
  .tuple(members, fc.constantFrom('', ' ', '\n  '), fc.boolean())
  .map(([pairs, space, escaped]) => ({ pairs, text: textOf(pairs, space, escaped) }));

test('R3.2: any beginning of an object gives its members in written order, as far as they can be read', {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(written, ({ pairs, text }) => {
      const beginnings = Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end));
      expect(beginnings.map(parseArguments)).toEqual(beginnings.map(argumentsOf));
      const isBeginning = ([name, known]: readonly [string, unknown], i: number) =>
        name === pairs[i]?.[0] && (typeof known !== 'string' || String(pairs[i]?.[1]).startsWith(known));
      expect(beginnings.every((each) => parseArguments(each).every(isBeginning))).toBe(true);
      expect(parseArguments(text)).toEqual(pairs.map(([name, each]) => [name, JSON.parse(JSON.stringify(each))]));
      expect(Object.fromEntries(parseArguments(text))).toEqual(JSON.parse(text));
    }),
    runs(100),
  );
});

test('R3.2: no text at all makes it throw', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\\u',
    '\\ud83d',
    'a',
    '1',
    'null',
    ' ',
    '\0',
    '"__proto__":',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(toolPreview({ name: 'x', args: text }).length).toBeLessThanOrEqual(text.length + 8);
      expect(Array.isArray(parseArguments(text))).toBe(true);
    }),
    runs(500),
  );
});

function pieces(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return at.slice(1).map((end, i) => text.slice(at[i], end));
}

test('R3.2: read in any pieces it is the same, and a call shows at every step what its text shows', {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(written, fc.array(fc.nat(200), { maxLength: 8 }), ({ text }, cuts) => {
      const started: AgentEvent = { type: 'tool_call_started', callId: 'c', name: 'x', title: 'Title' };
      let thread = reduce(emptyThread, started);
      let reader = newReader;
      let sofar = '';
      for (const delta of pieces(text, cuts)) {
        reader = readOn(reader, delta);
        sofar += delta;
        thread = reduce(thread, { type: 'tool_args_delta', callId: 'c', delta });
        const call = thread.rounds.at(0)?.items.at(0) as ToolCall;
        expect(callArguments(call)).toEqual(parseArguments(sofar));
        expect(toolPreview(call)).toBe(toolPreview({ name: 'x', title: 'Title', args: sofar }));
        expect(call.byteCount).toBe(new TextEncoder().encode(sofar).length);
      }
      const whole = readOn(newReader, text);
      expect({ ...reader, members: [...reader.members] }).toEqual({ ...whole, members: [...whole.members] });
    }),
    runs(300),
  );
});
