// Finds the words in the lead that the engine scored, each with its meaning and points.

import type { Scored } from '@leadline/engine';
import type { Engine } from '../use-engine.ts';
import { listAnswers, type ShownAnswer } from './list-answers.ts';
import type { Reading } from './mark-text.ts';

/** Most important first, because only the first of several overlapping readings is marked. `placeOf` returns the index
 * of the text that shows an answer, or null if none does. */
export function findReadings(
  { nameEntry }: Pick<Engine, 'nameEntry'>,
  scored: Scored,
  placeOf: (question: string | null) => number | null,
): Reading[] {
  const { message, budget } = scored.facts;
  const found = listAnswers(scored).flatMap((answer): Reading[] => {
    const place = placeOf(answer.clause.question);
    return place === null ? [] : [toReading(answer, nameEntry(answer.entry), place)];
  });
  return [
    ...(message.injection === null
      ? []
      : [
          {
            text: null,
            quote: message.injection,
            label: 'Instructions to an AI',
            tone: 'risk' as const,
            points: null,
          },
        ]),
    ...found.toSorted((a, b) => Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0)),
    ...(budget.from === 'message' ? budget.trace : []).map(
      ({ text, read }): Reading => ({
        text: 0,
        quote: text,
        label: `Budget: ${read}`,
        tone: 'money',
        points: null,
      }),
    ),
  ];
}

function toReading({ entry, clause, isRisk }: ShownAnswer, label: string, text: number): Reading {
  const tone = isRisk ? 'risk' : entry.points < 0 ? 'against' : 'for';
  return { text, quote: clause.text, label, tone, points: entry.points };
}
