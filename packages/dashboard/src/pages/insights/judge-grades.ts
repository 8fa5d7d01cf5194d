// Says in one sentence whether Hot leads really win more often than the others, as far as the numbers can tell.

import type { Insights } from '@leadline/contract';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { compareRates, type Decided } from './compare-rates.ts';

export interface Verdict {
  readonly kind: 'better' | 'worse' | 'unclear' | 'too few';
  readonly text: string;
}

/** With fewer on either side, even all won against none would say little. */
const MIN_DECIDED = 5;

/** All other grades count, Spam too, as in the table beneath. */
export function judgeGrades(byGrade: Insights['by_grade']): Verdict {
  const hot = addUp(byGrade.filter(({ grade }) => grade === 'Hot'));
  const others = addUp(byGrade.filter(({ grade }) => grade !== 'Hot'));
  const [hotDecided, othersDecided] = [hot.won + hot.lost, others.won + others.lost];
  if (hotDecided < MIN_DECIDED || othersDecided < MIN_DECIDED) {
    return {
      kind: 'too few',
      text:
        `Too few outcomes yet to tell whether Hot leads win more often: ${formatCountOf(hotDecided, 'Hot lead')} and ` +
        `${formatCountOf(othersDecided, 'other')} are decided, and it takes ${MIN_DECIDED} of each.`,
    };
  }
  const { rate, otherRate, low, high } = compareRates(hot, others);
  const rates = `${formatShare(rate)} of the Hot leads that are decided were won, against ${formatShare(otherRate)} of the others`;
  if (low > 0) {
    return { kind: 'better', text: `Hot leads do win more often: ${rates}${tellTimes(rate, otherRate)}.` };
  }
  if (high < 0) {
    return {
      kind: 'worse',
      text: `Hot leads win less often than the others: ${rates}. The score misses something here.`,
    };
  }
  return {
    kind: 'unclear',
    text: `${rates}. With ${formatCount(hotDecided + othersDecided)} outcomes so far, that may be chance.`,
  };
}

function tellTimes(rate: number, otherRate: number): string {
  const times = rate / otherRate;
  return Number.isFinite(times) && times >= 1.5 ? `, ${times.toFixed(1)} times as many` : '';
}

function addUp(grades: Insights['by_grade']): Decided {
  return grades.reduce(({ won, lost }, { win }) => ({ won: won + win.won, lost: lost + win.lost }), {
    won: 0,
    lost: 0,
  });
}
