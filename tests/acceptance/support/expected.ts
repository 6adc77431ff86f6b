import {
  currentStep,
  formatBytes,
  type Item,
  isPending,
  lastAnswer,
  type Round,
  type Step,
  textPreview,
  toolPreview,
  traceEvents,
} from '../../../src/logic/index.ts';
import { type Reel, threadAt } from '../../../src/reel/index.ts';
import type { Shown } from './view.ts';

/** What a window shows of a recorded run after `chunk` chunks, by the pure logic alone; in English. */
export function expectedAt(reel: Reel, chunk: number): Partial<Shown> {
  const round = threadAt(reel, chunk).rounds.at(-1);
  if (!round) throw new Error(`No round has begun after ${chunk} chunks.`);
  const step = currentStep(round);
  return {
    // How long it took is told of elsewhere.
    ...(step && { line: lineOf(step) }),
    bytes: step?.bytes === undefined ? '' : formatBytes(step.bytes),
    others: step?.others === undefined ? '' : `+${step.others}`,
    dots: isPending(round),
    rows: rowsOf(round),
  };
}

/** The letters of the answer, which Markdown leaves as they are; the language of a block of code is not shown. */
export function expectedAnswerAt(reel: Reel, chunk: number): string {
  const round = threadAt(reel, chunk).rounds.at(-1);
  return lettersOf(((round && lastAnswer(round)?.text) ?? '').replaceAll(/^```\w+/gm, ''));
}

export function lettersOf(text: string): string {
  return text.replace(/\P{L}/gu, '');
}

function lineOf({ kind, tool = '', preview }: Step): string {
  const call = preview === undefined ? tool : `${tool}: ${preview}`;
  switch (kind) {
    case 'working':
      return 'Working…';
    case 'thinking':
      return preview === undefined ? 'Thinking…' : `Thinking: ${preview}`;
    case 'preparing':
      return preview === undefined ? `Preparing ${tool}…` : call;
    case 'tool':
      return call;
    case 'approval':
      return `Waiting for approval: ${call}`;
  }
}

function rowsOf(round: Round): readonly string[] {
  return traceEvents(round).map(rowOf);
}

function rowOf(item: Item): string {
  switch (item.kind) {
    case 'thinking':
      return `Thinking: ${textPreview(item)}`;
    case 'assistant_text':
      return `Text: ${textPreview(item)}`;
    case 'tool_call': {
      if (item.status === 'preparing') return `Preparing ${item.name}… ${formatBytes(item.byteCount)}`;
      const preview = toolPreview(item);
      return preview === '' ? item.name : `${item.name}: ${preview}`;
    }
    default:
      throw new Error(`The recorded runs hold no ${item.kind}.`);
  }
}
