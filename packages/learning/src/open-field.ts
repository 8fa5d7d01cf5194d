// Opens a field of a model for scoring. What a lead answered is looked up once per answer, with its effect and the text of
// its ledger entry, because answers repeat from lead to lead.

import { type LedgerEntry, makeEntry } from '@leadline/engine';
import { describeEvidence } from './describe-evidence.ts';
import { describeValue } from './describe-field.ts';
import type { Effect, Field } from './model.ts';
import { PackedEffects } from './packed-effects.ts';
import { codeOf, indexLevels, type PlainField } from './plan-fields.ts';
import { readCategory, readDay, readNumber } from './read-answer.ts';
import { sha256 } from './sha256.ts';

/** The stated chances rise by one logit every 22 points (from 4% at 20 to 50% at 90); rounded. */
const POINTS_PER_LOGIT = 20;

export const toPoints = ([logit]: Effect): number => Math.round(logit * POINTS_PER_LOGIT);

/** No answer counts for more than all of them may together. */
export const limitPoints = (points: number, limit: number): number =>
  Math.min(limit, Math.max(-limit, points));

/** One answer to a field: what it does to the score, and how the ledger says so. */
export class Reading {
  readonly code: number;
  /** Undefined if the model knows nothing about such an answer. */
  readonly effect: Effect | undefined;
  readonly points: number;
  readonly #field: OpenField;
  readonly #answer: string;
  #text: string | null = null;
  #entry: LedgerEntry | null = null;

  constructor(field: OpenField, code: number, answer: string) {
    this.code = code;
    this.effect = field.effects.at(code);
    this.points = this.effect === undefined ? 0 : limitPoints(toPoints(this.effect), field.limit);
    this.#field = field;
    this.#answer = answer;
  }

  get text(): string {
    this.#text ??= describeValue(this.#field.field, this.code, this.#answer);
    return this.#text;
  }

  /** Shared by all leads with this answer. */
  get entry(): LedgerEntry {
    const { entryCode, overall } = this.#field;
    const [, , leads = 0, won = 0] = this.effect ?? [];
    this.#entry ??= makeEntry(
      'learned',
      entryCode,
      this.points,
      `${this.text}: ${describeEvidence({ leads, won, points: this.points }, overall)}`,
    );
    return this.#entry;
  }
}

/** Longer answers are free text, which is rarely repeated. */
const MAX_REMEMBERED_LENGTH = 100;

/** Limits how many answers a model remembers over all its fields, so that a stream of new ones can't exhaust memory. */
export class Memory {
  static readonly maxSize = 1_000;
  #size = 0;
  readonly #maps: Map<string, unknown>[] = [];

  remember<Value>(read: (text: string) => Value): (text: string) => Value {
    const known = new Map<string, Value>();
    this.#maps.push(known);
    return (text) => {
      const found = known.get(text);
      if (found !== undefined) return found;
      const value = read(text);
      if (text.length > MAX_REMEMBERED_LENGTH) return value;
      if (this.#size >= Memory.maxSize) this.#clear();
      this.#size++;
      known.set(text, value);
      return value;
    };
  }

  #clear(): void {
    for (const map of this.#maps) map.clear();
    this.#size = 0;
  }
}

/** What the fields and pairs of a model have in common. */
export type OpenContext = Pick<OpenField, 'overall' | 'limit'>;

export class OpenField {
  readonly field: PlainField;
  readonly effects: PackedEffects;
  /** The share of all leads that were won. */
  readonly overall: number;
  /** The most points that an answer can add or subtract. */
  readonly limit: number;
  /** Of a lead without an answer. */
  readonly missing: Reading;
  /** By a level that the engine read. */
  readonly ofLevel: (level: string) => Reading;
  /** By the words of the answer, on the day on which the lead was received. */
  readonly ofAnswer: (answer: string, receivedDay: number) => Reading;

  #entryCode: string | null = null;

  constructor({ effects, ...field }: Field, { overall, limit }: OpenContext, memory: Memory) {
    this.field = field;
    this.effects = new PackedEffects(effects);
    this.overall = overall;
    this.limit = limit;
    this.missing = new Reading(this, field.missing, '');
    const levels = indexLevels(field);
    const isDated = field.kind === 'bins' && field.unit === 'days';
    const read = (answer: string, receivedDay: number): Reading =>
      new Reading(this, codeOf(field, levels, readFor(field, answer), receivedDay), answer);
    this.ofAnswer = isDated ? read : memory.remember((answer) => read(answer, 0));
    this.ofLevel = memory.remember((level) => new Reading(this, levels.get(level) ?? field.other, ''));
  }

  get entryCode(): string {
    this.#entryCode ??= `learned-${codeName(this.field.key)}`;
    return this.#entryCode;
  }

  /** By what the engine understood, with the words for the ledger. */
  ofMeaning(level: string, answer: string): Reading {
    return new Reading(this, this.ofLevel(level).code, answer);
  }
}

/** Stable and without the customer's words: "source", "company-size", "answer-1a2b3c4d". */
export const codeName = (key: string): string =>
  /^[a-z-]+$/.test(key) ? key : `answer-${sha256(key).slice(0, 8)}`;

/** Reads an answer only in the way that the field needs. */
const readFor = (field: PlainField, answer: string): Parameters<typeof codeOf>[2] => ({
  category: field.kind === 'levels' ? readCategory(answer) : null,
  number: field.kind === 'bins' && field.unit === 'number' ? readNumber(answer) : Number.NaN,
  day: field.kind === 'bins' && field.unit === 'days' ? readDay(answer) : Number.NaN,
});
