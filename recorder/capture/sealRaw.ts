import { statSync } from 'node:fs';
import type { Io } from '../io.ts';
import { type SealResult, sealReel } from '../seal.ts';
import { isFormatKnown } from './detected.ts';
import { size } from './inWords.ts';

/** A larger recording does not fit into a text in memory, and a fixture is at most 5 MiB anyway. */
const LARGEST_TO_SEAL = 256 * 1024 * 1024;

export interface Sealed {
  readonly ok: boolean;
  /** What happened, for the person, without the name of this program. */
  readonly sentence: string;
}

/**
 * Seals a private file, and says where the run is now. The raw file goes only when the fixture stands: a run cannot
 * be had again.
 */
export async function sealRaw(
  raw: string,
  output: string,
  { cwd, env }: { readonly cwd: string; readonly env: Io['env'] },
): Promise<Sealed> {
  const { size: bytes } = statSync(raw);
  const kept = `the private recording stays in ${raw}`;
  if (bytes > LARGEST_TO_SEAL) {
    return { ok: false, sentence: `${size(bytes)} are more than can be sealed (${size(LARGEST_TO_SEAL)}); ${kept}.` };
  }
  let result: SealResult;
  try {
    result = await sealReel(raw, output, { cwd, env, deleteRaw: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, sentence: `not sealed: ${reason.replace(/\.$/, '')}; ${kept}.` };
  }
  if (result.sealed) {
    const replaced = result.replaced === 0 ? 'nothing had to be redacted' : `${result.replaced} places redacted`;
    const format = isFormatKnown(result.format) ? result.format : 'of no format that is known; --format says one';
    return { ok: true, sentence: `sealed in ${result.output}, ${format}, ${replaced}.` };
  }
  const found = result.findings.map(({ rule, line }) => `line ${line}: ${rule}`).join('; ');
  return { ok: false, sentence: `not sealed, something private is left (${found}); ${kept}.` };
}
