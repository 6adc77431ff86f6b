import { printable } from '../Markdown/printable.ts';

export interface ToolNameProps {
  readonly name: string;
}

/** The name of a tool within a sentence of any language and direction. */
export function ToolName({ name }: ToolNameProps) {
  return <bdi className="rr-tool-name">{printable(name)}</bdi>;
}
