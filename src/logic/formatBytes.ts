const KILO = 1024;
const formatters = new Map<string, readonly [whole: Intl.NumberFormat, decimal: Intl.NumberFormat]>();

/**
 * A byte count for the reader: `1023 B`, from 1024 on `1.0 KB`, in the number format of `locale`
 * without grouping; the empty string for what is not a finite non-negative number (SPEC R4.8).
 */
export function formatBytes(count: number, locale = 'en'): string {
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 0) return '';
  const [whole, decimal] = formattersOf(locale);
  return count < KILO ? `${whole.format(Math.floor(count))} B` : `${decimal.format(count / KILO)} KB`;
}

function formattersOf(locale: string) {
  const known = formatters.get(locale);
  if (known) return known;
  const made = makeFormatters(locale);
  formatters.set(locale, made);
  return made;
}

function makeFormatters(locale: string): readonly [Intl.NumberFormat, Intl.NumberFormat] {
  try {
    return [
      new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 0 }),
      new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    ];
  } catch {
    // A language tag that Intl refuses must not take the screen down.
    return makeFormatters('en');
  }
}
