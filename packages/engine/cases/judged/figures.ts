// The metrics for judged leads.

import { type Ask, isSale, QUESTIONS, type Question } from '../../src/reading/questions.ts';
import type { Settings } from '../../src/settings.ts';
import { JUNK_KINDS, TIERS } from './judged.ts';

/** Held-out leads by set, as files beside `held-out/`. The first four were written for engine 2, `earlier` for engine 1 and
 * the last four for engine 3: leads of one to twenty words. */
export const SETS: Readonly<Record<string, readonly string[]>> = {
  mixed: ['mixed'],
  ordinary: ['ordinary'],
  hard: ['hard'],
  forms: ['forms'],
  earlier: ['consultant', 'director', 'evaluator', 'trainer'],
  inbox: ['../short/held-out/inbox-english'],
  'short-english': ['../short/held-out/short-english'],
  'short-languages': ['../short/held-out/short-languages'],
  'short-world': ['../short/held-out/short-world'],
};

export interface Rated {
  /** Index in TIERS. */
  readonly tier: number;
  readonly kind: string;
  /** Null if the lead was rejected. */
  readonly score: number | null;
  readonly grade: string | null;
}

export interface Figures {
  readonly leads: number;
  /** Share of pairs at least two tiers apart in which the better lead scores higher; a tie counts half. */
  readonly ordered: number;
  /** The same for pairs of a call-now and a good lead. */
  readonly callFirst: number;
  /** Share of call-now leads that are graded Hot. */
  readonly callNowHot: number;
  /** Share of good leads that are graded Warm or Hot. */
  readonly goodWarm: number;
  /** Share of leads worth a reply that are graded Cool or Warm. */
  readonly replyCool: number;
  /** Number of call-now leads that were rejected or graded Cold or Spam. */
  readonly lost: number;
  readonly callNow: number;
  /** Share of leads that score 97 or more. */
  readonly topShare: number;
  /** Share of spam, pitches, job seekers and gibberish that is graded Spam or Cold. */
  readonly junkCaught: number;
}

const CALL_NOW = TIERS.indexOf('call-now');
const GOOD = TIERS.indexOf('good');
const REPLY = TIERS.indexOf('nurture');

export function measure(rated: readonly Rated[]): Figures {
  const isLow = ({ grade }: Rated): boolean => grade === null || grade === 'Cold' || grade === 'Spam';
  const of = (tier: number): readonly Rated[] => rated.filter((lead) => lead.tier === tier);
  const callNow = of(CALL_NOW);
  const junk = rated.filter(({ kind }) => JUNK_KINDS.has(kind));
  return {
    leads: rated.length,
    ordered: orderedShare(rated, (gap) => gap >= 2),
    callFirst: orderedShare(
      rated.filter(({ tier }) => tier >= CALL_NOW - 1),
      (gap) => gap === 1,
    ),
    callNowHot: gradedShare(callNow, ['Hot']),
    goodWarm: gradedShare(of(GOOD), ['Warm', 'Hot']),
    replyCool: gradedShare(of(REPLY), ['Cool', 'Warm']),
    lost: callNow.filter(isLow).length,
    callNow: callNow.length,
    topShare: rated.filter(({ score }) => (score ?? 0) >= 97).length / rated.length,
    junkCaught: shareOf(junk, isLow),
  };
}

const gradedShare = (rated: readonly Rated[], grades: readonly string[]): number =>
  shareOf(rated, ({ grade }) => grade !== null && grades.includes(grade));

/** 1 of nothing. */
const shareOf = <Item>(items: readonly Item[], is: (item: Item) => boolean): number =>
  items.length === 0 ? 1 : items.filter(is).length / items.length;

function orderedShare(rated: readonly Rated[], isCompared: (gap: number) => boolean): number {
  let pairs = 0;
  let right = 0;
  for (const better of rated) {
    for (const worse of rated) {
      if (!isCompared(better.tier - worse.tier)) continue;
      pairs++;
      const gap = (better.score ?? -1) - (worse.score ?? -1);
      right += gap > 0 ? 1 : gap === 0 ? 0.5 : 0;
    }
  }
  return pairs === 0 ? 1 : right / pairs;
}

/** What a person and the engine answer to the questions about one lead. */
export interface Compared {
  readonly language: string;
  readonly expected: AnswerValues;
  readonly read: AnswerValues;
}

export type AnswerValues = { readonly ask: Ask } & { readonly [Q in Question]: number };

export type Accuracy = {
  readonly leads: number;
  /** Leads that are a sale for both, of which the other questions are asked. */
  readonly sales: number;
  readonly ask: number;
  /** The same ask, or one that costs next to nothing to confuse it with. */
  readonly harmless: number;
  /** The same side: a sale or not. */
  readonly side: number;
} & { readonly [Q in Question]: number };

/** An ask that is worth this much more or less leads to the same grade and advice as a rule. */
const HARMLESS_POINTS = 8;

export function compareAnswers(compared: readonly Compared[], { asks }: Settings): Accuracy {
  const isSameSide = ({ expected, read }: Compared): boolean => isSale(expected.ask) === isSale(read.ask);
  const sales = compared.filter(({ expected, read }) => isSale(expected.ask) && isSale(read.ask));
  const byQuestion = Object.fromEntries(
    QUESTIONS.map((question) => [
      question,
      shareOf(sales, ({ expected, read }) => expected[question] === read[question]),
    ]),
  ) as Record<Question, number>;
  return {
    leads: compared.length,
    sales: sales.length,
    ask: shareOf(compared, ({ expected, read }) => expected.ask === read.ask),
    harmless: shareOf(
      compared,
      (one) => isSameSide(one) && Math.abs(asks[one.expected.ask] - asks[one.read.ask]) <= HARMLESS_POINTS,
    ),
    side: shareOf(compared, isSameSide),
    ...byQuestion,
  };
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  English: ['en'],
  'de es fr it pt nl': ['de', 'es', 'fr', 'it', 'pt', 'nl'],
};
export const LANGUAGE_GROUPS = ['English', 'de es fr it pt nl', 'others'] as const;
export type LanguageGroup = (typeof LANGUAGE_GROUPS)[number];

export const languageGroupOf = (language: string): LanguageGroup =>
  LANGUAGE_GROUPS.find((group) => GROUPS[group]?.includes(language.slice(0, 2))) ?? 'others';
