import { printable } from './printable.ts';

/** What the plugins below read of a syntax tree, Markdown's or HTML's. */
interface SyntaxNode {
  type: string;
  tagName?: string;
  value?: unknown;
  properties?: Record<string, unknown>;
  children?: SyntaxNode[];
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
}

/** The parser's settings, as a remark plugin sees them. */
interface ParserData {
  data(): object;
}

/**
 * Remark plugin: markup is text like any other. Footnotes are off too: they would need the whole text at
 * once, and links within the app's page.
 */
export function plainMarkup(this: ParserData): void {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    disable: {
      null: ['htmlFlow', 'htmlText', 'gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
    },
  });
}

/** Rehype plugin: an entity such as `&#x202e;` must not bring back what {@link printable} took out. */
export function printableText() {
  return (tree: SyntaxNode): void =>
    visit(tree, (node) => {
      if (node.type === 'text' && typeof node.value === 'string') node.value = printable(node.value);
      for (const name of ['alt', 'title']) {
        const value = node.properties?.[name];
        if (node.properties && typeof value === 'string') node.properties[name] = printable(value);
      }
    });
}

/** Rehype plugin: a bare address at the end of a text that still grows is no link yet, since it may go on. */
export function holdBareLinks(source: string) {
  return (tree: SyntaxNode): void =>
    visit(tree, (node) => {
      if (node.tagName !== 'a' || !mayGrow(node, source)) return;
      node.tagName = 'span';
      node.properties = {};
    });
}

function mayGrow({ position }: SyntaxNode, source: string): boolean {
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined) return true;
  return !/[[<]/.test(source.charAt(start)) && !/\s/.test(source.slice(end));
}

function visit(node: SyntaxNode, visitor: (node: SyntaxNode) => void): void {
  visitor(node);
  for (const child of node.children ?? []) visit(child, visitor);
}
