// Builds the insights for a period: grades, scores, sources, reps, win rates, revenue, contact times and time to close of
// an account's leads. Leads graded Spam are left out of win rates: nobody tries to win them.

import type { Insights } from '@leadline/contract';
import { MINUTE_MS, momentOf, wallClock } from '@leadline/engine/time-zone';
import { sql } from 'kysely';
import { readProfile } from '../../accounts/profile/profile.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';
import { describeContact, describeReps, timesToContact } from './describe-contact.ts';
import { describeSources, revenueOf, winOf } from './describe-sources.ts';
import { describeSpeed } from './describe-speed.ts';
import { combineSums, GRADES, type LeadSums, sumOf } from './lead-sums.ts';
import { sumLeads } from './sum-leads.ts';
import { countTimes, medianHours } from './time-ranges.ts';
import { rangesOf, stepsOf } from './time-steps.ts';
import { winRateOf } from './win-rate.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The caller must check that `to` is after `from` and limit the period. */
export async function getInsights(
  account: AccountAccess,
  from: Date,
  to: Date,
  now: Date,
): Promise<Insights> {
  const {
    profile: { time_zone: timeZone, currency },
    names,
  } = await account.enter(async (scope) => ({
    profile: await readProfile(scope),
    names: await readNames(scope),
  }));
  const { unit, starts } = stepsOf(from, to, timeZone);
  const start = startOfPrevious(from, to, now, timeZone);
  const before = rangesOf(start, from, unit, timeZone);
  const ranges = rangesOf(from, to, unit, timeZone);
  const parts = await sumLeads(account, [...before, ...ranges]);
  const earlier = combineSums(parts.slice(0, before.length));
  const partsOfPeriod = parts.slice(before.length);
  const sums = combineSums(partsOfPeriod);
  const steps = Map.groupBy(partsOfPeriod, (_, place) =>
    starts.findLastIndex((start) => start <= (ranges[place]?.from ?? from)),
  );
  const byGrade = summarizeGrades(sums);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    time_zone: timeZone,
    currency,
    leads: sumOf(byGrade, ({ leads }) => leads),
    open: sumOf(byGrade, ({ open }) => open),
    win: winOf(sums.decided),
    revenue: revenueOf(sums.decided),
    grades: toGrades(sums.scores),
    scores: summarizeScores(sums),
    over_time: starts.map((start, place) => ({
      at: start.toISOString(),
      grades: toGrades((steps.get(place) ?? []).flatMap(({ scores }) => scores)),
    })),
    unit,
    sources: describeSources(sums, earlier),
    by_grade: byGrade,
    contact: describeContact(sums),
    by_rep: describeReps(sums, names),
    speed: describeSpeed(sums),
    previous: summarizePrevious(start, from, earlier),
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

async function readNames({ transaction }: AccountScope): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ user_id: string; name: string }>`
    select t.user_id, t.name from leadline.team() t`.execute(transaction);
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}

const summarizeGrades = ({ scores, decided }: LeadSums): Insights['by_grade'] =>
  GRADES.map((grade) => {
    const ofGrade = decided.filter((row) => row[1] === grade);
    const leads = toGrades(scores)[grade];
    const win = winRateOf(
      sumOf(ofGrade, ([, , won]) => won),
      sumOf(ofGrade, ([, , , lost]) => lost),
    );
    return { grade, leads, open: leads - win.won - win.lost, win, revenue: revenueOf(ofGrade) };
  });

function toGrades(scores: LeadSums['scores']): Insights['grades'] {
  const count = (grade: string): number => sumOf(scores, (row) => (row[0] === grade ? row[2] : 0));
  return {
    Hot: count('Hot'),
    Warm: count('Warm'),
    Cool: count('Cool'),
    Cold: count('Cold'),
    Spam: count('Spam'),
  };
}

const summarizeScores = ({ scores }: LeadSums): Insights['scores'] =>
  Array.from({ length: 10 }, (_, range) => {
    // A score of 100 belongs to the last range.
    const within = scores.filter(([, ten]) => Math.min(ten, 9) === range);
    return {
      from: range * 10,
      to: range === 9 ? 100 : range * 10 + 9,
      leads: sumOf(within, ([, , leads]) => leads),
      spam: sumOf(within, ([grade, , leads]) => (grade === 'Spam' ? leads : 0)),
    };
  });

function summarizePrevious(from: Date, to: Date, sums: LeadSums): Insights['previous'] {
  const grades = toGrades(sums.scores);
  const times = timesToContact(sums);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    leads: sumOf(sums.scores, ([, , leads]) => leads),
    hot: grades.Hot,
    spam: grades.Spam,
    win: winOf(sums.decided),
    revenue: revenueOf(sums.decided),
    contacted: countTimes(times),
    median_contact_hours: medianHours(times),
  };
}
