// Decides whether Hot leads win more often than others, and explains the verdict in a sentence.

import type { Insights } from '@leadline/contract';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { compareRates, type Decided } from './compare-rates.ts';

export interface Verdict {
  readonly kind: 'better' | 'worse' | 'unclear' | 'too few';
  readonly text: string;
}

/** With fewer on either side, even a win rate of 100% against 0% would prove little. */
const MIN_DECIDED = 5;
/** Win rates this close count as equal. */
const MAX_EQUAL_DIFFERENCE = 0.05;

/** Spam is left out: beating leads that nobody tries to win proves nothing. */
export function judgeGrades(byGrade: Insights['by_grade']): Verdict {
  const hot = addUp(byGrade.filter(({ grade }) => grade === 'Hot'));
  const others = addUp(byGrade.filter(({ grade }) => grade !== 'Hot' && grade !== 'Spam'));
  const [hotDecided, othersDecided] = [hot.won + hot.lost, others.won + others.lost];
  if (hotDecided < MIN_DECIDED || othersDecided < MIN_DECIDED) {
    return {
      kind: 'too few',
      text:
        `Too few outcomes to tell whether Hot leads win more often: ${formatCountOf(hotDecided, 'Hot lead')} and ` +
        `${formatCountOf(othersDecided, 'other lead')} closed so far. It takes at least ${MIN_DECIDED} of each.`,
    };
  }
  const { rate, otherRate, low, high } = compareRates(hot, others);
  const rates = `${formatShare(rate)} of closed Hot leads were won, compared to ${formatShare(otherRate)} of other leads`;
  const warm = addUp(byGrade.filter(({ grade }) => grade === 'Warm'));
  if (high >= 0 && isAboutEqual(hot, warm)) {
    const [hotRate, warmRate] = [hot, warm].map(({ won, lost }) => formatShare(won / (won + lost)));
    return {
      kind: 'unclear',
      text: `Hot and Warm leads win about equally often: ${hotRate} and ${warmRate} of closed leads were won.`,
    };
  }
  if (low > 0) {
    return { kind: 'better', text: `Hot leads win more often: ${rates}${describeFactor(rate, otherRate)}.` };
  }
  if (high < 0) {
    return {
      kind: 'worse',
      text: `Hot leads win less often: ${rates}. The score is missing something.`,
    };
  }
  return {
    kind: 'unclear',
    text: `${rates}. With ${formatCount(hotDecided + othersDecided)} outcomes so far, this could be chance.`,
  };
}

/** Close to each other, and a difference couldn't be told from chance. */
function isAboutEqual(one: Decided, other: Decided): boolean {
  if (other.won + other.lost < MIN_DECIDED) return false;
  const { rate, otherRate, low, high } = compareRates(one, other);
  return Math.abs(rate - otherRate) <= MAX_EQUAL_DIFFERENCE && low <= 0 && high >= 0;
}

function describeFactor(rate: number, otherRate: number): string {
  const times = rate / otherRate;
  return Number.isFinite(times) && times >= 1.5 ? ` (${times.toFixed(1)} times as often)` : '';
}

function addUp(grades: Insights['by_grade']): Decided {
  return grades.reduce(({ won, lost }, { win }) => ({ won: won + win.won, lost: lost + win.lost }), {
    won: 0,
    lost: 0,
  });
}
