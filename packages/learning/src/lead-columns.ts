// Collects what leads answered, column by column. Answers are interned, so that 50,000 leads with 40 answers fit into a few
// tens of megabytes. Leads that the engine doesn't treat as a sale are left out: their score never depends on a model.

import { BOT_CHECK, type Facts, type Lead, type Settings, score } from '@leadline/engine';
import { foldQuestion, isProtected } from './protected-questions.ts';
import { dayOf, readCategory, readDay, readNumber } from './read-answer.ts';
import { TRAITS } from './read-traits.ts';

/** Beyond this, the questions answered most often are learned from. */
const MAX_QUESTIONS = 300;
/** A question with more different answers is free text. */
const MAX_ANSWERS = 2_000;
/** A question is numeric if at least this share of its answers are numbers. */
export const NUMERIC_SHARE = 0.95;

export type ColumnKind = 'trait' | 'question' | 'meaning';

/** One answer as the ways it can be read. */
export interface Value {
  /** Null if nothing may be learned from the text. */
  readonly category: string | null;
  readonly number: number;
  /** Days since 1970. */
  readonly day: number;
}

/** A question, or a fact of the engine, over all leads. */
export class Column {
  readonly key: string;
  readonly kind: ColumnKind;
  name: string;
  /** Too many different answers to be categories. */
  isFreeText = false;
  /** How many rows have an answer, and the last of them. */
  filled = 0;
  lastRow = -1;
  openFilled = 0;
  readonly values: Value[] = [];
  /** Per row, the index into `values` plus 1, or 0 if the lead has no such answer. */
  rows = new Uint16Array(256);
  /** Per row, if there are too many different numbers to intern them. */
  numbers: Float64Array | null = null;
  readonly #indexes = new Map<string, number>();

  constructor(kind: ColumnKind, key: string, name: string) {
    this.kind = kind;
    this.key = key;
    this.name = name;
  }

  set(row: number, answer: string): void {
    if (row >= this.rows.length) this.#grow(row);
    if (row !== this.lastRow) this.filled++;
    this.lastRow = row;
    if (this.isFreeText) {
      this.rows[row] = 1;
      return;
    }
    if (this.numbers !== null) {
      this.numbers[row] = readNumber(answer);
      this.rows[row] = 1;
      return;
    }
    let index = this.#indexes.get(answer);
    if (index === undefined) {
      if (this.values.length >= MAX_ANSWERS) {
        this.#stopInterning();
        this.set(row, answer);
        return;
      }
      const isQuestion = this.kind === 'question';
      this.values.push({
        category: isQuestion ? readCategory(answer) : answer,
        number: isQuestion ? readNumber(answer) : Number.NaN,
        day: isQuestion ? readDay(answer) : Number.NaN,
      });
      index = this.values.length;
      this.#indexes.set(answer, index);
    }
    this.rows[row] = index;
  }

  at(row: number): Value | null {
    const index = this.rows[row] ?? 0;
    if (index === 0) return null;
    if (this.numbers === null) return this.values[index - 1] ?? null;
    return { category: null, number: this.numbers[row] as number, day: Number.NaN };
  }

  #grow(row: number): void {
    const length = Math.max(row + 1, this.rows.length * 2);
    const rows = new Uint16Array(length);
    rows.set(this.rows);
    this.rows = rows;
    if (this.numbers === null) return;
    const numbers = new Float64Array(length);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }

  #stopInterning(): void {
    const numeric = this.values.filter(({ number }) => !Number.isNaN(number)).length;
    if (numeric >= NUMERIC_SHARE * this.values.length) {
      const numbers = new Float64Array(this.rows.length);
      for (const [row, index] of this.rows.entries())
        if (index > 0) numbers[row] = (this.values[index - 1] as Value).number;
      this.numbers = numbers;
    } else this.isFreeText = true;
    this.rows = this.rows.map((index) => Math.min(1, index));
    this.values.length = 0;
    this.#indexes.clear();
  }
}

