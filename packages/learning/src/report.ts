// How good a model is and what it learned, for people. Answers in it were given by several leads each, because those of few
// leads are pooled, so nobody's own answer is in it.

import { labelField, labelLevel } from './describe-field.ts';
import type { LeftOut } from './find-leaks.ts';
import type { HeldOut } from './judge.ts';
import type { LeadTable } from './lead-table.ts';
import {
  auc,
  bootstrapInterval,
  type Interval,
  type Lift,
  lift,
  type ReliabilityBin,
  reliability,
  shareInterval,
} from './metrics.ts';
import type { Field, Model } from './model.ts';
import { toPoints } from './open-field.ts';

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Measured on the latest 30% of outcomes, which none of the sides was trained on. */
export interface HeldOutReport {
  readonly outcomes: number;
  readonly won: number;
  /** Predicted and observed shares, lowest predictions first. */
  readonly reliability: readonly ReliabilityBin[];
  /** Of the top 20%. */
  readonly lift: { readonly model: Lift | null; readonly rules: Lift | null };
  /** With 90% intervals. */
  readonly auc: { readonly model: Estimate | null; readonly rules: Estimate | null };
  /** Those with the most leads first. */
  readonly by_country: readonly CountryReport[];
}

/** Shown to people, and never learned from. */
export interface CountryReport extends Interval {
  /** Of the phone number: two letters, `other` for countries with few leads together, or `unknown`. */
  readonly country: string;
  readonly leads: number;
  readonly won: number;
  /** The mean predicted probability. */
  readonly predicted: number;
  /** The share that was won; `low` and `high` are the range it is in with 90% certainty. */
  readonly observed: number;
}

export interface LearnedLevel {
  readonly label: string;
  readonly leads: number;
  readonly won: number;
  /** Before the account's limit, which can change without a training. */
  readonly points: number;
}

export interface LearnedField {
  readonly label: string;
  readonly levels: readonly LearnedLevel[];
}

export interface Report {
  /** Null with too few outcomes to hold any out. */
  readonly held_out: HeldOutReport | null;
  /** Those that matter most come first. */
  readonly learned: readonly LearnedField[];
  readonly left_out: readonly LeftOut[];
}

/** Fewer leads of a country show nothing, and could point to a person. */
const MIN_OF_COUNTRY = 10;
const MAX_COUNTRIES = 20;
const TOP_SHARE = 0.2;
const BOOTSTRAP_ROUNDS = 300;
/** A report is read by people. */
const MAX_FIELDS = 40;
const MAX_LEVELS = 20;
const MAX_LEFT_OUT = 40;

export function reportOn(model: Model, table: LeadTable, heldOut: HeldOut | null, seed: number): Report {
  return {
    held_out: heldOut === null ? null : measure(heldOut, table, seed),
    learned: describeLearned(model),
    left_out: model.left_out.slice(0, MAX_LEFT_OUT),
  };
}

function measure({ judged, candidate }: HeldOut, table: LeadTable, seed: number): HeldOutReport {
  const outcomes = Float64Array.from(judged, (row) => table.outcomes[row] as number);
  const ruleScores = Float64Array.from(judged, (row) => table.ruleScores[row] as number);
  return {
    outcomes: outcomes.length,
    won: outcomes.reduce((sum, outcome) => sum + outcome, 0),
    reliability: joinEqual(reliability(candidate, outcomes)).map((bin) => ({
      ...bin,
      predicted: round(bin.predicted),
      observed: round(bin.observed),
      low: round(bin.low),
      high: round(bin.high),
    })),
    lift: { model: liftOf(candidate, outcomes), rules: liftOf(ruleScores, outcomes) },
    auc: { model: aucOf(candidate, outcomes, seed), rules: aucOf(ruleScores, outcomes, seed) },
    by_country: groupByCountry(judged, table, candidate),
  };
}

