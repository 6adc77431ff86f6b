import type { ToolResult } from '../logic/events.ts';
import { parseJson } from '../logic/json.ts';
import { isObject, type JsonObject, known, list, member, number, text } from './json.ts';

/**
 * A tool's output as the components show it, told from the shapes that agents use: a text, content blocks (MCP,
 * Anthropic), the streams of a command, or any JSON.
 */
export function toolResult(raw: unknown): ToolResult {
  if (raw === undefined || raw === null) return { raw };
  if (typeof raw === 'string') return { text: raw, raw };
  if (Array.isArray(raw)) return contentBlocks(raw, raw) ?? { json: raw, raw };
  if (!isObject(raw)) return { text: String(raw), raw };
  return commandResult(raw) ?? contentBlocks(list(raw, 'content'), raw) ?? onlyText(raw) ?? { json: raw, raw };
}

/** Like {@link toolResult} for formats that give every output as a text: JSON in it is read. */
export function toolResultFromText(content: string): ToolResult {
  const parsed = /^\s*[[{]/.test(content) ? parseJson(content) : undefined;
  return parsed === undefined ? toolResult(content) : { ...toolResult(parsed), raw: content };
}

/** What a command wrote, and its exit code: shown as such, no error by itself (SPEC R5.6). */
function commandResult(raw: JsonObject): ToolResult | undefined {
  const exitCode = number(raw, 'exitCode') ?? number(raw, 'exit_code') ?? number(raw, 'return_code');
  const streams = [text(raw, 'stdout') ?? text(raw, 'output'), text(raw, 'stderr')];
  if (exitCode === undefined && !('stdout' in raw && 'stderr' in raw)) return undefined;
  const written = streams.filter((stream) => stream !== undefined);
  return known<ToolResult>({ text: written.join(endsInBreak(written[0]) ? '' : '\n'), exitCode, raw });
}

function endsInBreak(stream: string | undefined): boolean {
  return stream?.endsWith('\n') ?? true;
}

function onlyText(raw: JsonObject): ToolResult | undefined {
  const only = Object.keys(raw).length === 1 ? text(raw, 'text') : undefined;
  return only === undefined ? undefined : { text: only, raw };
}

/** Lists of `{type: 'text' | 'image' | …}`; undefined where that is not what the list holds. */
function contentBlocks(blocks: readonly unknown[], raw: unknown): ToolResult | undefined {
  const texts: string[] = [];
  const images: string[] = [];
  for (const block of blocks) {
    const said = text(block, 'type') === 'text' ? member(block, 'text') : undefined;
    const image = imageAddress(block);
    if (typeof said === 'string') texts.push(said);
    else if (image !== undefined) images.push(image);
  }
  if (texts.length + images.length === 0) return undefined;
  return known<ToolResult>({
    text: texts.length > 0 ? texts.join('\n') : undefined,
    images: images.length > 0 ? images : undefined,
    json: isObject(raw) ? member(raw, 'structuredContent') : undefined,
    raw,
  });
}

/** The address of an image block: of Anthropic (`source`), of MCP (`data`, `mimeType`) or with a plain `url`. */
function imageAddress(block: unknown): string | undefined {
  if (text(block, 'type') !== 'image') return undefined;
  const source = member(block, 'source') ?? block;
  const data = text(source, 'data');
  const mediaType = text(source, 'media_type') ?? text(source, 'mediaType') ?? text(source, 'mimeType') ?? 'image/png';
  return data === undefined ? text(source, 'url') : `data:${mediaType};base64,${data}`;
}
