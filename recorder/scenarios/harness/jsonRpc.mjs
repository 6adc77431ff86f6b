/** A client of a program that speaks JSON-RPC on stdin and stdout, a message a line. */

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ id?: string | number, method?: string, params?: any, result?: any, error?: any }} Message */

/**
 * @param {ChildProcess} child
 * @param {{ envelope?: Record<string, unknown>, answer: (message: Message) => unknown, onTold?: (message: Message) => unknown }} options
 * `answer` gives the result for what the program asks; an error where that is undefined. `onTold` has its notifications.
 */
export function connect(child, { envelope = {}, answer, onTold }) {
  /** @type {Map<unknown, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  let rest = '';

  /** @param {Message} message */
  const send = (message) => child.stdin?.write(`${JSON.stringify({ ...envelope, ...message })}\n`);

  /** @param {Message} message */
  async function asked(message) {
    const result = await answer(message);
    const error = { code: -32601, message: `There is no ${message.method}.` };
    send({ id: message.id ?? 0, ...(result === undefined ? { error } : { result }) });
  }

  /** @param {Message} message */
  function answered({ id, result, error }) {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new Error(JSON.stringify(error)));
    else one?.resolve(result);
  }

  child.stdout?.setEncoding('utf8').on('data', (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      /** @type {Message} */
      const message = JSON.parse(line);
      if (message.method === undefined) answered(message);
      else if (message.id === undefined) onTold?.(message);
      else void asked(message);
    }
  });

  return {
    /** @param {string} method @param {unknown} [params] */
    tell: (method, params) => send({ method, params }),
    /** @param {string} method @param {unknown} params @returns {Promise<any>} */
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ id: lastId, method, params });
      }),
    /** Nothing more is said: the program ends. */
    async close() {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.stdin?.end();
      await closed;
    },
  };
}

/** How long a user looks at a question. @param {number} ms */
export const userThinks = (ms = 1400) => new Promise((resolve) => setTimeout(resolve, ms));
