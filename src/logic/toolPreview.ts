import type { Argument, ArgumentReader, PreviewSource } from './argumentReader.ts';
import { growHead, isBlank, isFullHead, previewOfHead } from './excerpt.ts';
import { parseJson, parsePartialJson } from './json.ts';
import { parseArguments } from './parseArguments.ts';
import { type CallReading, reading } from './reading.ts';

/** A call, or what asks for one: an item of a thread, or any object of this shape. */
export interface PreviewedCall {
  readonly name: string;
  readonly args?: unknown;
  readonly title?: string;
  readonly [reading]?: CallReading;
}

/**
 * What a call is about, on one line (SPEC R3.1): its `description`, else its first other argument,
 * without arguments its title; at most 80 characters (R3.3).
 */
export function toolPreview(call: PreviewedCall): string {
  const known = call[reading];
  if (known?.preview.text !== undefined) return known.preview.text;
  const text = previewOfHead(known?.reader ? headOfReader(known.reader, call) : headOfValue(call));
  if (known) known.preview.text = text;
  return text;
}

function headOfReader({ phase, description, first }: ArgumentReader, call: PreviewedCall): string {
  if (phase === 'text') return headOfValue(call);
  return description ?? (first ? headOfSource(first) : growHead('', call.title ?? ''));
}

function headOfSource({ head, raw }: PreviewSource): string {
  return raw ? headOf(parseJson(head) ?? parsePartialJson(head)) : head;
}

function headOfValue(call: PreviewedCall): string {
  const pairs = parseArguments(call.args);
  const description = pairs.find(isDescription)?.[1];
  if (typeof description === 'string') return growHead('', description);
  const first = pairs.find(([name]) => name !== 'description');
  return first ? headOf(first[1]) : growHead('', call.title ?? '');
}

function isDescription([name, value]: Argument): boolean {
  return name === 'description' && typeof value === 'string' && !isBlank(value);
}

/** The beginning of what a value looks like (SPEC R3.1). */
function headOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return growHead('', value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every(isSimple)) return headOfList(value);
  return growHead('', stringify(value));
}

function isSimple(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function headOfList(values: readonly unknown[]): string {
  let head = '';
  for (const value of values) {
    if (isFullHead(head)) break;
    if (value !== null) head = growHead(head, `${head === '' ? '' : ', '}${String(value)}`);
  }
  return head;
}

function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than the engine writes.
    return '';
  }
}
