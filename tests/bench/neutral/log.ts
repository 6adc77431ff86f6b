/**
 * A run in no library's format: what the model said and what its tools gave, in the order in which it came. Every
 * contestant gets the same log, mapped to its own format (`../contestants`).
 */
export type NeutralLog = readonly NeutralEvent[];

export type ProseKind = 'thinking' | 'text';

export type NeutralEvent =
  /** A request to the model. */
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'open' | 'close'; readonly of: ProseKind; readonly id: string }
  | { readonly type: 'delta'; readonly of: ProseKind; readonly id: string; readonly delta: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string }
  | { readonly type: 'args'; readonly id: string; readonly delta: string }
  /** The arguments are whole, the tool runs. */
  | { readonly type: 'run'; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown };

/** What every library must have in the end. */
export interface EndState {
  /** The last text that is not blank. */
  readonly answer: string;
  /** All thoughts, joined. */
  readonly thinking: string;
  readonly tools: readonly EndedTool[];
}

export interface EndedTool {
  readonly name: string;
  /** Absent where the run was cut before they were whole; then they are not compared. */
  readonly args?: unknown;
  readonly result?: unknown;
}

/** The end state that a log says. */
export function endOf(log: NeutralLog): EndState {
  const prose = new Map<string, { of: ProseKind; text: string[] }>();
  const tools = new Map<string, { name: string; args?: unknown; result?: unknown }>();
  for (const event of log) {
    if (event.type === 'open') prose.set(event.id, { of: event.of, text: [] });
    if (event.type === 'delta') prose.get(event.id)?.text.push(event.delta);
    if (event.type === 'call') tools.set(event.id, { name: event.name });
    const tool = tools.get('id' in event ? event.id : '');
    if (tool && event.type === 'run') tool.args = event.args;
    if (tool && event.type === 'result') tool.result = event.result;
  }
  const parts = [...prose.values()].map(({ of, text }) => ({ of, text: text.join('') }));
  return { ...spokenIn(parts), tools: [...tools.values()] };
}

/** Answer and thinking of texts and thoughts in order; blank ones do not count. */
export function spokenIn(
  parts: readonly { readonly of: ProseKind; readonly text: string }[],
): Pick<EndState, 'answer' | 'thinking'> {
  const seen = parts.filter(({ text }) => text.trim() !== '');
  const textsOf = (kind: ProseKind) => seen.filter(({ of }) => of === kind).map(({ text }) => text);
  return { answer: textsOf('text').at(-1) ?? '', thinking: textsOf('thinking').join('') };
}
