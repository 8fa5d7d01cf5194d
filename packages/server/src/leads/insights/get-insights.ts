// Builds the insights for a period: grades, scores, sources, reps, win rates, revenue, contact times and time to close of
// an account's leads. Leads graded Spam are left out of win rates: nobody tries to win them.

import type { Insights } from '@leadline/contract';
import { MINUTE_MS, momentOf, wallClock } from '@leadline/engine/time-zone';
import { readProfile } from '../../accounts/profile/profile.ts';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import { countLeads, GRADES, type LeadCounts } from './count-leads.ts';
import { measureContact } from './measure-contact.ts';
import { measureSpeed } from './measure-speed.ts';
import { type MergedSource, mergeSpellings } from './merge-spellings.ts';
import { type EarlierSource, summarizeEarlierSources } from './summarize-earlier-sources.ts';
import { summarizePeriod } from './summarize-period.ts';
import { stepsOf } from './time-steps.ts';
import { winRateOf } from './win-rate.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The caller must check that `to` is after `from` and limit the period. */
export async function getInsights(
  account: AccountAccess,
  from: Date,
  to: Date,
  now: Date,
): Promise<Insights> {
  const { time_zone: timeZone, currency } = await account.enter(readProfile);
  const { unit, starts } = stepsOf(from, to, timeZone);
  const earlier = startOfPrevious(from, to, now, timeZone);
  // These can run in separate transactions, because no total combines the two.
  const [{ counts, sources, earlierSources }, rest] = await Promise.all([
    account.enter(async (scope) => {
      const counts = await countLeads(scope, from, to, starts);
      const sources = mergeSpellings(counts.sources);
      const names = sources.map(({ source }) => source);
      return {
        counts,
        sources,
        earlierSources: await summarizeEarlierSources(scope, earlier, from, names),
      };
    }),
    account.enter(async (scope) => ({
      ...(await measureContact(scope, from, to)),
      speed: await measureSpeed(scope, from, to),
      previous: await summarizePeriod(scope, earlier, from),
    })),
  ]);
  const byGrade = summarizeGrades(counts);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    time_zone: timeZone,
    currency,
    leads: sumOf(byGrade, 'leads'),
    open: sumOf(byGrade, 'open'),
    win: winOf(withoutSpam(counts.decided)),
    revenue: revenueOf(counts.decided),
    grades: toGrades(counts.steps),
    scores: summarizeScores(counts),
    over_time: starts.map((start, place) => ({
      at: start.toISOString(),
      grades: toGrades(counts.steps.filter(({ step }) => step === place)),
    })),
    unit,
    sources: summarizeSources(counts, sources, earlierSources),
    by_grade: byGrade,
    ...rest,
  };
}

/** Compares a period that is still running with one of the same length so far, by the clock on the wall. */
function startOfPrevious(from: Date, to: Date, now: Date, zone: string): Date {
  const end = now > from && now < to ? now : to;
  const [first, last] = [from, end].map((moment) => wallClock(moment.getTime(), zone)) as [number, number];
  const start = 2 * first - last;
  const day = Math.floor(start / DAY_MS);
  return new Date(momentOf(day, (start - day * DAY_MS) / MINUTE_MS, zone));
}

const summarizeGrades = ({ steps, decided }: LeadCounts): Insights['by_grade'] =>
  GRADES.map((grade) => {
    const leads = sumOf(
      steps.filter((step) => step.grade === grade),
      'leads',
    );
    const ofGrade = decided.filter((row) => row.grade === grade);
    const win = winOf(ofGrade);
    return { grade, leads, open: leads - win.won - win.lost, win, revenue: revenueOf(ofGrade) };
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
  const spam = steps.filter(({ grade }) => grade === 'Spam');
  return Array.from({ length: 10 }, (_, range) => ({
    from: range * 10,
    to: range === 9 ? 100 : range * 10 + 9,
    leads: countBelow(steps, range + 1) - countBelow(steps, range),
    spam: countBelow(spam, range + 1) - countBelow(spam, range),
  }));
}

/** How many score less than ten times `range`; all of them for 10. */
const countBelow = (steps: LeadCounts['steps'], range: number): number =>
  range === 10 ? sumOf(steps, 'leads') : steps.reduce((sum, step) => sum + (step.below[range - 1] ?? 0), 0);

function summarizeSources(
  { steps, decided }: LeadCounts,
  sources: readonly MergedSource[],
  earlier: readonly EarlierSource[],
): Insights['sources'] {
  const nameOf = new Map(
    sources.flatMap(({ source, spellings }) => spellings.map((spelling) => [spelling, source] as const)),
  );
  const closed = Map.groupBy(decided, ({ source }) =>
    source === null ? null : (nameOf.get(source) ?? null),
  );
  const resultsOf = (name: string | null) => {
    const ofSource = closed.get(name) ?? [];
    const before = earlier.find(({ source }) => source === name);
    return {
      win: winOf(withoutSpam(ofSource)),
      revenue: revenueOf(ofSource),
      previous: {
        leads: before?.leads ?? 0,
        win: winRateOf(before?.won ?? 0, before?.lost ?? 0),
        revenue: before?.revenue ?? 0,
      },
    };
  };
  const named = sources.map((counts) => ({ ...counts, ...resultsOf(counts.source) }));
  const leads = sumOf(steps, 'leads') - sumOf(named, 'leads');
  if (leads === 0) return named;
  const grades = toGrades(steps);
  const hot = grades.Hot - sumOf(named, 'hot');
  const spam = grades.Spam - sumOf(named, 'spam');
  return [...named, { source: null, spellings: [], leads, hot, spam, ...resultsOf(null) }];
}

const withoutSpam = (decided: LeadCounts['decided']): LeadCounts['decided'] =>
  decided.filter(({ grade }) => grade !== 'Spam');

const winOf = (decided: LeadCounts['decided']): Insights['sources'][number]['win'] =>
  winRateOf(sumOf(decided, 'won'), sumOf(decided, 'lost'));

/** Adds up cents, because sums of fractions drift. */
const revenueOf = (decided: LeadCounts['decided']): number =>
  decided.reduce((cents, { revenue }) => cents + Math.round(revenue * 100), 0) / 100;

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
