// How well the engine agrees with people: with the tiers of judged leads, their answers to the seven questions, and the
// meaning of written budgets.
//   npm run eval:engine             results for the held-out leads, by set
//   npm run eval:engine -- --json   the same as JSON
//   npm run eval:engine -- --write  also puts the tables into docs/evaluation.md and CONFUSION.md

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Answer,
  type Assessment,
  DEFAULT_SETTINGS,
  isSale,
  QUESTIONS,
  type Question,
  readLead,
  readOrderValue,
  score,
  type Value,
} from '../../src/index.ts';
import type { BudgetReading } from '../../src/money/read-budget.ts';
import { type Answers, readLookAlikes } from './answers.ts';
import { confusionOfAsks, confusionOfValues } from './confusion.ts';
import {
  type Accuracy,
  type Compared,
  compareAnswers,
  type Figures,
  LANGUAGE_GROUPS,
  type LanguageGroup,
  languageGroupOf,
  measure,
  type Rated,
  SETS,
} from './figures.ts';
import { type JudgedLead, readJudged, TIERS } from './judged.ts';
import { putTable, toTable } from './tables.ts';

const HERE = new URL('./', import.meta.url);
/** When the leads were written, which "next month" is relative to. */
export const WRITTEN = new Date('2026-11-15T09:00:00Z');

export const evaluateSet = (files: readonly string[]): Figures =>
  measure(readSet(files).map((judged) => rate(judged)));

/** What the points would be worth with a reader that answers like people: how much of the rest is a matter of reading. */
const evaluatePeople = (files: readonly string[]): Figures =>
  measure(readSet(files).map((judged) => rate(judged, assessmentOf(judged.answers))));

function assessmentOf(answers: Answers | undefined): Assessment | null {
  if (answers === undefined) return null;
  const sure = <Content>(value: Content): Answer<Content> => ({ value, probability: 1, clause: -1 });
  const values = QUESTIONS.map((question) => [question, sure<Value>(answers[question]?.[0] ?? 0)]);
  return {
    kind: 'buyer',
    answers: {
      ...(Object.fromEntries(values) as Record<Question, Answer<Value>>),
      ask: sure(answers.ask[0]),
      doubt: null,
    },
    certainty: 1,
    by: 'people',
  };
}

/** How many tiny messages score within the range that a head of sales gave them. */
export function evaluateTiny(): { readonly within: number; readonly all: number; readonly lost: number } {
  const lines = readFileSync(new URL('../tiny/tiny.ndjson', HERE), 'utf8').trim().split('\n');
  let [within, lost] = [0, 0];
  for (const line of lines) {
    const { lead, min = 0, max = 100, real } = JSON.parse(line) as TinyLead;
    const read = readLead(lead);
    if (!read.ok) continue;
    const { data } = score(read.lead, { now: WRITTEN });
    if (data.score >= min && data.score <= max) within++;
    if (real && data.grade === 'Spam') lost++;
  }
  return { within, all: lines.length, lost };
}

interface TinyLead {
  readonly lead: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly real?: true;
}

/** By language group, over all sets. */
export function evaluateAnswers(
  compared: readonly Compared[] = compareSets(),
): Record<LanguageGroup | 'all', Accuracy> {
  const of = (group: LanguageGroup): Accuracy =>
    compareAnswers(
      compared.filter(({ language }) => languageGroupOf(language) === group),
      DEFAULT_SETTINGS,
    );
  return {
    all: compareAnswers(compared, DEFAULT_SETTINGS),
    ...(Object.fromEntries(LANGUAGE_GROUPS.map((group) => [group, of(group)])) as Record<
      LanguageGroup,
      Accuracy
    >),
  };
}

interface Sides {
  readonly leads: number;
  /** Share of leads read as a sale or not, as people read them. */
  readonly side: number;
  /** The same for leads that people read as a sale, and for the others. */
  readonly sales: number;
  readonly others: number;
}

/** How well buyers and those who write like them are told apart, by theme. */
export function evaluateLookAlikes(): Record<string, Sides> {
  const compared = new Map([...readLookAlikes()].map(([theme, leads]) => [theme, leads.flatMap(compare)]));
  compared.set('all', [...compared.values()].flat());
  return Object.fromEntries([...compared].map(([theme, some]) => [theme, sidesOf(some)]));
}

function sidesOf(compared: readonly Compared[]): Sides {
  const [sales, others] = [true, false].map((isBuyer) =>
    compared.filter(({ expected }) => isSale(expected.ask) === isBuyer),
  ) as [Compared[], Compared[]];
  const shareOf = (some: readonly Compared[]): number =>
    some.filter(({ expected, read }) => isSale(expected.ask) === isSale(read.ask)).length / some.length;
  return { leads: compared.length, side: shareOf(compared), sales: shareOf(sales), others: shareOf(others) };
}

const compareSets = (): Compared[] =>
  Object.values(SETS)
    .flatMap((files) => readSet(files))
    .flatMap(compare);

type AnsweredLead = JudgedLead & { readonly answers?: Answers };

const readSet = (files: readonly string[]): AnsweredLead[] =>
  files.flatMap((file) => readJudged(readFileSync(new URL(`held-out/${file}.ndjson`, HERE), 'utf8')));

