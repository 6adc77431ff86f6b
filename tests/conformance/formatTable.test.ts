import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeAll } from '../../src/adapters/decodeAll.ts';
import { type FormatName, formats } from '../../src/adapters/index.ts';
import type { AgentEvent } from '../../src/logic/events.ts';
import { sampleOf } from '../fuzz/samples.ts';
import { logs } from './logs.ts';

const columns = ['text', 'thinking', 'arguments', 'output', 'sub-agents', 'approvals', 'retries', 'usage', 'times'];

/** The first table of docs/formats.md: what stands in each column of each format. */
const table = new Map(
  readFileSync(path.resolve(import.meta.dirname, '../../docs/formats.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === columns.length + 3)
    .map(([, name = '', ...cells]) => [
      name.replaceAll('`', ''),
      new Map(columns.map((column, i) => [column, cells[i] ?? ''])),
    ]),
);

/** Where an event shows that a format carries something, and how. */
function shows(event: AgentEvent): (readonly [column: string, marks: string])[] {
  const times = event.at === undefined ? [] : [['times', '●'] as const];
  switch (event.type) {
    case 'text_delta':
      return [...times, ['text', 'Δ']];
    case 'thinking_delta':
      return [...times, ['thinking', 'Δ']];
    case 'text':
      return [...times, ['text', 'Δ●']];
    case 'thinking':
      return [...times, ['thinking', 'Δ●']];
    case 'tool_args_delta':
      return [...times, ['arguments', 'Δ↻']];
    case 'tool_output_delta':
      return [...times, ['output', 'Δ']];
    case 'tool_output':
      return [...times, ['output', 'Δ↻']];
    case 'delegation_started':
      return [...times, ['sub-agents', '●']];
    case 'approval_requested':
      return [...times, ['approvals', '●']];
    case 'usage':
      return [...times, ['usage', '●']];
    case 'notice':
      return event.code === 'retry' ? [...times, ['retries', '●']] : times;
    default:
      return times;
  }
}

function streamsOf(format: FormatName): Uint8Array[] {
  return logs.filter((log) => log.format === format).map(({ bytes }) => bytes);
}

it('docs/formats.md tells of every format, in their order', () => {
  expect([...table.keys()].filter((name) => /^[a-z]/.test(name) && name !== 'format')).toEqual(formats);
});

describe.each(formats)('docs/formats.md, %s', (format) => {
  it('tells of all that a log of it shows', () => {
    const events = [...streamsOf(format), sampleOf(format)].flatMap((stream) => decodeAll(format, [stream]));
    const untold = new Set<string>();
    for (const event of events) {
      for (const [column, marks] of shows(event)) {
        const told = table.get(format)?.get(column) ?? '';
        if (told === '' || !marks.includes(told)) untold.add(`${column}: "${told}", but a log has ${event.type}`);
      }
    }
    expect([...untold]).toEqual([]);
  });
});