/** Bins whose predictions read the same become one: a model that learned little makes only a few different ones. */
function joinEqual(bins: readonly ReliabilityBin[]): ReliabilityBin[] {
  const joined: ReliabilityBin[] = [];
  for (const bin of bins) {
    const last = joined.at(-1);
    if (last === undefined || percentOf(last) !== percentOf(bin)) {
      joined.push(bin);
      continue;
    }
    const leads = last.leads + bin.leads;
    const won = last.won + bin.won;
    const predicted = (last.predicted * last.leads + bin.predicted * bin.leads) / leads;
    joined[joined.length - 1] = {
      leads,
      won,
      predicted,
      observed: won / leads,
      ...shareInterval(won, leads),
    };
  }
  return joined;
}

const percentOf = ({ predicted }: ReliabilityBin): number => Math.round(100 * predicted);

function groupByCountry(
  judged: Uint32Array,
  { countries, outcomes }: LeadTable,
  predictions: Float64Array,
): CountryReport[] {
  const places = Map.groupBy(judged.keys(), (at) => countries[judged[at] as number] ?? 'unknown');
  const named = [...places.entries()]
    .filter(([country, { length }]) => country !== 'unknown' && length >= MIN_OF_COUNTRY)
    .sort(([a, { length: aLeads }], [b, { length: bLeads }]) => bLeads - aLeads || (a < b ? -1 : 1))
    .slice(0, MAX_COUNTRIES);
  const isNamed = new Set(named.map(([country]) => country));
  const unknown = places.get('unknown') ?? [];
  const other = [...places.entries()].flatMap(([country, ats]) =>
    country === 'unknown' || isNamed.has(country) ? [] : ats,
  );
  return [...named, ['other', other] as const, ['unknown', unknown] as const]
    .filter(([, { length }]) => length > 0)
    .map(([country, ats]) => {
      const leads = ats.length;
      const won = ats.reduce((sum, at) => sum + (outcomes[judged[at] as number] as number), 0);
      const predicted = ats.reduce((sum, at) => sum + (predictions[at] as number), 0) / leads;
      const { low, high } = shareInterval(won, leads);
      return {
        country,
        leads,
        won,
        predicted: round(predicted),
        observed: round(won / leads),
        low: round(low),
        high: round(high),
      };
    });
}

function liftOf(predictions: Float64Array, outcomes: Float64Array): Lift | null {
  const found = lift(predictions, outcomes, TOP_SHARE);
  return found && { called: round(found.called), found: round(found.found), lift: round(found.lift) };
}

function aucOf(predictions: Float64Array, outcomes: Float64Array, seed: number): Estimate | null {
  const value = auc(predictions, outcomes);
  const sampled = new Float64Array(predictions.length);
  const sampledOutcomes = new Float64Array(predictions.length);
  const interval = bootstrapInterval(
    predictions.length,
    (sample) => {
      for (const [at, row] of sample.entries()) {
        sampled[at] = predictions[row] as number;
        sampledOutcomes[at] = outcomes[row] as number;
      }
      return auc(sampled, sampledOutcomes);
    },
    { seed, rounds: BOOTSTRAP_ROUNDS },
  );
  if (value === null || interval === null) return null;
  return { value: round(value), low: round(interval.low), high: round(interval.high) };
}

function describeLearned({ fields }: Model): LearnedField[] {
  return fields
    .map((field) => ({ field, weight: weightOf(field) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_FIELDS)
    .map(({ field }) => describeField(field));
}

/** How much the field moves leads on average. */
const weightOf = ({ effects }: Field): number =>
  effects.reduce((sum, effect) => sum + Math.abs(toPoints(effect)) * effect[2], 0);

function describeField(field: Field): LearnedField {
  const levels = field.effects
    .map((effect, code) => {
      const [, , leads, won] = effect;
      return { label: labelLevel(field, code), leads, won, points: toPoints(effect) + 0 }; // not -0
    })
    .filter(({ leads }) => leads > 0);
  // Bins keep their order.
  if (field.kind === 'levels') levels.sort((a, b) => b.points - a.points || b.leads - a.leads);
  return { label: labelField(field), levels: levels.length <= MAX_LEVELS ? levels : extremesOf(levels) };
}

/** The best and the worst. */
const extremesOf = (levels: readonly LearnedLevel[]): LearnedLevel[] => [
  ...levels.slice(0, MAX_LEVELS / 2),
  ...levels.slice(-MAX_LEVELS / 2),
];

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
