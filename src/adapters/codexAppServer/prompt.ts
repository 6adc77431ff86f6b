import { member, text } from '../json.ts';

/** The words of a prompt, from the parts that the client sends and the server repeats; files are told by their names. */
export function promptText(parts: readonly unknown[]): string {
  return parts
    .map((part) => text(part, 'text') ?? text(member(part, 'data'), 'text') ?? named(part))
    .filter((said) => said !== undefined)
    .join('\n');
}

function named(part: unknown): string | undefined {
  const name = text(part, 'path') ?? text(part, 'name');
  return name === undefined ? undefined : `[${name}]`;
}
