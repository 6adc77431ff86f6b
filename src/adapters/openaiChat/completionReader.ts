import { isBlank } from '../../logic/excerpt.ts';
import type { Body, EventSink } from '../decoder.ts';
import { errorText } from '../endings.ts';
import { type JsonObject, known, list, member, number, text } from '../json.ts';
import type { OpenaiRun } from '../openaiRun.ts';
import { openaiUsage } from '../openaiUsage.ts';
import { ChatCalls } from './calls.ts';
import { type AnswerPiece, answerPiece } from './delta.ts';

/** One of the answers that a completion holds; there is more than one only where the request asked for it. */
interface Choice {
  readonly index: number;
  /** Thoughts and texts that follow each other have the same number; what was thought after a text has the next. */
  part: number;
  last: 'thinking' | 'text' | 'call' | undefined;
  reason: string | undefined;
  isRefusal: boolean;
}

/** Reads the chunks of Chat Completions, or whole completions; each is a turn of its round. */
export class CompletionReader {
  readonly calls: ChatCalls;
  private readonly sink: EventSink;
  private readonly run: OpenaiRun;
  private readonly ids = new Map<string, number>();
  private turnId = '';
  private wireId: string | undefined;
  private choices = new Map<number, Choice>();
  private isOver = true;

  constructor(sink: EventSink, run: OpenaiRun) {
    this.sink = sink;
    this.run = run;
    this.calls = new ChatCalls(sink);
  }

  read(chunk: JsonObject): void {
    const choices = list(chunk, 'choices');
    this.turnOf(text(chunk, 'id'), choices);
    const { error } = chunk;
    for (const choice of choices) this.choice(choice, error === undefined || error === null);
    this.usage(chunk, choices);
    if (error !== undefined && error !== null) this.failed(error);
    else if (choices.length > 0) this.settle();
  }

  failed(error: unknown): void {
    this.isOver = true;
    this.run.failUnlessRepeated(errorText(error));
  }

  /** The completion that a chunk belongs to. Chunks before the first choice have no id, some have none at all. */
  private turnOf(id: string | undefined, choices: readonly unknown[]): void {
    if (choices.length === 0) return;
    const isOther = id !== undefined && this.wireId !== undefined && id !== this.wireId;
    const begins = this.isOver ? isOther || this.turnId === '' || choices.some(says) : isOther;
    if (begins) this.begin(id);
    else this.wireId ??= id;
  }

  private begin(id: string | undefined): void {
    if (this.run.isWaiting()) this.calls.settle();
    const name = id ?? 'completion';
    const nth = (this.ids.get(name) ?? 0) + 1;
    this.ids.set(name, nth);
    this.turnId = id !== undefined && nth === 1 ? id : `${name}~${nth}`;
    this.wireId = id;
    this.isOver = false;
    this.choices = new Map();
    this.calls.startTurn();
    this.run.begin(this.turnId);
  }

  private choice(source: unknown, mayEnd: boolean): void {
    if (this.isOver) return;
    const index = number(source, 'index') ?? 0;
    const choice = this.choices.get(index) ?? { index, part: 0, last: undefined, reason: undefined, isRefusal: false };
    this.choices.set(index, choice);
    const piece = answerPiece(member(source, 'delta') ?? member(source, 'message'));
    this.think(choice, piece);
    this.say(choice, piece);
    for (const call of piece.calls) {
      choice.last = 'call';
      this.calls.piece(this.turnId, index, call);
    }
    if (mayEnd) choice.reason ??= text(source, 'finish_reason');
  }

  private think(choice: Choice, { thinking, signature }: AnswerPiece): void {
    if (thinking === '' && signature === undefined) return;
    if (thinking !== '') {
      if (choice.last === 'text' || choice.last === 'call') choice.part++;
      choice.last = 'thinking';
    }
    const itemId = this.itemId(choice);
    this.sink.emit(
      known<Body<'thinking_delta'>>({
        type: 'thinking_delta',
        delta: thinking,
        turnId: this.turnId,
        itemId,
        signature,
      }),
    );
  }

  private say(choice: Choice, { words, isRefusal }: AnswerPiece): void {
    choice.isRefusal ||= isRefusal;
    if (words === '') return;
    if (choice.last === 'call') choice.part++;
    if (choice.last !== 'thinking' || !isBlank(words)) choice.last = 'text';
    this.sink.emit({ type: 'text_delta', delta: words, turnId: this.turnId, itemId: this.itemId(choice) });
  }

  private itemId({ index, part }: Choice): string {
    return `${this.turnId}/${index}.${part}`;
  }

  private usage(chunk: JsonObject, choices: readonly unknown[]): void {
    const said = [chunk.usage, member(chunk.x_groq, 'usage'), member(choices[0], 'usage')];
    const usage = said.map((one) => openaiUsage(one, text(chunk, 'model'))).find((one) => one !== undefined);
    if (usage && this.turnId !== '') this.sink.emit({ type: 'usage', turnId: this.turnId, ...usage });
  }

  /** The answer is over when all its choices are. */
  private settle(): void {
    const choices = [...this.choices.values()];
    if (this.isOver || choices.some(({ reason }) => reason === undefined)) return;
    this.isOver = true;
    const reasons = new Set(choices.map(({ reason }) => reason));
    if (reasons.has('length')) this.run.fail('The model reached its limit of tokens.', 'limit');
    else if (reasons.has('content_filter')) this.run.fail('The answer was withheld by a content filter.', 'refusal');
    else if (reasons.has('error')) this.run.failUnlessRepeated(errorText(undefined));
    else if (this.calls.areThere) {
      this.calls.ready();
      this.run.stopsForClient();
    } else if (choices.every(({ isRefusal }) => isRefusal)) this.run.fail('The model refused to answer.', 'refusal');
    else this.run.complete();
  }
}

/** Whether a choice tells something new: after its end some providers send one that is empty. */
function says(choice: unknown): boolean {
  const { thinking, words, calls } = answerPiece(member(choice, 'delta') ?? member(choice, 'message'));
  return thinking !== '' || words !== '' || calls.length > 0;
}
