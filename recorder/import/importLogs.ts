import { formatReel, type Reel } from '../../src/reel/index.ts';
import { titleOfFile } from '../capture/facts.ts';
import { type Input, readInput, STDIN, textOf } from '../input.ts';
import type { Io } from '../io.ts';
import { writeWhole } from '../output.ts';
import { sealedText } from '../seal.ts';
import { UsageError } from '../usageError.ts';
import { withClient } from './clientLog.ts';
import { findRuns } from './findRuns.ts';
import { agentOfFolder, outputsOf } from './outputs.ts';
import { type FoundRun, reelOf } from './run.ts';
import { type Said, saidFacts } from './said.ts';

export interface ImportOptions extends Said {
  readonly output?: string;
  readonly format?: string;
  readonly client?: string;
  readonly entry?: number;
  readonly pace: number;
  readonly agent?: string;
  readonly agentVersion?: string;
  readonly title?: string;
  /** Whether what is private is taken out (SPEC R7.3). */
  readonly seal: boolean;
}

/**
 * Makes reels of logs, and writes them when all of them are made.
 * @throws {UsageError}
 */
export async function importLogs(logs: readonly string[], options: ImportOptions, io: Io): Promise<void> {
  const { recordedAt, ...said } = saidFacts(options);
  const found: { readonly input: Input; readonly log: string; readonly run: FoundRun }[] = [];
  for (const log of logs) {
    const input = await readInput(log, io);
    const harOptions = {
      ...(options.format === undefined ? {} : { format: options.format }),
      ...(options.entry === undefined ? {} : { entry: options.entry }),
      step: options.pace,
    };
    const runs = findRuns(input, harOptions, (sentence) => io.err(`runreel: ${sentence}\n`));
    found.push(...runs.map((run) => ({ input, log, run })));
  }
  const outputs = await outputsOf(found, options.output, io);
  const client = options.client === undefined ? undefined : await readInput(options.client, io);
  if (client && found.length > 1)
    throw new UsageError('--client goes with one run; choose it, by --entry in a HAR file.');
  const reels = found.map(({ input, log, run }, i) => {
    const output = outputs[i];
    const whole = client ? withClient(run, textOf(client), client.name) : run;
    return reelOf(whole, {
      ...said,
      agent: {
        name: options.agent ?? agentOfFolder(output) ?? run.agent ?? run.format,
        version: options.agentVersion ?? 'unknown',
      },
      title: options.title ?? run.title ?? titleOfFile(output ?? (log === STDIN ? 'run' : log)),
      recordedAt: recordedAt ?? run.startedAt ?? input.date.toISOString(),
    });
  });
  const texts: string[] = [];
  for (const [i, reel] of reels.entries()) {
    const text = options.seal ? await sealed(reel, found[i]?.log ?? '', io) : formatReel(reel);
    if (text !== undefined) texts.push(text);
  }
  if (texts.length < reels.length) return;
  for (const [i, text] of texts.entries()) {
    const output = outputs[i];
    if (output === undefined) io.out(text);
    else await writeWhole(io.cwd, output, text);
  }
}

/** A reel that is safe to publish; undefined where something private is left, which is told. */
async function sealed(reel: Reel, log: string, io: Io): Promise<string | undefined> {
  const made = await sealedText(reel, { cwd: io.cwd, env: io.env });
  if ('text' in made) return made.text;
  io.exitStatus = 1;
  for (const { rule, line } of made.findings) io.err(`${log}, line ${line} of its reel: ${rule}\n`);
  io.err('runreel: not sealed, nothing was written; list what is left in runreel.config.ts under "redact".\n');
  return undefined;
}
