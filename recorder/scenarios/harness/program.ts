import type { ChildProcess } from 'node:child_process';
import type { Story, Tools } from './story.ts';

/** An agent program and what is recorded of it. */
export interface Program {
  /** As the header of the reel names it. */
  readonly name: string;
  /** The folder of what is installed for it; others may share it. */
  readonly installed: string;
  /** With exact versions. The first is the program, whose version the header tells. */
  readonly packages: readonly string[];
  readonly tools: Tools;
  /** By the name of the fixture: `<folder>/<name>`. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

export interface Scenario {
  /** What happens, in a few words for a designer. */
  readonly title: string;
  readonly story: Story;
  readonly format: string;
  /** What an overloaded service answers with. Default: 529. */
  readonly overloadStatus?: number;
  /** The round spans several requests: their recordings become one reel. */
  readonly joins?: boolean;
  /** Runs the program and records it; inside the sandbox. */
  run(stage: Stage): Promise<unknown>;
}

/** What a scenario runs on. */
export interface Stage {
  readonly prompt: string;
  /** The repository. */
  readonly root: string;
  /** The address of the scripted model, without a path. */
  readonly model: string;
  /** What is installed for the program. */
  readonly installed: string;
  /** Writes a file below the home of the user. */
  settings(path: string, content: unknown): void;
  /** Runs a program to its end, unrecorded: what has to be done once before. */
  run(command: readonly string[], env?: Env): Promise<number>;
  /** Records a program that writes its run to stdout. Gives its exit status. */
  record(command: readonly string[], env?: Env): Promise<number>;
  /** Records a program that is talked to on stdin; what is sent is recorded too. */
  converse(command: readonly string[], env?: Env): ChildProcess;
  /** Starts a server beside the recording. */
  serve(command: readonly string[], port: number, env?: Env): Promise<Server>;
  /** Records the event streams of a server. */
  proxy(port: number): Promise<Server>;
}

export type Env = Readonly<Record<string, string>>;

export interface Server {
  readonly address: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}
