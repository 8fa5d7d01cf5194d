// Builds the insights for a period: grades, scores, sources, win rates and time to close of an account's leads.

import type { Insights } from '@leadline/contract';
import type { AccountAccess } from '../db/account-scope.ts';
import { countLeads, GRADES, type LeadCounts } from './count-leads.ts';
import { measureSpeed } from './measure-speed.ts';
import { stepsOf } from './time-steps.ts';
import { winRateOf } from './win-rate.ts';

/** The caller must check that `to` is after `from` and limit the period. A million leads take 1 s. */
export async function getInsights(account: AccountAccess, from: Date, to: Date): Promise<Insights> {
  const { unit, starts } = stepsOf(from, to);
  // These can run in separate transactions, because no total combines the two.
  const [counts, speed] = await Promise.all([
    account.enter((scope) => countLeads(scope, from, to, starts)),
    account.enter((scope) => measureSpeed(scope, from, to)),
  ]);
  const byGrade = summarizeGrades(counts);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    leads: sumOf(byGrade, 'leads'),
    open: sumOf(byGrade, 'open'),
    grades: toGrades(counts.steps),
    scores: summarizeScores(counts),
    over_time: starts.map((start, place) => ({
      at: start.toISOString(),
      grades: toGrades(counts.steps.filter(({ step }) => step === place)),
    })),
    unit,
    sources: summarizeSources(counts),
    by_grade: byGrade,
    speed,
  };
}

const summarizeGrades = ({ steps, decided }: LeadCounts): Insights['by_grade'] =>
  GRADES.map((grade) => {
    const leads = sumOf(
      steps.filter((step) => step.grade === grade),
      'leads',
    );
    const win = winOf(decided.filter((row) => row.grade === grade));
    return { grade, leads, open: leads - win.won - win.lost, win };
  });

const toGrades = (steps: LeadCounts['steps']): Insights['grades'] => {
  const count = (grade: string): number =>
    sumOf(
      steps.filter((step) => step.grade === grade),
      'leads',
    );
  return {
    Hot: count('Hot'),
    Warm: count('Warm'),
    Cool: count('Cool'),
    Cold: count('Cold'),
    Spam: count('Spam'),
  };
};

function summarizeScores({ steps }: LeadCounts): Insights['scores'] {
  const below = (range: number): number =>
    range === 10 ? sumOf(steps, 'leads') : steps.reduce((sum, step) => sum + (step.below[range - 1] ?? 0), 0);
  return Array.from({ length: 10 }, (_, range) => ({
    from: range * 10,
    to: range === 9 ? 100 : range * 10 + 9,
    leads: below(range + 1) - below(range),
  }));
}

function summarizeSources({ steps, sources, decided }: LeadCounts): Insights['sources'] {
  const named = sources.map(({ source, leads, hot }) => ({
    source,
    leads,
    hot,
    win: winOf(decided.filter((row) => row.source === source)),
  }));
  const leads = sumOf(steps, 'leads') - sumOf(named, 'leads');
  if (leads === 0) return named;
  const hot = toGrades(steps).Hot - sumOf(named, 'hot');
  return [
    ...named,
    { source: null, leads, hot, win: winOf(decided.filter(({ source }) => source === null)) },
  ];
}

const winOf = (decided: LeadCounts['decided']): Insights['sources'][number]['win'] =>
  winRateOf(sumOf(decided, 'won'), sumOf(decided, 'lost'));

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
