/** An argument, in written order. */
export type Pair = readonly [name: string, value: unknown];

const unread = Symbol('nothing readable yet');

/**
 * The arguments of a JSON object or of any beginning of one, the slow way: read from the first
 * character each time (SPEC R3.2). A text that is no object is one unnamed argument.
 */
export function argumentsOf(args: unknown): Pair[] {
  if (args === undefined || args === null) return [];
  if (Array.isArray(args)) return [['', args]];
  if (typeof args === 'object') return Object.entries(args);
  if (typeof args !== 'string') return [['', args]];
  const text = args.trimStart();
  if (text === '') return [];
  if (!text.startsWith('{')) {
    if (text === 'null') return [];
    try {
      return [['', JSON.parse(text)]];
    } catch {
      return [['', args]];
    }
  }
  return new Reader(text).members();
}

/** Reads JSON that may stop anywhere; what cannot be read any further ends it. */
class Reader {
  private readonly text: string;
  private i = 0;

  constructor(text: string) {
    this.text = text;
  }

  members(): Pair[] {
    const pairs: Pair[] = [];
    this.i += 1;
    for (;;) {
      this.skip();
      const before = this.i;
      const name = this.string();
      if (name === undefined || !this.closed(before)) return pairs;
      this.skip();
      if (this.text[this.i] !== ':') return pairs;
      this.i += 1;
      this.skip();
      const value = this.value();
      if (value !== unread) set(pairs, name, value);
      this.skip();
      if (this.text[this.i] !== ',') return pairs;
      this.i += 1;
    }
  }

  private value(): unknown {
    const first = this.text[this.i];
    if (first === '"') return this.string() ?? unread;
    if (first === '{') {
      const pairs = this.members();
      if (this.text[this.i] === '}') this.i += 1;
      return Object.fromEntries(pairs);
    }
    if (first === '[') return this.list();
    const word = /[-+.\w]*/y;
    word.lastIndex = this.i;
    const read = word.exec(this.text)?.[0] ?? '';
    this.i += read.length;
    // A number or a literal is told once something stands behind it.
    this.skip();
    if (this.i >= this.text.length) return unread;
    try {
      return JSON.parse(read);
    } catch {
      return unread;
    }
  }

  private list(): unknown[] {
    const values: unknown[] = [];
    this.i += 1;
    for (;;) {
      this.skip();
      if (this.text[this.i] === ']') {
        this.i += 1;
        return values;
      }
      if (this.i >= this.text.length) return values;
      const value = this.value();
      if (value !== unread) values.push(value);
      this.skip();
      if (this.text[this.i] === ',') this.i += 1;
      else if (this.text[this.i] !== ']') return values;
    }
  }

  /** A string or the part of it that is there; half an escape and half a surrogate pair wait. */
  private string(): string | undefined {
    if (this.text[this.i] !== '"') return undefined;
    this.i += 1;
    let out = '';
    while (this.i < this.text.length && this.text[this.i] !== '"') {
      if (this.text[this.i] !== '\\') {
        out += this.text[this.i];
        this.i += 1;
        continue;
      }
      const length = this.text[this.i + 1] === 'u' ? 6 : 2;
      const sequence = this.text.slice(this.i, this.i + length);
      if (sequence.length < length) {
        this.i = this.text.length;
        break;
      }
      out += JSON.parse(`"${sequence}"`);
      this.i += length;
    }
    if (this.i < this.text.length) this.i += 1;
    else if (/[\ud800-\udbff]$/.test(out)) out = out.slice(0, -1);
    return out;
  }

  private closed(start: number): boolean {
    return (
      this.i > start + 1 && this.text[this.i - 1] === '"' && (this.i < this.text.length || this.text.length === this.i)
    );
  }

  private skip(): void {
    while (this.i < this.text.length && ' \t\r\n'.includes(this.text[this.i] ?? '')) this.i += 1;
  }
}

function set(pairs: Pair[], name: string, value: unknown): void {
  const known = pairs.findIndex((each) => each[0] === name);
  if (known < 0) pairs.push([name, value]);
  else pairs[known] = [name, value];
}
