import path from 'node:path';
import { REEL_VERSION, type ReelHeader, type Transport } from '../../src/reel/index.ts';

/** What the recording person says of a run; the rest is found out. */
export interface Facts {
  readonly title?: string;
  readonly agent?: string;
  readonly agentVersion?: string;
  readonly prompt?: string;
  readonly format?: string;
  readonly model?: string;
}

/** Stands for the format in a private file until the run is sealed, and its output known. */
const FORMAT_NOT_KNOWN_YET = 'unknown';

/** What this program knows by itself. */
export interface Known {
  readonly agent: string;
  readonly title: string;
  readonly recordedAt: string;
  readonly transport: Transport;
  readonly request?: unknown;
}

/** The header of a private file: nothing is redacted yet. */
export function headerOf(said: Facts, known: Known): ReelHeader {
  return {
    reel: REEL_VERSION,
    format: said.format ?? FORMAT_NOT_KNOWN_YET,
    agent: { name: said.agent ?? known.agent, version: said.agentVersion ?? 'unknown' },
    title: said.title ?? known.title,
    recordedAt: known.recordedAt,
    transport: known.transport,
    ...(said.prompt === undefined ? {} : { prompt: said.prompt }),
    ...(said.model === undefined ? {} : { model: said.model }),
    ...(known.request === undefined ? {} : { request: known.request }),
    redaction: { replaced: 0 },
  };
}

/** `/usr/bin/my-agent.js` is a run of `my-agent`. */
export function programName(command: string): string {
  return path.basename(command).replace(/\.\w+$/, '') || command;
}

/** `out/fix-a-test.reel.jsonl` is a run called "Fix a test". */
export function titleOfFile(file: string): string {
  const words = path.basename(file).replace(/\..*$/, '').replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
