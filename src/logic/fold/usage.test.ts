import { expect, test } from 'vitest';
import { type AgentEvent, emptyThread, reduceAll, type Usage } from '../index.ts';

function usage(...told: (Usage & { readonly turnId?: string })[]): Usage | undefined {
  const events = told.map((each): AgentEvent => ({ type: 'usage', ...each }));
  return reduceAll(emptyThread, events).rounds.at(0)?.usage;
}

test('R5.6: a round is the sum of its turns, each counted once', () => {
  const first = { turnId: '1', inputTokens: 10, outputTokens: 1 };
  expect(usage(first, { turnId: '1', inputTokens: 10, outputTokens: 9 }, { turnId: '2', inputTokens: 5 })).toEqual({
    inputTokens: 15,
    outputTokens: 9,
  });
});

test('R5.6: a total of the format wins over the sum, field by field', () => {
  const turns = { turnId: '1', inputTokens: 10, outputTokens: 2 };
  expect(usage({ cost: 1, contextWindow: 200 }, turns)).toEqual({
    cost: 1,
    contextWindow: 200,
    inputTokens: 10,
    outputTokens: 2,
  });
  expect(usage(turns, { inputTokens: 12 }, { turnId: '2', inputTokens: 5, outputTokens: 1 })).toEqual({
    inputTokens: 12,
    outputTokens: 3,
  });
});

test('R5.6: of the model and the context window the newest counts', () => {
  expect(usage({ model: 'a' }, { turnId: '1', model: 'b', contextWindow: 100 }, {})).toEqual({
    model: 'b',
    contextWindow: 100,
  });
});
