/** How the results of calls begin that the reader did not allow. */
const DENIALS = [
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  'Permission for this tool use was denied.',
  'Permission prompt was aborted.',
];

const REASON = 'the user said:';

/** Whether the text of a failed call's result tells that the reader denied it, and the reason that they gave. */
export function denialIn(result: string): { readonly reason: string | undefined } | undefined {
  if (!DENIALS.some((start) => result.startsWith(start))) return undefined;
  const at = result.indexOf(REASON);
  const reason = at < 0 ? '' : result.slice(at + REASON.length).trim();
  return { reason: reason === '' ? undefined : reason };
}
