import { createPreparingEmitter, type TimerClock } from '../../../src/logic/index.ts';
import { type Chunk, type Stream, streamOf, type WrittenOptions } from './written.ts';

/** A provider of models that streams by a script: what it tells of calls in preparation comes from the kit's emitter. */
export interface Provider {
  think(text: string): void;
  write(text: string): void;
  /** A piece of the arguments of a call, as a model gives it. */
  piece(index: number, name: string | undefined, args: string): void;
  call(callId: string, name: string, input: object): void;
  /** The model's answer is whole: nothing is in preparation any more. */
  finish(): void;
  pass(seconds: number): void;
  /** Names the moment that the stream is at. */
  moment(name: string): void;
}

/** A stream of the format `vscode-lm`, each part in a chunk of its own, timed by the script's own clock. */
export function provided(script: (provider: Provider) => void, options: Pick<WrittenOptions, 'end'> = {}): Stream {
  const clock = createTimers();
  const chunks: Chunk[] = [];
  const moments = new Map<string, number>();
  const send = (message: object) => chunks.push({ at: clock.now() / 1000, messages: [message] });
  const emitter = createPreparingEmitter({ clock, emit: (marker) => send({ type: 'thinking', value: marker }) });
  const visible = (message: object) => {
    emitter.visible();
    send(message);
  };
  script({
    think: (value) => visible({ type: 'thinking', value }),
    write: (value) => visible({ type: 'text', value }),
    piece: (index, name, args) => emitter.delta(index, name, args),
    call: (callId, name, input) => send({ type: 'tool_call', callId, name, input }),
    finish: () => emitter.finish(),
    pass: (seconds) => clock.pass(seconds * 1000),
    moment: (name) => moments.set(name, chunks.length),
  });
  emitter.dispose();
  return streamOf('vscode-lm', chunks, { ...options, moments });
}

/** Timers that fire when the script lets time pass. */
function createTimers(): TimerClock & { pass(ms: number): void } {
  let time = 0;
  const timers = new Map<object, { readonly due: number; readonly callback: () => void }>();
  return {
    now: () => time,
    setTimeout(callback, ms) {
      const timer = {};
      timers.set(timer, { due: time + ms, callback });
      return timer;
    },
    clearTimeout: (timer) => void (typeof timer === 'object' && timer !== null && timers.delete(timer)),
    pass(ms) {
      const end = time + ms;
      const next = () => [...timers].sort(([, a], [, b]) => a.due - b.due)[0];
      for (let due = next(); due && due[1].due <= end; due = next()) {
        timers.delete(due[0]);
        time = due[1].due;
        due[1].callback();
      }
      time = end;
    },
  };
}
