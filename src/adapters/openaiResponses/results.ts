import type { ToolResult } from '../../logic/events.ts';
import { isObject, type JsonObject, known, list, member, number, text } from '../json.ts';
import { toolResult, toolResultFromText } from '../toolResult.ts';

/** What a tool gave, as the Responses API and the Agents SDK write it: a text, parts, a screenshot, or any JSON. */
export function outputResult(output: unknown): ToolResult {
  if (typeof output === 'string') return toolResultFromText(output);
  const only = text(output, 'type') === 'text' ? member(output, 'text') : undefined;
  if (typeof only === 'string') return { ...toolResultFromText(only), raw: output };
  if (Array.isArray(output)) return { ...toolResult(output.map(block)), raw: output };
  const image = block(output);
  return image === output ? toolResult(output) : { ...toolResult([image]), raw: output };
}

/** A part of an output as {@link toolResult} reads blocks. */
function block(part: unknown): unknown {
  const type = text(part, 'type') ?? '';
  const image = member(part, 'image');
  const url = text(part, 'image_url') ?? text(part, 'image') ?? text(image, 'url');
  if (type.endsWith('_text')) return { type: 'text', text: member(part, 'text') };
  if (type === 'image' && text(image, 'data') !== undefined) return { ...(isObject(image) ? image : {}), type };
  return url === undefined ? part : { type: 'image', url };
}

/** What the commands of a shell call wrote; a command that was stopped has no exit code. */
export function shellResult(item: JsonObject): ToolResult {
  const outputs = list(item, 'output');
  if (outputs.length === 0) return outputResult(item.output);
  const written = outputs.flatMap((one) => [text(one, 'stdout') ?? '', text(one, 'stderr') ?? '']);
  const codes = outputs
    .map((one) => number(member(one, 'outcome'), 'exit_code') ?? number(member(one, 'outcome'), 'exitCode'))
    .filter((code) => code !== undefined);
  return known<ToolResult>({
    text: written.reduce(joined, ''),
    exitCode: codes.find((code) => code !== 0) ?? codes.at(-1),
    raw: item.output,
  });
}

/** Whether a command was stopped by its time limit. */
export function timedOut(item: JsonObject): boolean {
  return list(item, 'output').some((one) => text(member(one, 'outcome'), 'type') === 'timeout');
}

function joined(before: string, next: string): string {
  return before === '' || next === '' || before.endsWith('\n') ? before + next : `${before}\n${next}`;
}

/** The logs and images of a code interpreter. */
export function codeResult(item: JsonObject): ToolResult {
  const outputs = list(item, 'outputs');
  const logs = outputs.map((one) => text(one, 'logs')).filter((one) => one !== undefined);
  const images = outputs.map((one) => text(one, 'url')).filter((one) => one !== undefined);
  return known<ToolResult>({
    text: logs.length > 0 ? logs.join('\n') : undefined,
    images: images.length > 0 ? images : undefined,
    raw: item.outputs,
  });
}

/** A picture that the model made. */
export function imageResult(item: JsonObject): ToolResult {
  const data = text(item, 'result');
  const format = text(item, 'output_format') ?? 'png';
  const type = format === 'svg' ? 'svg+xml' : format;
  return data === undefined ? { raw: item } : { images: [`data:image/${type};base64,${data}`], raw: data };
}
