import { isBlank } from '../../logic/excerpt.ts';
import { plainText } from '../anthropic/blocks.ts';
import { stopFailure } from '../anthropic/failures.ts';
import type { Agents } from '../claude/agents.ts';
import type { EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { isObject, type JsonObject, list, text } from '../json.ts';
import type { Rounds } from './rounds.ts';

/** Reads lines with blocks of a model's message. */
export interface AnswerReader {
  /** `agentId`: the sub-agent whose message it is. */
  read(line: JsonObject, agentId: string | undefined): void;
}

/** After these the same round goes on with another message. */
const GOES_ON: ReadonlySet<unknown> = new Set(['tool_use', 'pause_turn']);

/** What the program writes in the model's name where nothing was asked. */
const NO_ANSWER = 'No response requested.';

export function createAnswerReader(sink: EventSink, agents: Agents, rounds: Rounds): AnswerReader {
  /** The blocks of each message that were told: a resumed session writes messages again, under new ids of lines. */
  const told = new Map<string, Set<string>>();

  function newBlocks(message: JsonObject): readonly unknown[] {
    const id = text(message, 'id');
    const blocks = list(message, 'content');
    if (id === undefined) return blocks;
    const known = told.get(id) ?? new Set();
    told.set(id, known);
    return blocks.filter((block) => {
      const name = nameOf(block);
      if (known.has(name)) return false;
      known.add(name);
      return true;
    });
  }

  /** A line that the program wrote in the model's name: an error's text, no answer. */
  function programSaid(line: JsonObject, agentId: string | undefined): void {
    const said = plainText(list(line.message, 'content'));
    if (said === '' || said === NO_ANSWER) return;
    const isError = line.error !== undefined || line.isApiErrorMessage === true || said.startsWith('API Error');
    if (agentId === undefined) {
      if (!isError && !rounds.isOpen()) return;
      rounds.goesOn(text(line, 'uuid'));
      if (isError) rounds.mayEnd('failed', errorText(said));
    }
    sink.emit(
      isError
        ? { type: 'notice', level: 'error', code: 'error', text: errorText(said) }
        : { type: 'notice', level: 'info', text: said },
      agentId,
    );
  }

  /** The text of a message may be the last of its round, or calls follow it on other lines. */
  function mayEnd(message: JsonObject, blocks: readonly unknown[]): void {
    const reason = message.stop_reason;
    const failure = stopFailure(reason);
    if (failure) {
      sink.emit({ type: 'notice', level: 'error', code: failure.code, text: failure.text });
      rounds.mayEnd('failed', failure.text);
    } else if (!GOES_ON.has(reason) && (reason === 'end_turn' || !isBlank(plainText(blocks)))) {
      rounds.mayEnd('completed');
    }
  }

  return {
    read(line, agentId) {
      const { message } = line;
      if (!isObject(message)) {
        sink.malformed();
        return;
      }
      if (text(message, 'model') === '<synthetic>') {
        programSaid(line, agentId);
        return;
      }
      const content = newBlocks(message);
      if (content.length === 0) return;
      if (agentId === undefined) rounds.goesOn(text(line, 'uuid'));
      agents.of(agentId).whole({ ...message, content });
      if (agentId === undefined) mayEnd(message, content);
    },
  };
}

/** What tells a block from the others of its message. */
function nameOf(block: unknown): string {
  const kind = text(block, 'type') ?? '';
  const id = text(block, 'id') ?? text(block, 'tool_use_id') ?? text(block, 'data') ?? text(block, kind) ?? '';
  return `${kind} ${id} ${text(block, 'signature') ?? ''}`;
}
