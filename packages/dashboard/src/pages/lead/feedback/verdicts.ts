// Puts verdicts about a score into words.

import type { TimelineEntry, Verdict } from '@leadline/contract';

/** Completes "Reported as …". */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  too_high: 'scored too high',
  too_low: 'scored too low',
  not_spam: 'not spam',
  spam: 'spam',
  right: 'scored right',
};

type Feedback = Extract<TimelineEntry, { event: 'feedback' }>;

export function findLastFeedback(timeline: readonly TimelineEntry[]): Feedback | null {
  return timeline.findLast((entry) => entry.event === 'feedback') ?? null;
}
