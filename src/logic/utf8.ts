/**
 * The UTF-8 length of `text`, in bytes. `afterHigh`: the text before it ended in a high surrogate
 * that was counted as three bytes, so that a low one at its start makes the pair four (SPEC R4.2).
 */
export function utf8Length(text: string, afterHigh = false): number {
  let bytes = 0;
  let high = afterHigh;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (high && unit >= 0xdc00 && unit <= 0xdfff) bytes += 1;
    else bytes += 3;
    high = unit >= 0xd800 && unit <= 0xdbff;
  }
  return bytes;
}

/** Whether `text` ends in the first half of a surrogate pair. */
export function endsInHigh(text: string): boolean {
  const unit = text.charCodeAt(text.length - 1);
  return unit >= 0xd800 && unit <= 0xdbff;
}
