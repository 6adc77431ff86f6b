import { createDecoder, type Decoder } from '../adapters/index.ts';
import type { AgentEvent, NoticeCode } from '../logic/events.ts';
import type { Reel } from './format.ts';
import { formatOf } from './formatOf.ts';
import { recordedResponse } from './recordedResponse.ts';

/** Reads the one stream of a reel. */
export type ReelDecoder = Pick<Decoder, 'push' | 'end' | 'diagnostics'>;

/**
 * Reads a reel as `useAgentRun` reads its replay: a response that is no success is told and not decoded, and a stream
 * that ends before it said anything failed as one that was cut did (SPEC R5.7).
 * @throws {ReelError} where the reel's format is not known.
 */
export function decoderOf(reel: Reel): ReelDecoder {
  const decoder = createDecoder(formatOf(reel));
  const { status } = recordedResponse(reel);
  const isRefused = status < 200 || status > 299;
  let isSilent = true;
  const failed = (code: NoticeCode, text: string): AgentEvent[] =>
    // Without the user's words there is no round yet that could fail.
    reel.header.prompt === undefined
      ? []
      : [
          { type: 'notice', level: 'error', code, text },
          { type: 'run_finished', outcome: 'failed' },
        ];
  return {
    push(chunk, from) {
      if (isRefused) return [];
      const events = decoder.push(chunk, from);
      isSilent &&= events.length === 0;
      return events;
    },
    end(cut) {
      if (isRefused) return failed('error', `HTTP ${status}`);
      const events = decoder.end(cut);
      return isSilent && events.length === 0 ? failed('interrupted', 'The stream ended before it began.') : events;
    },
    get diagnostics() {
      return decoder.diagnostics;
    },
  };
}
