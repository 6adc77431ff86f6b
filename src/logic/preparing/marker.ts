/** What a marker of a call in preparation tells (SPEC R4.1). */
export interface PreparingMarker {
  readonly toolName: string;
  /** UTF-8 bytes of argument text so far. */
  readonly byteCount: number;
}

const NUL = '\0';
const PREPARING = `${NUL}tool_preparing${NUL}`;
const MARKER = new RegExp(`^${PREPARING}([^${NUL}]+)${NUL}(\\d+)${NUL}$`);

/**
 * The text of a marker. Throws a `RangeError` for a name that is empty or holds NUL, and for a
 * count that is not a non-negative integer (SPEC R4.1).
 */
export function buildPreparingMarker(toolName: string, byteCount: number): string {
  if (toolName === '' || toolName.includes(NUL)) {
    throw new RangeError('The tool name of a marker must not be empty and must not hold NUL.');
  }
  if (!Number.isSafeInteger(byteCount) || byteCount < 0) {
    throw new RangeError(`The byte count of a marker must be a non-negative integer, not ${byteCount}.`);
  }
  return `${PREPARING}${toolName}${NUL}${byteCount}${NUL}`;
}

/** What a text tells that is a marker and nothing else; undefined for any other text (SPEC R4.5). */
export function parsePreparingMarker(text: string): PreparingMarker | undefined {
  const [, toolName, digits] = MARKER.exec(text) ?? [];
  const byteCount = Number(digits);
  return toolName !== undefined && Number.isSafeInteger(byteCount) ? { toolName, byteCount } : undefined;
}
