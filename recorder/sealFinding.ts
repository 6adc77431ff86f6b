/** Something that must not be published. It names no value, so that a finding can be printed anywhere. */
export interface SealFinding {
  /** What found it, in words. */
  readonly rule: string;
  /** The line of the reel, counted from 1. */
  readonly line: number;
}
