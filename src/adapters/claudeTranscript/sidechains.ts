import type { Agents } from '../claude/agents.ts';
import { type JsonObject, member, text } from '../json.ts';
import { textOf } from './words.ts';

/** Finds the sub-agent that a line is of; `undefined` for the main agent. */
export interface Sidechains {
  agentOf(line: JsonObject): string | undefined;
}

/**
 * Older versions write the lines of sub-agents between those of the main agent: a chain of parents for each, whose
 * first line is the prompt that its call gave. Newer ones keep a file for each, whose lines all are such.
 */
export function createSidechains(agents: Agents): Sidechains {
  const agentsOfLines = new Map<string, string>();
  const agentsById = new Map<string, string>();
  let hasMain = false;

  function find(line: JsonObject): string {
    const parent = agentsOfLines.get(text(line, 'parentUuid') ?? '');
    const known = parent ?? agentsById.get(text(line, 'agentId') ?? '');
    if (known !== undefined) return known;
    const prompt = line.type === 'user' ? textOf(member(line.message, 'content')) : undefined;
    return agents.awaited(prompt) ?? text(line, 'agentId') ?? text(line, 'uuid') ?? 'sidechain';
  }

  return {
    agentOf(line) {
      if (line.isSidechain !== true) {
        hasMain = true;
        return undefined;
      }
      if (!hasMain) return undefined;
      const childId = find(line);
      const lineId = text(line, 'uuid');
      const agentId = text(line, 'agentId');
      if (lineId !== undefined) agentsOfLines.set(lineId, childId);
      if (agentId !== undefined) agentsById.set(agentId, childId);
      return childId;
    },
  };
}
