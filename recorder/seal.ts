import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatReel, parseReel, type Reel, redact } from '../src/reel/index.ts';
import type { Identity } from '../src/reel/redact/identity.ts';
import { withDetectedFormat } from './capture/detected.ts';
import { reelIn } from './input.ts';
import { type KnownText, knownTexts } from './machine.ts';
import { writeWhole } from './output.ts';
import { reasonOf } from './reasons.ts';
import { compareRuns } from './sameRun.ts';
import { loadConfig } from './sealConfig.ts';
import type { SealFinding } from './sealFinding.ts';
import { UsageError } from './usageError.ts';
import { verifyReel } from './verify.ts';

/** How a raw file is sealed. */
export interface SealOptions {
  /** Looked up in `cwd` where absent. */
  readonly config?: string;
  /** Where `runreel.config.ts` is looked for, and git asked who works there. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The raw file goes once the fixture stands. */
  readonly deleteRaw?: boolean;
  /** What the machine knows; asked for where absent. */
  readonly known?: readonly KnownText[];
}

/** What came of sealing: a fixture, or what a detector still found and nothing written. */
export type SealResult =
  | {
      readonly sealed: true;
      readonly output: string;
      readonly replaced: number;
      readonly bytes: number;
      /** As the fixture names it: one that no adapter knows where it could not be told. */
      readonly format: string;
    }
  | { readonly sealed: false; readonly findings: readonly SealFinding[] };

/**
 * Seals a raw recording (SPEC R7.3): redacts it, has a second detector and what the machine knows verify the result,
 * proves that the events are the same, and writes the fixture by rename.
 * @throws {UsageError} where the raw file cannot be read or the output not be written.
 */
export async function sealReel(rawFile: string, output: string, options: SealOptions): Promise<SealResult> {
  const { cwd, deleteRaw = false } = options;
  const raw = withDetectedFormat(reelIn({ name: rawFile, bytes: await bytesOf(cwd, rawFile), date: new Date(0) }));
  const made = await sealedText(raw, options);
  if ('findings' in made) return { sealed: false, findings: made.findings };
  const { text, replaced } = made;
  await writeWhole(cwd, output, text);
  if (deleteRaw && path.resolve(cwd, rawFile) !== path.resolve(cwd, output)) {
    await rm(path.resolve(cwd, rawFile), { force: true });
  }
  return { sealed: true, output, replaced, bytes: Buffer.byteLength(text), format: raw.header.format };
}

/** The text of a reel that is safe to publish, or what a detector still finds in it. */
export async function sealedText(
  raw: Reel,
  options: SealOptions,
): Promise<{ readonly text: string; readonly replaced: number } | { readonly findings: readonly SealFinding[] }> {
  const { cwd, env, config: named } = options;
  const config = await loadConfig(cwd, named);
  const known = options.known ?? (await knownTexts(env, cwd));
  const { reel, replaced } = redact(raw, {
    own: config.redact ?? [],
    headers: config.headers ?? [],
    identity: identityOf(known),
  });
  // What is verified is what will be read, not what was meant to be written.
  const text = formatReel(reel);
  const written = parseReel(text);
  const findings = [...(await verifyReel(written, known)), ...compareRuns(raw, written)];
  return findings.length > 0 ? { findings } : { text, replaced };
}

async function bytesOf(cwd: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(path.resolve(cwd, name));
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reasonOf(error)}.`);
  }
}

function identityOf(known: readonly KnownText[]): Identity {
  return {
    names: known.filter(({ isName }) => isName).map(({ value }) => value),
    texts: known.filter(({ isName }) => !isName).map(({ value }) => value),
  };
}
