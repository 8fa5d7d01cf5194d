// The sources with the most leads, in whatever case they are spelled, beside themselves in the period before.

import type { Insights, WinRate } from '@leadline/contract';
import { addUp, type LeadSums, sumOf } from './lead-sums.ts';
import { mergeSpellings } from './merge-spellings.ts';
import { winRateOf } from './win-rate.ts';

/** More than are shown, because several spellings can be the same source. */
const MAX_SPELLINGS = 100;

/** Of one source, or of all that aren't named. */
type Rows = Pick<LeadSums, 'sources' | 'decided'>;

export function describeSources(sums: LeadSums, earlier: LeadSums): Insights['sources'] {
  const spellings = addUp(
    sums.sources.filter(([source]) => source !== null),
    ([source]) => source as string,
    ([, , leads]) => leads,
  );
  const merged = mergeSpellings(
    Array.from(spellings, ([source, leads]) => ({ source, leads }))
      .toSorted((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1))
      .slice(0, MAX_SPELLINGS),
  );
  const nameOf = new Map(
    merged.flatMap(({ source, spellings }) => spellings.map((spelling) => [spelling, source] as const)),
  );
  const nameOfFolded = new Map(merged.map(({ source }) => [source.toLowerCase(), source] as const));
  const now = splitBySource(sums, (source) => nameOf.get(source) ?? null);
  const before = splitBySource(earlier, (source) => nameOfFolded.get(source.toLowerCase()) ?? null);
  const shown = merged.map(({ source, spellings }) => ({ source, spellings }));
  const rest = now(null);
  const named: readonly { source: string | null; spellings: string[] }[] =
    leadsOf(rest) === 0 ? shown : [...shown, { source: null, spellings: [] }];
  return named.map(({ source, spellings }) => {
    const rows = now(source);
    return {
      source,
      spellings,
      leads: leadsOf(rows),
      hot: leadsOf(rows, 'Hot'),
      spam: leadsOf(rows, 'Spam'),
      ...resultsOf(rows),
      previous: { leads: leadsOf(before(source)), ...resultsOf(before(source)) },
    };
  });
}

function splitBySource(
  { sources, decided }: LeadSums,
  nameOf: (source: string) => string | null,
): (name: string | null) => Rows {
  const byName = Map.groupBy(sources, ([source]) => (source === null ? null : nameOf(source)));
  const decidedByName = Map.groupBy(decided, ([source]) => (source === null ? null : nameOf(source)));
  return (name) => ({ sources: byName.get(name) ?? [], decided: decidedByName.get(name) ?? [] });
}

const leadsOf = ({ sources }: Rows, only?: string): number =>
  sumOf(sources, ([, grade, leads]) => (only === undefined || grade === only ? leads : 0));

const resultsOf = ({ decided }: Rows): { win: WinRate; revenue: number } => ({
  win: winOf(decided),
  revenue: revenueOf(decided),
});

/** Without Spam: nobody tries to win it. */
export const winOf = (decided: LeadSums['decided']): WinRate => {
  const counted = decided.filter(([, grade]) => grade !== 'Spam');
  return winRateOf(
    sumOf(counted, ([, , won]) => won),
    sumOf(counted, ([, , , lost]) => lost),
  );
};

/** Adds up cents, because sums of fractions drift. */
export const revenueOf = (decided: LeadSums['decided']): number =>
  sumOf(decided, ([, , , , cents]) => Math.round(cents)) / 100;
