import { type Command, Option } from 'commander';
import { type FormatName, formats } from '../../src/adapters/index.ts';
import { type Checked, checkFile } from '../check/checkFile.ts';
import { filesIn } from '../check/filesIn.ts';
import { checkedInWords, counted, summaryInWords } from '../check/tell.ts';
import type { Io } from '../io.ts';
import { createProgress } from '../progress.ts';
import { UsageError } from '../usageError.ts';

interface Options {
  readonly format?: FormatName;
  readonly thorough?: boolean;
  readonly json?: boolean;
}

const help = `
Each file gets one line, and one more for each finding: file, line, rule and what is wrong. Of a folder all files are
looked at whose names end as those of logs do, in its folders too; what is no reel and no log is passed over.

The exit status is 1 where there is a finding, and 2 where a file cannot be read as a reel or a log, or none was found.

Examples:

  runreel check fixtures
  runreel check session.jsonl --format claude-transcript
  runreel check run.reel.jsonl --json
`;

/** `runreel check` (SPEC R7.4). */
export function addCheck(program: Command, io: Io): void {
  program
    .command('check')
    .summary('see whether reels and logs keep the rules')
    .description('Reads reels and logs, and sees after every event whether the rules of the kit hold.')
    .argument('<path...>', 'reels, logs, or folders of them; - is standard input')
    .addOption(new Option('--format <name>', 'of logs, where it is not found out').choices(formats))
    .option('--thorough', 'reload at every boundary, however long it takes')
    .option('--json', 'for machines: one JSON document')
    .addHelpText('after', help)
    .action((paths: string[], options: Options) => checkAll(paths, options, io));
}

async function checkAll(paths: readonly string[], { json = false, ...options }: Options, io: Io): Promise<void> {
  const files = await filesIn(paths, io);
  const progress = createProgress(io);
  const all: Checked[] = [];
  for (const [i, file] of files.entries()) {
    progress.tell(`${i + 1} of ${files.length}: ${file.name}`);
    const checked = await checkFile(file, options, io);
    all.push(checked);
    progress.clear();
    if (checked.kind === 'bad') io.err(`runreel: ${checked.reason}\n`);
    if (!json) io.out(checkedInWords(checked));
  }
  const count = all.filter(({ kind }) => kind === 'checked').length;
  if (count === 0 && all.every(({ kind }) => kind === 'passed over')) {
    throw new UsageError(
      `there is no reel and no log in ${paths.join(', ')} (${counted(all.length, 'file')} looked at).`,
    );
  }
  if (json) io.out(`${JSON.stringify(asJson(all), undefined, 2)}\n`);
  else if (all.length > 1) io.out(summaryInWords(all));
  io.exitStatus = statusOf(all);
}

function statusOf(all: readonly Checked[]): number {
  if (all.some(({ kind }) => kind === 'bad')) return 2;
  return all.some((each) => each.kind === 'checked' && each.report.findings.length > 0) ? 1 : 0;
}

function asJson(all: readonly Checked[]) {
  return {
    files: all.flatMap((each) => (each.kind === 'checked' ? [{ file: each.file, ...each.report }] : [])),
    passedOver: all.flatMap(({ kind, file }) => (kind === 'passed over' ? [file] : [])),
    unreadable: all.flatMap((each) => (each.kind === 'bad' ? [{ file: each.file, reason: each.reason }] : [])),
  };
}
