import { currentStep } from '../../logic/currentStep.ts';
import { textPreview } from '../../logic/prosePreview.ts';
import type { Item, Scope } from '../../logic/thread.ts';
import { toolPreview } from '../../logic/toolPreview.ts';
import type { Report } from './findings.ts';

/** Controls (NUL and escapes too), direction overrides and marks, zero-width characters that join nothing (SPEC R3.3). */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Reports a character that must not reach the screen in what is shown of an item: its preview and its name. */
export function checkItemText(item: Item, report: Report): void {
  for (const [what, text] of shownOf(item)) checkText(what, text, report);
}

/** The same for what the run line names. */
export function checkStepText(scope: Scope, report: Report): void {
  const { tool = '', preview = '' } = currentStep(scope) ?? {};
  checkText('The tool of the run line', tool, report);
  checkText('The preview of the run line', preview, report);
}

function shownOf(item: Item): readonly (readonly [what: string, text: string])[] {
  switch (item.kind) {
    case 'thinking':
    case 'assistant_text':
      return [['A preview in the trace', textPreview(item)]];
    case 'tool_call':
    case 'approval':
      return [
        ['The name of a tool', item.name],
        ['A preview in the trace', toolPreview(item)],
      ];
    default:
      return [];
  }
}

function checkText(what: string, text: string, report: Report): void {
  const found = UNSEEN.exec(text)?.[0];
  if (found === undefined) return;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  report('R3.3', `${what} holds the character U+${code}: ${JSON.stringify(text)}.`);
}
