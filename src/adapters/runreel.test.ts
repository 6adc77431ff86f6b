import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../logic/events.ts';
import { jsonl } from './adapterStand.ts';
import { decodeAll } from './decodeAll.ts';
import { createDecoder } from './index.ts';

describe('runreel', () => {
  it('gives its own events back as they are', () => {
    const events: AgentEvent[] = [
      { type: 'run_started', runId: 'r', at: 5, seq: 1 },
      { type: 'text_delta', delta: 'a', agentId: 'x' },
      { type: 'tool_call_started', callId: 'c', name: 'Bash', kind: 'shell', args: null },
      { type: 'approval_requested', approvalId: 'a', name: 'Bash', options: [{ id: 'yes', label: 'Yes' }] },
      { type: 'notice', level: 'info', text: 'again', code: 'retry', retry: { attempt: 1, of: 3 } },
      { type: 'run_finished', outcome: 'completed', runId: 'r' },
    ];
    expect(decodeAll('runreel', [jsonl(events)])).toEqual(events);
  });

  it.each([
    [{ type: 'text_delta' }],
    [{ type: 'text_delta', delta: 5 }],
    [{ type: 'text', text: 'a', itemId: 7 }],
    [{ type: 'run_started', runId: 'r', at: 'noon' }],
    [{ type: 'run_started', runId: 'r', seq: {} }],
    [{ type: 'text', text: 'a', merged: { seqs: 5 } }],
    [{ type: 'text', text: 'a', merged: { until: 'noon' } }],
    [{ type: 'run_finished', outcome: 'great' }],
    [{ type: 'tool_call_started', callId: 'c', name: 'x', kind: 'magic' }],
    [{ type: 'approval_requested', approvalId: 'a', name: 'x', options: [{ id: 1 }] }],
    [{ type: 'notice', level: 'info', text: 'x', retry: { attempt: 'one' } }],
    [{ type: 'tool_args', callId: 'c' }],
  ])('section 8: %j has a wrong shape and is counted', (event) => {
    const decoder = createDecoder('runreel');
    expect(decoder.push(jsonl([event]))).toEqual([]);
    expect(decoder.diagnostics).toEqual({ unknown: {}, malformed: 1 });
  });

  it('R5.4: types that nobody knows are counted, names of every object among them', () => {
    const decoder = createDecoder('runreel');
    decoder.push(
      `${jsonl([{ type: 'later' }, { type: 'constructor' }])}{"type":"__proto__","__proto__":{"runId":"r"}}\n`,
    );
    expect(Object.keys(decoder.diagnostics.unknown)).toEqual(['later', 'constructor', '__proto__']);
    expect(decoder.diagnostics.malformed).toBe(0);
  });

  it('a member that only a prototype has is none', () => {
    const decoder = createDecoder('runreel');
    expect(decoder.push('{"type":"run_started","__proto__":{"runId":"r"}}\n')).toEqual([]);
    expect(decoder.diagnostics.malformed).toBe(1);
  });

  it('R5.7: a log without its end is interrupted', () => {
    const events = decodeAll('runreel', [jsonl([{ type: 'text', text: 'Half' }])]);
    expect(events.map(({ type }) => type)).toEqual(['text', 'notice', 'run_finished']);
  });
});
