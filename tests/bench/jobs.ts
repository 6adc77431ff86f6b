import type { Decoded } from './decode.ts';
import type { Remembered } from './memory.ts';
import type { Asked, Measured } from './peers/measure.ts';

/** What a process of its own is asked, and what it answers. */
export interface Jobs {
  fold: {
    readonly asks: Asked;
    gives: Measured;
  };
  decode: { readonly asks: { readonly of: string; readonly quick: boolean }; gives: Decoded };
  memory: { readonly asks: { readonly items: number }; gives: Remembered };
}

export type JobName = keyof Jobs;
