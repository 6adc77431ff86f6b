import { plainText } from '../anthropic/blocks.ts';
import type { Agents } from '../claude/agents.ts';
import { claudeToolResult } from '../claude/toolResult.ts';
import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, known, list, member, text } from '../json.ts';
import type { RunReader } from './runs.ts';

/** Reads lines that are a message: of the model, with results of tools, or of the reader. */
export interface MessageLineReader {
  read(line: JsonObject): void;
  /** What the client sends. */
  readPrompt(line: JsonObject): void;
}

export function createMessageLineReader(sink: EventSink, agents: Agents, runs: RunReader): MessageLineReader {
  function assistant(line: JsonObject): void {
    if (text(line.message, 'model') === '<synthetic>') programSaid(line);
    else agents.of(text(line, 'parent_tool_use_id'), line).whole(line.message);
  }

  /** A line that the program wrote in the model's name: an error's text, no answer. */
  function programSaid(line: JsonObject): void {
    const said = plainText(list(line.message, 'content'));
    if (said === '') return;
    const isError = line.error !== undefined || line.isApiErrorMessage === true || said.startsWith('API Error');
    if (isError) runs.toldError(said);
    sink.emit(
      isError
        ? { type: 'notice', level: 'error', code: 'error', text: errorText(said) }
        : { type: 'notice', level: 'info', text: said },
      text(line, 'parent_tool_use_id'),
    );
  }

  function user(line: JsonObject): void {
    const results = list(line.message, 'content').filter((block) => text(block, 'type') === 'tool_result');
    const parent = text(line, 'parent_tool_use_id');
    const agent = agents.of(text(line, 'parent_tool_use_id'), line);
    for (const result of results) toolResult(result, line.tool_use_result, parent);
    if (results.length > 0) agent.endMessage();
    else if (parent === undefined) readerSaid(line);
    else agents.prompted(parent, saidIn(line));
  }

  function toolResult(block: unknown, rich: unknown, parent: string | undefined): void {
    const callId = text(block, 'tool_use_id');
    if (callId === undefined) {
      sink.malformed();
      return;
    }
    const isError = member(block, 'is_error') === true;
    agents.returned(callId, isError ? 'failed' : 'completed', rich);
    const result = claudeToolResult(member(block, 'content'), rich);
    sink.emit({ type: 'tool_call_finished', callId, result, ...(isError && { isError }) }, parent);
  }

  function readerSaid(line: JsonObject): void {
    const said = saidIn(line);
    if (said.startsWith('[Request interrupted by user')) runs.interrupted();
    else if (said !== '' && line.isSynthetic !== true && line.isMeta !== true && line.isCompactSummary !== true) {
      runs.begin();
      sink.emit(known<Body<'user_message'>>({ type: 'user_message', text: said, id: text(line, 'uuid') }));
    }
  }

  return {
    read(line) {
      if (line.type === 'assistant') assistant(line);
      else user(line);
    },
    readPrompt: readerSaid,
  };
}

function saidIn(line: JsonObject): string {
  const content = member(line.message, 'content');
  return typeof content === 'string' ? content : plainText(list(line.message, 'content'));
}
