import type { ArgumentReader } from './argumentReader.ts';
import type { Paragraph } from './paragraph.ts';

/**
 * Key under which items keep what the reducer has read of them, so that no event reads a text
 * twice. Not part of the data: `JSON.stringify` passes it over.
 */
export const reading: unique symbol = Symbol('runreel.reading');

/** What has been read of a call's arguments. */
export interface CallReading {
  /** Absent where the arguments came as a value, and once the call runs. */
  readonly reader?: ArgumentReader | undefined;
  /** The last piece ended in the first half of a surrogate pair. */
  readonly afterHigh?: boolean | undefined;
  /** The call was started again: arguments that follow begin anew. */
  readonly restarted?: boolean | undefined;
  /** The preview once it was asked for; the same cell as long as it would be the same. */
  readonly preview: { text?: string };
}

/** What has been read of a thought or a text. */
export interface ProseReading {
  /** Of a thought alone. */
  readonly paragraph: Paragraph;
  /** Whether its whole has come. */
  readonly whole: boolean;
  /** The previews once they were asked for; `isLong`: nothing that follows changes the beginning any more. */
  readonly preview: { newest?: string | undefined; beginning?: string | undefined; isLong?: boolean };
}
