import { type Command, Option } from 'commander';
import { type ImportOptions, importLogs } from '../import/importLogs.ts';
import { STEADY_PACE } from '../import/pace.ts';
import type { Io } from '../io.ts';
import { milliseconds, position } from './numbers.ts';

const help = `
A log is any of these, packed by gzip or not:

  timed    {"t": milliseconds, "line": "…"} for each line or SSE frame: the reel has its times
  raw      JSON lines, a dump of an event stream, or a JSON document, of any format that is known: one chunk a
           message; the times are those that the agent wrote into its events, where it did, else a steady pace
  HAR      what a browser exports: one reel for each response that is a stream of a known format

What a log could not say is told in the reel's header, under "imported". What is private is taken out, as "runreel seal"
does it, unless you say --no-seal.

Examples:

  runreel import run.timed.jsonl -o fixtures/my-agent/fix-a-test.reel.jsonl --prompt "The test fails, fix it."
  runreel import session.jsonl --agent "Claude Code" -o session.reel.jsonl
  runreel import acp.jsonl --client acp.client.jsonl -o acp.reel.jsonl
  runreel import network.har --entry 3 -o chat.reel.jsonl
  runreel import logs/one.sse logs/two.sse.gz -o reels/
`;

/** `runreel import` (SPEC R7.2). */
export function addImport(program: Command, io: Io): void {
  program
    .command('import')
    .summary('make reels of logs that exist')
    .description('Makes reels of logs that exist: of timed or raw logs of any format that is known, or of HAR files.')
    .argument('<log...>', 'the logs; - is standard input')
    .option('-o, --output <file>', 'where the reel goes (default: standard output); a folder where there are several')
    .option('--format <name>', 'the wire format (default: found out)')
    .option('--client <file>', 'a log of what the client sent beside, one JSON message a line')
    .addOption(new Option('--entry <number>', 'of a HAR file this entry only, from 1').argParser(position))
    .addOption(
      new Option('--pace <ms>', 'between messages, where nothing tells their times')
        .argParser(milliseconds)
        .default(STEADY_PACE),
    )
    .option('--agent <name>', "the agent program (default: the output's folder, or the server of a HAR entry)")
    .option('--agent-version <version>', 'its version (default: unknown)')
    .option('--title <text>', "what happens in the run (default: the output's name)")
    .option('--prompt <text>', "the user's words that started it")
    .option('--model <text>', 'what wrote the model\'s words, such as "scripted model"')
    .option(
      '--recorded-at <date>',
      "when the log's clock started, as in 2026-11-30 (default: by its own times, else by the date of its file)",
    )
    .option('--end <cause>', 'how the stream ended: eof, reset, abort, timeout, exit (default: eof, or reset if torn)')
    .option('--exit-code <number>', 'the status of the program, with --end exit')
    .option('--no-seal', 'leave everything as it is in the log, keys and names too')
    .addHelpText('after', help)
    .action((logs: string[], options: ImportOptions) => importLogs(logs, options, io));
}
