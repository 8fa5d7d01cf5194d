// Decides whether leads contacted early win more often than those contacted later, and explains it in a sentence.

import type { Insights } from '@leadline/contract';
import { formatCountOf, formatShare } from '../../components/format-number.ts';
import { compareRates, type Decided } from './compare-rates.ts';
import type { Verdict } from './judge-grades.ts';

/** The first ranges, up to four hours, count as early. */
const EARLY_RANGES = 2;
/** With fewer on either side, even a win rate of 100% against 0% would prove little. */
const MIN_DECIDED = 5;

export function judgeContact({ ranges }: Insights['contact']): Verdict {
  const contacted = ranges.filter(({ is_contacted }) => is_contacted);
  const early = addUp(contacted.slice(0, EARLY_RANGES));
  const late = addUp(contacted.slice(EARLY_RANGES));
  const [earlyDecided, lateDecided] = [early.won + early.lost, late.won + late.lost];
  if (earlyDecided < MIN_DECIDED || lateDecided < MIN_DECIDED) {
    return {
      kind: 'too few',
      text:
        `Too few outcomes to tell: ${formatCountOf(earlyDecided, 'closed lead')} contacted within 4 hours and ` +
        `${formatCountOf(lateDecided, 'closed lead')} contacted later. It takes at least ${MIN_DECIDED} of each.`,
    };
  }
  const { rate, otherRate, low, high } = compareRates(early, late);
  const rates = `${formatShare(rate)} of closed leads contacted within 4 hours were won, compared to ${formatShare(otherRate)} of those contacted later`;
  if (low > 0) return { kind: 'better', text: `Leads contacted sooner win more often: ${rates}.` };
  if (high < 0) return { kind: 'worse', text: `Leads contacted sooner win less often: ${rates}.` };
  return { kind: 'unclear', text: `${rates}. This could be chance.` };
}

function addUp(ranges: Insights['contact']['ranges']): Decided {
  return ranges.reduce(({ won, lost }, { win }) => ({ won: won + win.won, lost: lost + win.lost }), {
    won: 0,
    lost: 0,
  });
}
