import { type ArgumentReader, readableMember } from './argumentReader.ts';
import { growHead, isBlank, isFullHead, previewOfHead } from './excerpt.ts';
import { writeJson } from './json.ts';
import { parseArguments } from './parseArguments.ts';
import { type CallReading, reading } from './reading.ts';

/** A call, or what asks for one: an item of a thread, or any object of this shape. */
export interface PreviewedCall {
  readonly name: string;
  readonly args?: unknown;
  readonly title?: string | undefined;
  readonly [reading]?: CallReading;
}

/**
 * What a call is about, on one line (SPEC R3.1): its `description`, else its first other argument,
 * without arguments its title; at most 80 characters (R3.3).
 */
export function toolPreview(call: PreviewedCall): string {
  const cell = call[reading]?.preview ?? {};
  cell.text ??= previewOfHead(headOfCall(call));
  return cell.text;
}

function headOfCall(call: PreviewedCall): string {
  const pairs = readPairs(call[reading]?.reader) ?? parseArguments(call.args);
  const description = pairs.find(([name]) => name === 'description')?.[1];
  if (typeof description === 'string' && !isBlank(description)) return growHead('', description);
  const first = pairs.find(([name]) => name !== 'description');
  return first ? headOf(first[1]) : growHead('', call.title ?? '');
}

/** The members that a preview is made of, as far as they have come. */
function readPairs(reader: ArgumentReader | undefined) {
  if (!reader || reader.phase === 'text') return undefined;
  return [readableMember(reader.description), readableMember(reader.first)].filter((pair) => pair !== undefined);
}

/** The beginning of what a value looks like (SPEC R3.1). */
function headOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return growHead('', value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object')) return headOfList(value);
  return growHead('', writeJson(value) ?? '');
}

function headOfList(values: readonly unknown[]): string {
  let head = '';
  for (const value of values) {
    if (isFullHead(head)) break;
    if (value !== null) head = growHead(head, `${head === '' ? '' : ', '}${String(value)}`);
  }
  return head;
}
