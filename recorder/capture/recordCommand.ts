import type { Io } from '../io.ts';
import { reasonOf } from '../reasons.ts';
import { UsageError } from '../usageError.ts';
import { type Facts, headerOf, programName, titleOfFile } from './facts.ts';
import { totalsInWords } from './inWords.ts';
import { outputFile, rawFolderIn } from './output.ts';
import { recordProgram } from './program.ts';
import { type Recording, type RecordingOptions, startRecording } from './recording.ts';
import { sealRaw } from './sealRaw.ts';

export interface CommandOptions extends Facts {
  readonly output?: string;
  /** Do not seal; leave the private file. */
  readonly raw?: boolean;
  /** Record what comes in on stdin. */
  readonly stdin?: boolean;
}

/**
 * `runreel record -- <command>`: runs it as if it ran alone, and records it. Gives its exit status, or 1 where that
 * is 0 and the run could not be recorded or sealed.
 * @throws {UsageError}
 */
export async function recordCommand(
  [command, ...args]: readonly [string, ...string[]],
  options: CommandOptions,
  io: Io,
): Promise<number> {
  const tell = (sentence: string) => io.err(`runreel: ${sentence}\n`);
  const recordedAt = io.clock.date().toISOString();
  const name = programName(command);
  const output = options.raw ? undefined : outputFile(io.cwd, options.output, name, recordedAt);
  const title = output?.isNamed ? titleOfFile(output.file) : name;
  const recording = openRecording({
    folder: rawFolderIn(io.cwd),
    name,
    header: headerOf(options, { agent: name, title, recordedAt, transport: 'stdout' }),
    startedAt: io.clock.now(),
    onFailure: (error) => tell(`the recording stopped: ${reasonOf(error)}; the program goes on.`),
  });
  const status = await run(command, args, options, io, recording);
  const { totals } = recording;
  tell(`recorded ${totalsInWords(totals)}.`);
  if (totals.failure !== undefined || output === undefined) {
    tell(`the private recording is ${recording.path}.`);
    return status || (totals.failure === undefined ? 0 : 1);
  }
  const { ok, sentence } = await sealRaw(recording.path, output.file, io);
  tell(sentence);
  return status || (ok ? 0 : 1);
}

/** @throws {UsageError} where the private file cannot be made. */
function openRecording(options: RecordingOptions): Recording {
  try {
    return startRecording(options);
  } catch (error) {
    throw new UsageError(`${options.folder} cannot be written: ${reasonOf(error)}; start in a folder where it can.`);
  }
}

async function run(
  command: string,
  args: readonly string[],
  { stdin = false }: CommandOptions,
  io: Io,
  recording: Recording,
): Promise<number> {
  try {
    return await recordProgram({
      command,
      args,
      cwd: io.cwd,
      env: io.env,
      streams: io.streams,
      onSignal: io.onSignal,
      sharesTerminal: io.isTerminal,
      recordsInput: stdin,
      recording,
      now: io.clock.now,
      onLingering: () =>
        io.err(
          'runreel: the program has ended, but what it started keeps its output open; Ctrl-C ends the recording.\n',
        ),
    });
  } catch (error) {
    recording.discard();
    throw new UsageError(`"${command}" cannot be started: ${startReason(error)}.`);
  }
}

function startReason(error: unknown): string {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return missing ? 'there is no such program; is it installed, and in the PATH' : reasonOf(error);
}
