import type { SealFinding } from './sealFinding.ts';

/** How a raw file is sealed. */
export interface SealOptions {
  /** Looked up in the raw file's working folder where absent. */
  readonly config?: string;
  /** Where `runreel.config.ts` is looked for, and git asked who works there. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The raw file goes once the fixture stands. */
  readonly deleteRaw?: boolean;
}

/** What came of sealing: a fixture, or what a detector still found and nothing written. */
export type SealResult =
  | { readonly sealed: true; readonly output: string; readonly replaced: number; readonly bytes: number }
  | { readonly sealed: false; readonly findings: readonly SealFinding[] };

/**
 * Seals a raw recording (SPEC R7.3): redacts it, has a second detector and what the machine knows verify the result,
 * proves that the events are the same, and writes the fixture by rename.
 * @throws {UsageError} where the raw file cannot be read or the output not be written.
 */
export async function sealReel(rawFile: string, output: string, options: SealOptions): Promise<SealResult> {
  throw new Error(`Not yet: ${rawFile} ${output} ${options.cwd}`);
}
