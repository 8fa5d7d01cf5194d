// Opens a model for scoring: adds up the effects of a lead's answers and turns the strongest into points with evidence.

import {
  type Facts,
  formatAmount,
  type Lead,
  type Learned,
  type LearnedContext,
  type LearnedModel,
  type LedgerEntry,
  makeEntry,
} from '@leadline/engine';
import { describeEvidence } from './describe-evidence.ts';
import { toPairPlan } from './encode.ts';
import { pairCode } from './find-pairs.ts';
import { meaningKey, questionKey } from './lead-columns.ts';
import { toProbability } from './logistic.ts';
import type { Field, Model, Pair } from './model.ts';
import {
  codeName,
  limitPoints,
  Memory,
  type OpenContext,
  OpenField,
  type Reading,
  toPoints,
} from './open-field.ts';
import { PackedEffects } from './packed-effects.ts';
import { dayOf } from './read-answer.ts';
import { TRAITS } from './read-traits.ts';
import { logitAt } from './stated-prior.ts';

export interface OpenOptions {
  /** The most points that learned entries can add or subtract, each and together. 0 keeps the score as it is and only measures
   * the chance of closing. */
  readonly limit?: number;
  /** What scores call the model. By default, the hash of its content. */
  readonly name?: string;
}

const DEFAULT_LIMIT = 30;
const MAX_ENTRIES = 8;
const MAX_SCORE = 100;
/** 90% of the posterior. */
const Z_90 = 1.645;

export function openModel(
  model: Model,
  { limit = DEFAULT_LIMIT, name = model.version }: OpenOptions = {},
): LearnedModel {
  const context = { overall: model.outcomes === 0 ? 0 : model.won / model.outcomes, limit };
  const basis = `${formatAmount(model.outcomes)} ${model.outcomes === 1 ? 'outcome' : 'outcomes'}`;
  const memory = new Memory();
  const fields = model.fields.map((field) => new OpenField(field, context, memory));
  const missing = fields.map((field) => field.missing);
  const pairs = model.pairs.map((pair) => openPair(pair, model.fields, context));
  // `weigh` must not refer to the model itself, so that its effects don't stay in memory twice.
  const { shift, slope, stated, variance_scale: varianceScale } = model;
  const readLead = openReader(fields, memory);
  const offsets = Float64Array.from({ length: MAX_SCORE + 1 }, (_, score) => logitAt(stated, score));
  const [shiftVariance, slopeVariance, bothVariance] = model.base_variance;
  // Reused for every lead, because `weigh` runs for each one.
  const readings = missing.slice();
  const pairCodes = new Int16Array(pairs.length);
  const strongest = new Strongest();

  const weigh = (lead: Lead, facts: Facts, context: LearnedContext): Learned => {
    for (let index = 0; index < missing.length; index++) readings[index] = missing[index] as Reading;
    readLead(lead, facts, context, readings);
    const offset = offsets[context.ruleScore] ?? logitAt(stated, context.ruleScore);
    let logit = shift + slope * offset;
    let variance = shiftVariance + offset * offset * slopeVariance + 2 * offset * bothVariance;
    strongest.clear();
    for (let index = 0; index < readings.length; index++) {
      const { effect, points } = readings[index] as Reading;
      if (effect === undefined) continue;
      logit += effect[0];
      variance += effect[1];
      strongest.add(index, points);
    }
    for (let at = 0; at < pairs.length; at++) {
      const { first, second, plan, effects, points } = pairs[at] as OpenPair;
      const code = pairCode(plan, (readings[first] as Reading).code, (readings[second] as Reading).code);
      if (code < 0) continue;
      pairCodes[at] = code;
      logit += effects.logit(code);
      variance += effects.variance(code);
      strongest.add(fields.length + at, points[code] as number);
    }
    const deviation = Z_90 * Math.sqrt(Math.max(0, variance * varianceScale));
    return {
      entries: limit === 0 ? [] : toEntries(),
      closing: {
        probability: round(toProbability(logit)),
        low: round(toProbability(logit - deviation)),
        high: round(toProbability(logit + deviation)),
        basis,
      },
    };
  };

  const pairEntry = (at: number): LedgerEntry => {
    const { first, second, entryOf } = pairs[at] as OpenPair;
    return entryOf(pairCodes[at] as number, readings[first] as Reading, readings[second] as Reading);
  };

  const toEntries = (): LedgerEntry[] => {
    if (Math.abs(strongest.sum) > limit && strongest.size === MAX_ENTRIES) strongest.pop();
    const entries: LedgerEntry[] = [];
    for (let rank = 0; rank < strongest.size; rank++) {
      const index = strongest.indexes[rank] as number;
      entries.push(
        index < fields.length ? (readings[index] as Reading).entry : pairEntry(index - fields.length),
      );
    }
    const { sum } = strongest;
    const excess = Math.sign(sum) * Math.max(0, Math.abs(sum) - limit);
    if (excess !== 0)
      entries.push(
        makeEntry(
          'learned',
          'learned-limit',
          -excess,
          `Outcomes can move a score by at most ${limit} points`,
        ),
      );
    return entries;
  };

  return { version: name, weigh };
}

