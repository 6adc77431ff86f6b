/** More of a request is not kept: it is no recording of uploads. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** A copy of a request's body, made while the body passes. */
export interface BodyCopy {
  add(chunk: Uint8Array): void;
  /**
   * JSON as its value, other text as text, bytes in base64; `undefined` for no body. Of a body that is too large
   * or did not come to its end, what there is of it is told instead.
   */
  value(complete: boolean): unknown;
}

export function createBodyCopy(): BodyCopy {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length <= LARGEST_BODY) chunks.push(chunk);
      else chunks.length = 0;
    },
    value(complete) {
      if (length === 0) return undefined;
      if (length > LARGEST_BODY) return { leftOut: 'too large', bytes: length };
      const content = contentOf(Buffer.concat(chunks));
      return complete ? content : { incomplete: content };
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function contentOf(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { base64: bytes.toString('base64') };
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