function rate({ lead, tier, kind }: AnsweredLead, assessment: Assessment | null = null): Rated {
  const read = readLead(lead);
  const result = read.ok ? score(read.lead, { now: WRITTEN, assessment }).data : null;
  return { tier: TIERS.indexOf(tier), kind, score: result?.score ?? null, grade: result?.grade ?? null };
}

function compare({ lead, language, answers: given }: AnsweredLead): Compared[] {
  const read = readLead(lead);
  if (!read.ok || given === undefined) return [];
  const { answers } = score(read.lead, { now: WRITTEN });
  const values = (answerTo: (question: Question) => number): Record<Question, number> =>
    Object.fromEntries(QUESTIONS.map((question) => [question, answerTo(question)])) as Record<
      Question,
      number
    >;
  return [
    {
      language,
      expected: { ask: given.ask[0], ...values((question) => given[question]?.[0] ?? 0) },
      read: { ask: answers.ask.value, ...values((question) => answers[question].value) },
    },
  ];
}

type BudgetCase = Pick<BudgetReading, 'min' | 'max' | 'currency' | 'period' | 'stated'> & {
  readonly text: string;
};

export function evaluateBudgets(part: 'tune' | 'held-out'): { budgets: number; exactShare: number } {
  const lines = readFileSync(new URL(`../budgets/${part}.ndjson`, HERE), 'utf8')
    .trim()
    .split('\n');
  const exact = lines.filter((line) => {
    const { text, ...expected } = JSON.parse(line) as BudgetCase;
    const read = readOrderValue(text);
    return (Object.keys(expected) as (keyof typeof expected)[]).every((key) => read[key] === expected[key]);
  });
  return { budgets: lines.length, exactShare: exact.length / lines.length };
}

if (import.meta.main) {
  const { values: options } = parseArgs({
    options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
  });
  const sets = Object.entries(SETS).map(([name, files]) => ({ name, ...evaluateSet(files) }));
  const compared = compareSets();
  const answers = evaluateAnswers(compared);
  const budgets = evaluateBudgets('held-out');
  const people = Object.entries(SETS).map(([name, files]) => ({ name, ...evaluatePeople(files) }));
  const tiny = evaluateTiny();
  const titles = [
    'Set',
    'Leads',
    'Pairs in order',
    'Call-now above good',
    'Call-now Hot',
    'Good Warm or Hot',
    'Worth a reply Cool or Warm',
    'Junk Cold or Spam',
    'Call-now lost',
  ];
  const rowOf = (set: Figures & { readonly name: string }): string[] => [
    set.name,
    String(set.leads),
    percent(set.ordered),
    percent(set.callFirst),
    percent(set.callNowHot),
    percent(set.goodWarm),
    percent(set.replyCool),
    percent(set.junkCaught),
    `${set.lost} of ${set.callNow}`,
  ];
  const ranking = toTable(titles, sets.map(rowOf));
  const limits = toTable(titles, people.map(rowOf));
  const groups = ['all', ...LANGUAGE_GROUPS] as const;
  const rows = [
    ['leads', 'leads'],
    ['sale or not', 'side'],
    ['ask, right', 'ask'],
    ['ask, right or harmlessly wrong', 'harmless'],
    ...QUESTIONS.map((question) => [question, question] as const),
  ] as const;
  const reading = toTable(
    ['Question', ...groups],
    rows.map(([title, key]) => [
      title,
      ...groups.map((group) =>
        key === 'leads' ? String(answers[group].leads) : percent(answers[group][key]),
      ),
    ]),
  );
  const lookAlikes = toTable(
    ['Theme', 'Leads', 'Sale or not', 'Buyers read as a sale', 'Others read as no sale'],
    Object.entries(evaluateLookAlikes()).map(([theme, { leads, side, sales, others }]) => [
      theme,
      String(leads),
      percent(side),
      percent(sales),
      percent(others),
    ]),
  );
  const asks = toTable(['People read', ...LANGUAGE_GROUPS], confusionOfAsks(compared));
  const values = toTable(['People answer', ...LANGUAGE_GROUPS], confusionOfValues(compared));
  const budget = `${percent(budgets.exactShare)} of ${budgets.budgets} held-out budget texts are read exactly, unit prices included.`;
  const small = `${tiny.within} of ${tiny.all} are within it, and ${tiny.lost} of those who want something are graded Spam.`;
  if (options.json) console.log(JSON.stringify({ sets, people, answers, tiny, budgets }, null, 2));
  else
    console.log(
      [ranking, 'With the answers of people:', limits, reading, lookAlikes, asks, values, small, budget].join(
        '\n\n',
      ),
    );
  if (options.write) {
    putTables('../../../../docs/evaluation.md', {
      ranking,
      reading,
      'look-alikes': lookAlikes,
      tiny: small,
      budgets: budget,
    });
    putTables('CONFUSION.md', { asks, values, limits });
  }
}

function putTables(path: string, tables: Readonly<Record<string, string>>): void {
  const file = new URL(path, import.meta.url);
  let text = readFileSync(file, 'utf8');
  for (const [name, table] of Object.entries(tables)) text = putTable(text, name, table);
  writeFileSync(file, text);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
