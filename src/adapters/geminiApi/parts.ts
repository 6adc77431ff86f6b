import { isBlank } from '../../logic/excerpt.ts';
import type { Body, EventSink } from '../decoder.ts';
import { isObject, type JsonObject, known, member, text } from '../json.ts';
import type { CallReader } from './calls.ts';
import type { Rounds } from './rounds.ts';

/** Reads the parts of one answer. */
export interface PartReader {
  read(part: unknown): void;
  /** Whether the answer calls functions of the client. */
  readonly hasCalls: boolean;
  /** Whether the answer has said nothing that can be seen. */
  readonly isBlank: boolean;
  /** Another answer begins. */
  restart(): void;
}

/** What a part may hold that the screen does not show. */
const SILENT = [
  'thoughtSignature',
  'thought',
  'inlineData',
  'fileData',
  'functionResponse',
  'videoMetadata',
  'partMetadata',
];

export function createPartReader(sink: EventSink, rounds: Rounds, calls: CallReader): PartReader {
  let hasCalls = false;
  let blank = true;
  let thoughts = 0;
  /** The thought that a signature seals: the newest. */
  let thoughtId: string | undefined;
  let isThinking = false;
  /** The call of the provider's own tool that has no result yet. */
  let serverCall: string | undefined;

  function thought(delta: string, signature: string | undefined): void {
    if (!isThinking) thoughtId = `${rounds.turnId}/thought-${++thoughts}`;
    isThinking = true;
    seal(delta, signature);
  }

  /** A signature may stand on any part, also on an empty one at the end. */
  function seal(delta: string, signature: string | undefined): void {
    if (delta === '' && signature === undefined) return;
    const { turnId } = rounds;
    sink.emit(known<Body<'thinking_delta'>>({ type: 'thinking_delta', delta, turnId, itemId: thoughtId, signature }));
  }

  function say(delta: string): void {
    if (delta === '') return;
    isThinking = false;
    blank &&= isBlank(delta);
    sink.emit({ type: 'text_delta', delta, turnId: rounds.turnId });
  }

  function serverTool(name: string, args: unknown, id: string | undefined): void {
    isThinking = false;
    serverCall = calls.start({ turnId: rounds.turnId, name, id, args: args ?? {} });
  }

  function serverResult(result: unknown, id: string | undefined, isError = false): void {
    const callId = id ?? serverCall;
    if (callId !== undefined) calls.finish(callId, result, isError);
  }

  function readOther(part: JsonObject): void {
    const { executableCode, codeExecutionResult, toolCall, toolResponse } = part;
    if (isObject(executableCode)) serverTool('code_execution', executableCode, text(executableCode, 'id'));
    else if (isObject(codeExecutionResult)) {
      const isError = text(codeExecutionResult, 'outcome') !== 'OUTCOME_OK';
      serverResult(member(codeExecutionResult, 'output') ?? '', text(codeExecutionResult, 'id'), isError);
    } else if (isObject(toolCall)) {
      serverTool((text(toolCall, 'toolType') ?? '').toLowerCase(), member(toolCall, 'args'), text(toolCall, 'id'));
    } else if (isObject(toolResponse)) serverResult(member(toolResponse, 'response'), text(toolResponse, 'id'));
    else if (!SILENT.some((name) => Object.hasOwn(part, name))) sink.unknown(`part/${Object.keys(part)[0] ?? ''}`);
  }

  return {
    read(part) {
      if (!isObject(part)) {
        sink.malformed();
        return;
      }
      const said = member(part, 'text');
      const signature = text(part, 'thoughtSignature');
      if (typeof said === 'string' && part.thought === true) {
        thought(said, signature);
        return;
      }
      seal('', signature);
      if (typeof said === 'string') say(said);
      else if (isObject(part.functionCall)) {
        hasCalls = true;
        isThinking = false;
        calls.read(part.functionCall, rounds.turnId);
      } else readOther(part);
    },
    get hasCalls() {
      return hasCalls;
    },
    get isBlank() {
      return blank;
    },
    restart() {
      hasCalls = false;
      blank = true;
      thoughts = 0;
      thoughtId = undefined;
      isThinking = false;
      serverCall = undefined;
    },
  };
}