/** The effects with the most points, the strongest first. */
class Strongest {
  readonly indexes = new Int32Array(MAX_ENTRIES);
  readonly #points = new Int32Array(MAX_ENTRIES);
  size = 0;

  get sum(): number {
    let sum = 0;
    for (let rank = 0; rank < this.size; rank++) sum += this.#points[rank] as number;
    return sum;
  }

  clear(): void {
    this.size = 0;
  }

  pop(): void {
    this.size--;
  }

  /** In the order of indexes, so that the first of two equally strong effects stays in front. */
  add(index: number, points: number): void {
    const strength = Math.abs(points);
    if (strength === 0) return;
    let rank = this.size;
    while (rank > 0 && Math.abs(this.#points[rank - 1] as number) < strength) rank--;
    if (rank === MAX_ENTRIES) return;
    if (this.size < MAX_ENTRIES) this.size++;
    for (let moved = this.size - 1; moved > rank; moved--) {
      this.indexes[moved] = this.indexes[moved - 1] as number;
      this.#points[moved] = this.#points[moved - 1] as number;
    }
    this.indexes[rank] = index;
    this.#points[rank] = points;
  }
}

type ReadLead = (lead: Lead, facts: Facts, context: LearnedContext, readings: Reading[]) => void;

/** Looks up what the lead answered in each field, and leaves the fields without an answer as they are. */
function openReader(fields: readonly OpenField[], memory: Memory): ReadLead {
  const indexByKey = new Map(fields.map(({ field }, index) => [field.key, index]));
  const fieldAt = (index: number): OpenField => fields[index] as OpenField;
  const openTraits = TRAITS.flatMap((trait) => {
    const index = indexByKey.get(trait.key);
    return index === undefined ? [] : [{ ...trait, index }];
  });
  const source = indexByKey.get('source');
  const traits = openTraits.filter(({ key }) => key !== 'source');
  const asked = memory.remember((question) => {
    const key = questionKey(question);
    if (key === null) return null;
    const index = indexByKey.get(key);
    const meaning = indexByKey.get(meaningKey(key));
    return index === undefined && meaning === undefined ? null : { index, meaning };
  });

  return (lead, facts, { settings, now }, readings) => {
    const today = dayOf(now);
    if (source !== undefined && lead.source !== '')
      readings[source] = fieldAt(source).ofAnswer(lead.source, today);
    for (const { index, read } of traits) {
      const level = read(lead, facts, settings);
      if (level !== null) readings[index] = fieldAt(index).ofLevel(level);
    }
    const answers = lead.custom_fields;
    for (const question of Object.keys(answers)) {
      const index = asked(question)?.index;
      if (index !== undefined) readings[index] = fieldAt(index).ofAnswer(answers[question] as string, today);
    }
    for (const { topic, question, answer, value } of facts.reading.facts) {
      if (value === null || typeof value === 'object') continue;
      const index = asked(question)?.meaning;
      if (index !== undefined) readings[index] = fieldAt(index).ofMeaning(`${topic}: ${value}`, answer);
    }
  };
}

interface OpenPair {
  readonly first: number;
  readonly second: number;
  readonly plan: ReturnType<typeof toPairPlan>;
  readonly effects: PackedEffects;
  /** Of each effect. */
  readonly points: Int16Array;
  readonly entryOf: (code: number, first: Reading, second: Reading) => LedgerEntry;
}

function openPair(pair: Pair, fields: readonly Field[], { overall, limit }: OpenContext): OpenPair {
  const { first, second } = pair;
  const effects = new PackedEffects(pair.effects);
  const keys = [first, second].map((field) => (fields[field] as Field).key);
  let entryCode: string | null = null;
  const points = Int16Array.from(pair.effects, (effect) => limitPoints(toPoints(effect), limit));
  return {
    first,
    second,
    plan: toPairPlan(pair),
    effects,
    points,
    entryOf: (code, { text }, { text: other }) => {
      entryCode ??= `learned-pair-${codeName(keys.join(' '))}`;
      const [, , leads = 0, won = 0] = effects.at(code) ?? [];
      const own = points[code] as number;
      const evidence = describeEvidence({ leads, won, points: own }, overall);
      return makeEntry('learned', entryCode, own, `${text} with ${lowerFirst(other)}: ${evidence}`);
    },
  };
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const round = (probability: number): number => Math.round(probability * 1e4) / 1e4;
