/** A rule that does not hold, and where it was seen first. */
export interface Finding {
  /** The rule of the specification, as `R4.7`; `format` and `expect` are no rules but what a reader promised. */
  readonly rule: string;
  /** One sentence. */
  readonly text: string;
  readonly at: Place;
}

/** A place in a log or a reel. */
export interface Place {
  /** The line of the file, from 1: for SSE the one that ends the message, for a reel that of the chunk. */
  readonly line: number;
  /** How many of the kit's events had come: the number of the one that was folded last, 0 before the first. */
  readonly event: number;
}

/** Takes what a check finds. `subject` names what it is about: it is told once, however long it stays wrong. */
export type Report = (rule: string, text: string, subject?: string) => void;

/** So many places of one rule are told; the others are counted. */
const MOST_OF_A_RULE = 20;

/** Collects findings, each where it is seen first. */
export function createFindings(place: () => Place): { readonly report: Report; list(): Finding[] } {
  const known = new Set<string>();
  const counts = new Map<string, number>();
  const findings: Finding[] = [];
  return {
    report(rule, text, subject = text) {
      const id = `${rule} ${subject}`;
      if (known.has(id)) return;
      known.add(id);
      const count = (counts.get(rule) ?? 0) + 1;
      counts.set(rule, count);
      if (count <= MOST_OF_A_RULE) findings.push({ rule, text, at: place() });
    },
    list() {
      const more = [...counts].filter(([, count]) => count > MOST_OF_A_RULE);
      const others = more.map(([rule, count]) => {
        return { rule, text: `The rule is broken in ${count - MOST_OF_A_RULE} more places.`, at: place() };
      });
      return [...findings, ...others];
    },
  };
}