/** The key of the column with what the engine understood instead of the words. */
export const meaningKey = (question: string): string => `${question} (meaning)`;

export class LeadColumns {
  readonly settings: Settings;
  readonly columns = new Map<string, Column>();
  readonly ruleScores: number[] = [];
  readonly receivedDays: number[] = [];
  /** Leads that are not a sale: spam, pitches, job applications, support requests. */
  skipped = 0;
  readonly #questions = new Set<Column>();
  readonly #folded = new Map<string, string | null>();

  constructor(settings: Settings) {
    this.settings = settings;
    for (const { key, name } of TRAITS) this.columns.set(key, new Column('trait', key, name));
  }

  get size(): number {
    return this.receivedDays.length;
  }

  /** Adds a row. Returns what the engine read, or null if the lead isn't a sale. */
  protected addRow(lead: Lead, receivedAt: Date): Facts | null {
    const { facts, suspicion, data } = score(lead, { now: receivedAt, settings: this.settings });
    if (suspicion !== null) {
      this.skipped++;
      return null;
    }
    const row = this.size;
    this.ruleScores.push(data.score);
    this.receivedDays.push(dayOf(receivedAt));
    for (const { key, read } of TRAITS) {
      const level = read(lead, facts, this.settings);
      if (level !== null) this.columns.get(key)?.set(row, level);
    }
    this.#addAnswers(row, lead, facts);
    return facts;
  }

  /** Leads without an outcome show which questions are only filled in later. */
  protected countOpen(lead: Lead): void {
    for (const question of Object.keys(lead.custom_fields)) {
      const column = this.#columnOf(question, { mayEvict: false });
      if (column !== null) column.openFilled++;
    }
  }

  #addAnswers(row: number, { custom_fields: fields }: Lead, { reading }: Facts): void {
    for (const question of Object.keys(fields))
      this.#columnOf(question)?.set(row, fields[question] as string);
    for (const { topic, question, value } of reading.facts) {
      if (value === null || typeof value === 'object') continue;
      const asked = this.#columnOf(question);
      if (asked === null) continue;
      const key = meaningKey(asked.key);
      const column = this.columns.get(key) ?? new Column('meaning', key, asked.name);
      this.columns.set(key, column);
      column.set(row, `${topic}: ${value}`);
    }
  }

  #columnOf(question: string, { mayEvict = true } = {}): Column | null {
    const key = this.#keyOf(question);
    if (key === null) return null;
    const known = this.columns.get(key);
    if (known !== undefined) {
      // Whichever spelling comes first, so that the order of leads doesn't matter.
      if (question < known.name) known.name = question;
      return known;
    }
    if (this.#questions.size >= MAX_QUESTIONS) {
      if (!mayEvict) return null;
      this.#evictQuestion();
    }
    const column = new Column('question', key, question);
    this.#questions.add(column);
    this.columns.set(key, column);
    return column;
  }

  /** The one answered least often; of several, the one that was answered longest ago. Without this, two leads with
   * hundreds of made-up questions would keep those of the form out. */
  #evictQuestion(): void {
    let rarest: Column | null = null;
    for (const column of this.#questions) if (rarest === null || isRarer(column, rarest)) rarest = column;
    if (rarest === null) return;
    this.#questions.delete(rarest);
    this.columns.delete(rarest.key);
    this.columns.delete(meaningKey(rarest.key));
  }

  /** Null if the question must not be learned from. */
  #keyOf(question: string): string | null {
    let key = this.#folded.get(question);
    if (key === undefined) {
      key = questionKey(question);
      if (this.#folded.size < 4 * MAX_QUESTIONS) this.#folded.set(question, key);
    }
    return key;
  }
}

const isRarer = (a: Column, b: Column): boolean =>
  a.filled < b.filled || (a.filled === b.filled && a.lastRow < b.lastRow);

/** Null if the question must not be learned from. */
export function questionKey(question: string): string | null {
  if (question === BOT_CHECK) return null;
  const folded = foldQuestion(question);
  return folded === '' || isProtected(folded) ? null : `answer:${folded}`;
}
