// What an account's leads of a time were like, and what became of them.

import type { Insights } from '@leadline/contract';
import type { AccountAccess } from '../db/account-scope.ts';
import { countLeads, GRADES, type LeadCounts } from './count-leads.ts';
import { measureSpeed } from './measure-speed.ts';
import { stepsOf } from './time-steps.ts';
import { winRateOf } from './win-rate.ts';

/** `to` is later than `from`, and not by so much that the database would take long. A million leads take 1 s. */
export async function getInsights(account: AccountAccess, from: Date, to: Date): Promise<Insights> {
  const { unit, starts } = stepsOf(from, to);
  // Side by side: neither adds up to the other.
  const [counts, speed] = await Promise.all([
    account.enter((scope) => countLeads(scope, from, to, starts)),
    account.enter((scope) => measureSpeed(scope, from, to)),
  ]);
  const byGrade = tellGrades(counts);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    leads: sumOf(byGrade, 'leads'),
    open: sumOf(byGrade, 'open'),
    grades: toGrades(counts.steps),
    scores: tellScores(counts),
    over_time: starts.map((start, place) => ({
      at: start.toISOString(),
      grades: toGrades(counts.steps.filter(({ step }) => step === place)),
    })),
    unit,
    sources: tellSources(counts),
    by_grade: byGrade,
    speed,
  };
}

const tellGrades = ({ steps, decided }: LeadCounts): Insights['by_grade'] =>
  GRADES.map((grade) => {
    const leads = sumOf(
      steps.filter((each) => each.grade === grade),
      'leads',
    );
    const win = winOf(decided.filter((each) => each.grade === grade));
    return { grade, leads, open: leads - win.won - win.lost, win };
  });

const toGrades = (steps: LeadCounts['steps']): Insights['grades'] => {
  const count = (grade: string): number =>
    sumOf(
      steps.filter((each) => each.grade === grade),
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

function tellScores({ steps }: LeadCounts): Insights['scores'] {
  const below = (range: number): number =>
    range === 10 ? sumOf(steps, 'leads') : steps.reduce((sum, each) => sum + (each.below[range - 1] ?? 0), 0);
  return Array.from({ length: 10 }, (_, range) => ({
    from: range * 10,
    to: range === 9 ? 100 : range * 10 + 9,
    leads: below(range + 1) - below(range),
  }));
}

function tellSources({ steps, sources, decided }: LeadCounts): Insights['sources'] {
  const told = sources.map(({ source, leads, hot }) => ({
    source,
    leads,
    hot,
    win: winOf(decided.filter((each) => each.source === source)),
  }));
  const leads = sumOf(steps, 'leads') - sumOf(told, 'leads');
  if (leads === 0) return told;
  const hot = toGrades(steps).Hot - sumOf(told, 'hot');
  return [...told, { source: null, leads, hot, win: winOf(decided.filter(({ source }) => source === null)) }];
}

const winOf = (decided: LeadCounts['decided']): Insights['sources'][number]['win'] =>
  winRateOf(sumOf(decided, 'won'), sumOf(decided, 'lost'));

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
