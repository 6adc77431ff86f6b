import type { ToolResult } from '../../logic/events.ts';
import { parseJson } from '../../logic/json.ts';
import { contentResult } from '../codex/calls.ts';
import { isObject, known, member, number, text } from '../json.ts';
import { toolResult, toolResultFromText } from '../toolResult.ts';

/** What a tool gave back to the model, and whether the rollout calls it an error. */
export interface ToolOutput {
  readonly result: ToolResult;
  readonly isError: boolean;
}

/** Reads the `output` of a call: a text, the parts of one, or either with a flag. */
export function toolOutput(output: unknown): ToolOutput {
  if (typeof output === 'string') return { result: { ...textResult(output), raw: output }, isError: false };
  if (Array.isArray(output)) return { result: contentResult(output, output), isError: false };
  if (!isObject(output) || output.content === undefined) return { result: toolResult(output), isError: false };
  const { result } = toolOutput(output.content);
  return { result: { ...result, raw: output }, isError: output.success === false };
}

/** Lines that Codex writes above the output of a command, for the model. */
const HEADER =
  /^(?:(?:Chunk ID|Exit code|Wall time|Process exited|Process running|Original token count|Total output lines|Command timed out)[^\n]*\n)+Output:\n?/;
/** The header is short; what stands below it may be long. */
const HEADER_LENGTH = 1000;

/** The text of a command may stand under a header, or in JSON with its exit code. */
function textResult(output: string): ToolResult {
  const header = HEADER.exec(output.slice(0, HEADER_LENGTH))?.[0];
  if (header !== undefined) {
    const code = /^(?:Exit code:|Process exited with code) (-?\d{1,9})/m.exec(header)?.[1];
    const below = toolResultFromText(output.slice(header.length));
    return code === undefined ? below : { ...below, exitCode: Number(code) };
  }
  const told = output.startsWith('{') ? parseJson(output) : undefined;
  const written = member(told, 'output');
  if (typeof written !== 'string') return toolResultFromText(output);
  const exitCode = number(member(told, 'metadata'), 'exit_code');
  return known<ToolResult>({ text: written, exitCode, raw: output });
}

/** What a command wrote, from the event that tells of its end. */
export function commandOutput(event: unknown): ToolOutput {
  const streams = [text(event, 'stdout'), text(event, 'stderr')].filter((stream) => stream !== undefined);
  const written = text(event, 'aggregated_output') ?? (streams.length > 0 ? streams.join('\n') : undefined);
  const status = text(event, 'status');
  return {
    result: known<ToolResult>({ text: written, exitCode: number(event, 'exit_code'), raw: event }),
    isError: status === 'failed' || status === 'declined',
  };
}
