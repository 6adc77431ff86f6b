/** What happens in a scenario, without a word about the program that it is played with. */
export interface Story {
  /** The repository that the agent works in: /home/dev/<name>. */
  readonly repository: string;
  readonly files: Readonly<Record<string, string>>;
  /** The user's words. */
  readonly prompt: string;
  readonly steps: readonly Step[];
  /** How many characters the model says at once; languages differ in how much that is. */
  readonly pace?: number;
  /** What the program asks the model beside the round, for a title of the session. */
  readonly aside?: string;
}

/** One answer of the model. */
export interface Step {
  readonly think?: string;
  readonly say?: string;
  readonly calls?: readonly Call[];
  /** The model's service is overloaded once, before it gives this answer. */
  readonly overloaded?: boolean;
  /** The connection is lost once, after so many pieces of this answer. */
  readonly cutAfter?: number;
  /** As in the story, for this answer. */
  readonly pace?: number;
}

/** What the model asks the program to do; each program has its own names for it. */
export type Call =
  | { readonly shell: string; readonly why: string }
  | { readonly read: string }
  | { readonly write: string; readonly content: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly delegate: string; readonly task: string; readonly steps: readonly Step[] }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** A tool of a program and what it is called with. */
export type ToolCall = readonly [name: string, input: Readonly<Record<string, unknown>>];

/** How a program's tools are called. Paths are relative to the repository; `root` is where that is. */
export interface Tools {
  shell(command: string, why: string): ToolCall;
  read(path: string, root: string): ToolCall;
  write(path: string, content: string, root: string): ToolCall;
  edit(path: string, from: string, to: string, root: string): ToolCall;
  delegate?(what: string, task: string): ToolCall;
}
