import { isBlank } from '../../logic/excerpt.ts';
import { writeJson } from '../../logic/json.ts';
import { isObject, list, number, text } from '../json.ts';
import { toolResult } from '../toolResult.ts';
import type { Call } from './parts.ts';

/** What a model is told about one of its calls. Never empty: a text, images, or both. */
export interface Answer {
  readonly text: string;
  readonly images: readonly string[];
  readonly isError: boolean;
}

/** The answer to a call: its result, or why it has none. */
export function answerTo({ answer, output, denial }: Call): Answer {
  const told = contentOf(answer?.result ?? output);
  if (denial && (!answer || isEmpty(told))) return failure(denialText(denial.reason));
  if (!answer) return failure(abortedText(told.text), told.images);
  const isError = answer.isError || denial !== undefined;
  if (!isEmpty(told)) return { ...told, isError };
  return { text: isError ? 'The tool failed and said nothing.' : '(no output)', images: [], isError };
}

function failure(said: string, images: readonly string[] = []): Answer {
  return { text: said, images, isError: true };
}

function denialText(reason: string | undefined): string {
  const why = reason === undefined || isBlank(reason) ? '' : ` The reason given: ${reason.toWellFormed()}`;
  return `The user did not allow this call; it did not run.${why}`;
}

function abortedText(output: string): string {
  const why = 'This call was aborted before it had a result.';
  return output === '' ? why : `${why} What it printed until then:\n${output}`;
}

type Content = Pick<Answer, 'text' | 'images'>;

function isEmpty(content: Content): boolean {
  return content.text === '' && content.images.length === 0;
}

function contentOf(result: unknown): Content {
  const shown = isObject(result) && Object.hasOwn(result, 'raw') ? result : toolResult(result);
  const images = list(shown, 'images').filter((each) => typeof each === 'string');
  const said = text(shown, 'text') ?? text(shown, 'diff') ?? (images.length > 0 ? '' : dataText(shown));
  return { text: withExitCode(isBlank(said) ? '' : said.toWellFormed(), number(shown, 'exitCode')), images };
}

function dataText({ json, raw }: { readonly json?: unknown; readonly raw?: unknown }): string {
  const data = json ?? raw;
  if (data === undefined || data === null) return '';
  return typeof data === 'string' ? data : (writeJson(data) ?? '');
}

/** A command that failed says so, even where only the format's own field did. */
function withExitCode(said: string, exitCode: number | undefined): string {
  if (exitCode === undefined || exitCode === 0 || said.startsWith('Exit code')) return said;
  return said === '' ? `Exit code ${exitCode}` : `Exit code ${exitCode}\n${said}`;
}
