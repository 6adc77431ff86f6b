import type { EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, list, member, text } from '../json.ts';
import type { CallReader } from './calls.ts';
import type { Rounds } from './rounds.ts';
import { createStepReader } from './steps.ts';
import { tellInteractionUsage } from './usage.ts';

/** Reads the Interactions API: its events, or an interaction as a whole. */
export interface InteractionReader {
  event(event: JsonObject): void;
  whole(interaction: JsonObject): void;
}

/** Whether a message is an event of the Interactions API. */
export function isInteractionEvent({ event_type }: JsonObject): boolean {
  return typeof event_type === 'string' && /^(?:interaction\.|step\.|error$)/.test(event_type);
}

export function createInteractionReader(sink: EventSink, rounds: Rounds, calls: CallReader): InteractionReader {
  const steps = createStepReader(sink, rounds, calls);
  let id: string | undefined;
  let isRead = false;
  let count = 0;

  /** Without an id the event is about the interaction that is being read. */
  function enter(interactionId: string | undefined): void {
    if (isRead && (interactionId ?? id) === id) return;
    count++;
    id = interactionId;
    isRead = true;
    steps.restart();
    rounds.begin(id ?? `interaction-${count}`);
  }

  function end(status: string | undefined, error: unknown): void {
    if (status === 'requires_action' || (status === 'completed' && steps.hasCalls)) rounds.stopForTools();
    else if (status === 'completed') rounds.complete();
    else if (status === 'cancelled') rounds.abort();
    else if (status === 'incomplete' || status === 'budget_exceeded') {
      rounds.fail(`The interaction ended: ${status}.`, 'limit');
    } else if (status === 'failed') rounds.fail(errorText(error ?? 'The interaction failed.'), 'error');
  }

  function tellEnd(interaction: unknown): void {
    tellInteractionUsage(sink, rounds.turnId, interaction, member(interaction, 'usage'));
    end(text(interaction, 'status'), member(interaction, 'error'));
  }

  return {
    event(event) {
      const { interaction, index } = event;
      if (event.event_type !== 'error') enter(text(interaction, 'id') ?? text(event, 'interaction_id'));
      switch (event.event_type) {
        case 'interaction.created':
        case 'interaction.start':
          return;
        case 'interaction.status_update':
          // The end of an answer tells its usage besides; these two are told by no other event.
          if (event.status === 'cancelled' || event.status === 'failed') end(event.status, event.error);
          return;
        case 'interaction.completed':
        case 'interaction.complete':
          tellEnd(interaction);
          return;
        case 'step.start':
          steps.start(index, event.step);
          return;
        case 'step.delta':
          steps.delta(index, event.delta);
          return;
        case 'step.stop':
          steps.stop(index);
          return;
        case 'error':
          if (!isRead) enter(undefined);
          rounds.fail(errorText(event.error), 'error');
          return;
        default:
          sink.unknown(event.event_type);
      }
    },
    whole(interaction) {
      enter(text(interaction, 'id'));
      const told = Array.isArray(interaction.steps) ? 'steps' : 'outputs';
      for (const [index, step] of list(interaction, told).entries()) {
        steps.start(index, step);
        steps.stop(index);
      }
      tellEnd(interaction);
    },
  };
}
