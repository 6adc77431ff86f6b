/** A table of text: the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    widths.map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width))).join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** A number as it is read: whole, with its thousands set apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Milliseconds and ratios: three figures. */
export const short = (value: number): string => (value >= 100 ? whole(value) : value.toPrecision(3));
