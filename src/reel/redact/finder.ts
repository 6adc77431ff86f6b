import type { Block } from './board.ts';
import { type Identity, identityRules, shapeOf } from './identity.ts';
import { behindEscape } from './kept.ts';
import { createLiteralSearch } from './literals.ts';
import { isHomePlaceholder, isPlaceholder } from './placeholders.ts';
import type { Hit, Rule } from './rule.ts';
import { builtInRules, distinctRules } from './rules.ts';

/** A hit and the text that it is in. */
export interface PlacedHit extends Hit {
  readonly block: Block;
  readonly secret: string;
}

export interface FinderOptions {
  readonly own: readonly (string | RegExp)[];
  readonly identity: Identity;
}

/** What is found once is looked for everywhere from this length on. */
const SHORTEST_SECRET = 8;

/** Finds all that must not be published in the texts of a reel. */
export function findSecrets(blocks: readonly Block[], { own, identity }: FinderOptions): readonly PlacedHit[] {
  const hits: PlacedHit[] = [];
  const search = (block: Block, rules: readonly Rule[]) => {
    for (const rule of rules) rule(block.text, (hit) => place(hits, block, hit));
  };
  const given = givenRules(own, identity);
  const personal = identityRules(identity, []);
  for (const block of blocks) {
    search(block, block.kind === 'guessed' ? [...distinctRules, ...given] : [...builtInRules, ...given, ...personal]);
  }
  const found = foundRules(hits);
  const people = identityRules({}, namesOf(hits));
  for (const block of blocks) search(block, block.kind === 'guessed' ? found : [...found, ...people]);
  return hits;
}

function place(hits: PlacedHit[], block: Block, hit: Hit): void {
  // A name behind the separator of a path is no escape; its rule made sure.
  const from = hit.shape === 'home' ? hit.from : behindEscape(block, hit.from, hit.to);
  const secret = block.text.slice(from, hit.to);
  if (secret !== '') hits.push({ ...hit, from, block, secret });
}

/** The user's own list, and the texts that are known. */
function givenRules(own: readonly (string | RegExp)[], { texts = [] }: Identity): readonly Rule[] {
  const literals = own.filter((one) => typeof one === 'string');
  const patterns = own.filter((one) => typeof one !== 'string');
  return [
    literalRule('own list', literals),
    literalRule('known text', texts),
    ...patterns.map((source): Rule => {
      const searched = new RegExp(source.source, source.flags.includes('g') ? source.flags : `${source.flags}g`);
      return (text, hit) => {
        for (const { 0: found, index } of text.matchAll(searched)) {
          if (found === '' || isPlaceholder(found)) continue;
          hit({ rule: 'own list', from: index, to: index + found.length, shape: shapeOf(found), everywhere: true });
        }
      };
    }),
  ];
}

function literalRule(rule: string, literals: readonly string[]): Rule {
  const search = createLiteralSearch(literals);
  return (text, hit) => {
    for (const { from, literal } of search(text))
      hit({ rule, from, to: from + literal.length, shape: shapeOf(literal) });
  };
}

/** What the rules found in one place is hidden in every other. */
function foundRules(hits: readonly PlacedHit[]): readonly Rule[] {
  const firsts = new Map<string, PlacedHit>();
  for (const hit of hits) {
    if (hit.everywhere && hit.secret.length >= SHORTEST_SECRET && hit.shape !== 'home' && !firsts.has(hit.secret)) {
      firsts.set(hit.secret, hit);
    }
  }
  const search = createLiteralSearch(firsts.keys());
  return [
    (text, hit) => {
      for (const { from, literal } of search(text)) {
        const first = firsts.get(literal);
        if (first) hit({ rule: first.rule, from, to: from + literal.length, shape: first.shape });
      }
    },
  ];
}

function namesOf(hits: readonly PlacedHit[]): ReadonlySet<string> {
  const names = hits.filter(({ rule, shape }) => shape === 'home' && rule === 'home directory');
  return new Set(names.map(({ secret }) => secret).filter((name) => !isHomePlaceholder(name)));
}
