// What the comparison of sources shows, in a few sentences, depending on how it is sorted.

import type { Insights } from '@leadline/contract';
import { formatCountOf, formatShare } from '../../components/format-number.ts';
import { formatRevenue } from './format-revenue.ts';
import { nameSource, type Order, type Source, sortSources } from './sort-sources.ts';
import { compareTotals } from './trends.ts';

export function describeSources(insights: Insights, { by }: Order): string {
  const named = insights.sources.filter(({ source }) => source !== null);
  const isByRevenue = by === 'revenue' && insights.revenue > 0;
  const top = isByRevenue ? describeRevenue(insights, named) : describeVolume(insights, named);
  const mover = isByRevenue
    ? describeMover(
        named,
        ({ revenue }) => revenue,
        (amount) => formatRevenue(amount, insights.currency),
      )
    : describeMover(
        named,
        ({ leads }) => leads,
        (leads) => formatCountOf(leads, 'lead'),
      );
  return [top, mover, describeWins(insights, named)].map((text) => (text === '' ? '' : `${text} `)).join('');
}

function describeRevenue({ revenue, currency }: Insights, named: readonly Source[]): string {
  const [first] = sortSources(named, { by: 'revenue', isUp: false });
  if (first === undefined || first.revenue === 0) return '';
  const money = (amount: number): string => formatRevenue(amount, currency);
  const who = first.source === '' ? 'Leads without a source' : quote(first);
  return `${who} brought the most revenue: ${money(first.revenue)} of ${money(revenue)} (${formatShare(first.revenue / revenue)}).`;
}

function describeVolume({ leads }: Insights, named: readonly Source[]): string {
  const [first] = named;
  if (first === undefined) return '';
  return `Top source: ${quote(first)}, with ${formatShare(first.leads / leads)} of ${formatCountOf(leads, 'lead')}.`;
}

/** The source that changed most since the period before, among those with enough leads in both. */
function describeMover(
  named: readonly Source[],
  read: (figures: Pick<Source, 'leads' | 'revenue'>) => number,
  format: (figure: number) => string,
): string {
  const changeOf = (source: Source): number => read(source) - read(source.previous);
  const [mover] = named
    .filter((source) => compareTotals(source, read(source), read(source.previous)) !== null)
    .toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)));
  if (mover === undefined || changeOf(mover) === 0) return '';
  const direction = changeOf(mover) > 0 ? 'up' : 'down';
  return `Biggest change: ${quote(mover)}, ${direction} from ${format(read(mover.previous))} to ${format(read(mover))}.`;
}

/** A source stands out when even the lower bound of its win rate is above average. */
function describeWins({ win }: Insights, named: readonly Source[]): string {
  if (win.rate === null) return 'Win rates appear after the first outcomes.';
  const [best] = sortSources(named, { by: 'win', isUp: false });
  return best?.win.rate != null && best.win.low !== null && best.win.low > win.rate
    ? `“${nameSource(best)}” stands out: ${formatShare(best.win.rate)} won, compared to ${formatShare(win.rate)} on average.`
    : '';
}

const quote = (source: Source): string => (source.source === '' ? 'no source' : `“${source.source}”`);
