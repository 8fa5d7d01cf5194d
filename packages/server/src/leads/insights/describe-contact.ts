// How soon leads were contacted and who won them: by time to first contact, and by rep.

import type { Insights } from '@leadline/contract';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { addUp, type LeadSums, sumOf } from './lead-sums.ts';
import { countTimes, medianHours, type TimeCount } from './time-ranges.ts';
import { winRateOf } from './win-rate.ts';

interface Totals {
  readonly leads: number;
  readonly won: number;
  readonly lost: number;
}

type Rep = Insights['by_rep'][number];

const LABELS = ['Under an hour', '1 to 4 hours', '4 to 24 hours', '1 to 3 days', 'Over 3 days'];
const NO_CONTACT = 'No contact recorded';
const MAX_REPS = 100;

const totalOf = ({ scores, decidedByRep }: LeadSums): Totals => ({
  leads: sumOf(
    scores.filter(([grade]) => grade !== 'Spam'),
    ([, , leads]) => leads,
  ),
  won: sumOf(decidedByRep, ([, won]) => won),
  lost: sumOf(decidedByRep, ([, , lost]) => lost),
});

export const timesToContact = ({ contacts }: LeadSums): readonly TimeCount[] =>
  contacts.flatMap(([, times]) => times);

export function describeContact(sums: LeadSums): Insights['contact'] {
  const ranges = LABELS.map((_, place): Totals => {
    const rows = sums.contactRanges.filter(([range]) => range === place);
    return {
      leads: sumOf(rows, ([, leads]) => leads),
      won: sumOf(rows, ([, , won]) => won),
      lost: sumOf(rows, ([, , , lost]) => lost),
    };
  });
  const times = timesToContact(sums);
  const contacted = LABELS.map((label, place) => ({
    label,
    is_contacted: true,
    ...describeTotals(ranges[place] ?? NONE),
  }));
  return {
    contacted: countTimes(times),
    median_hours: medianHours(times),
    ranges: [
      ...contacted,
      { label: NO_CONTACT, is_contacted: false, ...describeTotals(subtract(totalOf(sums), ranges)) },
    ],
  };
}

/** `names` are those of the team, by ID; people who have left have none. */
export function describeReps(sums: LeadSums, names: ReadonlyMap<string, string>): Insights['by_rep'] {
  const leads = addUp(
    sums.reps,
    ([assignee]) => assignee,
    ([, leads]) => leads,
  );
  const decided = Map.groupBy(sums.decidedByRep, ([assignee]) => assignee);
  const contacts = Map.groupBy(sums.contacts, ([assignee]) => assignee);
  const describe = (assignee: string | null, totals: Totals): Rep => {
    const times = (contacts.get(assignee) ?? []).flatMap(([, times]) => times);
    return {
      user_id: assignee === null ? null : showId('user', fromUuid(assignee)),
      name: assignee === null ? null : (names.get(assignee) ?? null),
      ...describeTotals(totals),
      contacted: countTimes(times),
      median_contact_hours: medianHours(times),
      revenue: sumOf(decided.get(assignee) ?? [], ([, , , cents]) => Math.round(cents)) / 100,
    };
  };
  const reps = Array.from(leads, ([assignee, leads]) => ({
    assignee,
    leads,
    won: sumOf(decided.get(assignee) ?? [], ([, won]) => won),
    lost: sumOf(decided.get(assignee) ?? [], ([, , lost]) => lost),
  })).toSorted((a, b) => b.leads - a.leads || (a.assignee < b.assignee ? -1 : 1));
  const nobodys = subtract(totalOf(sums), reps);
  return [
    ...reps.slice(0, MAX_REPS).map((rep) => describe(rep.assignee, rep)),
    ...(nobodys.leads === 0 ? [] : [describe(null, nobodys)]),
  ];
}

const NONE: Totals = { leads: 0, won: 0, lost: 0 };

const subtract = (total: Totals, parts: readonly Totals[]): Totals =>
  parts.reduce(
    (rest, { leads, won, lost }) => ({
      leads: rest.leads - leads,
      won: rest.won - won,
      lost: rest.lost - lost,
    }),
    total,
  );

const describeTotals = ({ leads, won, lost }: Totals): Pick<Rep, 'leads' | 'win'> => ({
  leads,
  win: winRateOf(won, lost),
});
