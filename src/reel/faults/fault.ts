/**
 * Where a fault happens: after so many chunks, or after a share (0 to 1) of the bytes. Where none is said, the seed
 * decides.
 */
export type Where = { readonly chunk: number } | { readonly share: number };

/** Something that goes wrong with the bytes of a stream (SPEC R7.5). What is not said has a default, or the seed decides. */
export type Fault =
  /** Each byte is a chunk: all of them, or so many from a place on. */
  | { readonly name: 'one-byte'; readonly bytes?: number; readonly at?: Where }
  /** Other chunk borders, anywhere; no chunk is longer than `size` bytes. Default 512. */
  | { readonly name: 'recut'; readonly size?: number }
  /** Neighbouring chunks come as one, when the last of them comes: `count` each time, else 2 to 8. */
  | { readonly name: 'merge'; readonly count?: number }
  /** A chunk ends inside of characters of more than one byte: of every one, or of so many from a place on. */
  | { readonly name: 'split-utf8'; readonly characters?: number; readonly at?: Where }
  /** Lines end in CRLF, and a chunk ends between the two. */
  | { readonly name: 'split-crlf' }
  /** Nothing comes for `ms` milliseconds. Default 5000. */
  | { readonly name: 'stall'; readonly ms?: number; readonly at?: Where }
  /** Every pause is `factor` times as long. Default 4. */
  | { readonly name: 'slow'; readonly factor?: number }
  /** Comments of SSE, blank lines of JSON Lines: every `ms` milliseconds of a pause, else after one message in three. */
  | { readonly name: 'heartbeat'; readonly ms?: number }
  /** A message comes twice. */
  | { readonly name: 'duplicate'; readonly at?: Where }
  /** Two neighbouring messages change places. */
  | { readonly name: 'swap'; readonly at?: Where }
  /** A line loses its end, but for the line break. */
  | { readonly name: 'cut-line'; readonly at?: Where }
  /** The connection is lost. */
  | { readonly name: 'reset'; readonly at?: Where }
  /** A status and a body of JSON instead of the stream. Default 503. */
  | { readonly name: 'http-error'; readonly status?: number; readonly body?: string }
  /** The stream ends too early, as if that were its end. */
  | { readonly name: 'truncate'; readonly at?: Where };

export type FaultName = Fault['name'];

const kinds = {
  'one-byte': 'lossless',
  recut: 'lossless',
  merge: 'lossless',
  'split-utf8': 'lossless',
  'split-crlf': 'lossless',
  stall: 'lossless',
  slow: 'lossless',
  heartbeat: 'lossless',
  duplicate: 'wrong',
  swap: 'wrong',
  'cut-line': 'wrong',
  reset: 'cut',
  'http-error': 'cut',
  truncate: 'cut',
} as const satisfies Record<FaultName, 'lossless' | 'wrong' | 'cut'>;

/** The names of all faults: first those that lose nothing, last those that cut the stream. */
export const faultNames: readonly FaultName[] = Object.keys(kinds).filter(isFaultName);

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(kinds, name);
}

/** Whether all that the stream says still comes, in order and once: only its cuts, its times and its noise differ. */
export function isLossless({ name }: Pick<Fault, 'name'>): boolean {
  return kinds[name] === 'lossless';
}

/** A fault that cannot be: the message says in one sentence why. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}
