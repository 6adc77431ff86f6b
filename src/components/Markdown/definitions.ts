import Markdown from 'react-markdown';
import { plainMarkup } from './plainMarkup.ts';
import { isReadable } from './readable.ts';

interface DefinitionNode {
  readonly type: string;
  readonly identifier?: string;
  readonly url?: string;
  readonly children?: readonly DefinitionNode[];
}

/** A link definition, `[identifier]: <address>`: links of other blocks refer to it. */
export interface Definition {
  readonly identifier: string;
  readonly source: string;
}

/** The definitions of a piece of Markdown, in order. Found by the parser that shows it, so that both agree. */
export function definitionsOf(block: string): readonly Definition[] {
  if (!block.includes(']:') || !isReadable(block)) return [];
  const found: Definition[] = [];
  const collect = () => (tree: DefinitionNode) => addDefinitions(tree, found);
  try {
    // Run for its tree: what it would show is dropped.
    Markdown({ children: block, remarkPlugins: [plainMarkup, collect] });
  } catch {
    // Then nothing refers to anything.
  }
  return found;
}

function addDefinitions(node: DefinitionNode, found: Definition[]): void {
  if (node.type === 'definition' && node.identifier !== undefined) {
    const address = (node.url ?? '').replace(/\n/g, '%0A').replace(/[<>\\&]/g, '\\$&');
    found.push({ identifier: node.identifier, source: `[${node.identifier}]: <${address}>` });
  }
  for (const child of node.children ?? []) addDefinitions(child, found);
}

/** Those that a block refers to, as Markdown to put before it; the first of a name counts, as in the whole text. */
export function definitionsFor(block: string, definitions: readonly Definition[]): string {
  if (definitions.length === 0 || !block.includes('[')) return '';
  const folded = block.replace(/\s+/g, ' ').toLowerCase();
  return definitions
    .filter(({ identifier }) => folded.includes(`[${identifier}]`) || folded.includes(`[ ${identifier}`))
    .map(({ source }) => `${source}\n`)
    .join('');
}
