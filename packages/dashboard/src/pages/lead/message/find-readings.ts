// Finds the words in the lead that the engine scored, each with its meaning and points.

import type { LedgerEntry, Scored } from '@leadline/engine';
import type { Engine } from '../use-engine.ts';
import type { Reading } from './mark-text.ts';

/** Most important first, because only the first of several overlapping readings is marked. `placeOf` returns the index
 * of the text that shows an answer, or null if none does. */
export function findReadings(
  { nameEntry }: Pick<Engine, 'nameEntry'>,
  { facts, ledger }: Scored,
  placeOf: (question: string | null) => number | null,
): Reading[] {
  const { message, budget, reading } = facts;
  const found = reading.findings.flatMap(({ concept, clause }): Reading[] => {
    const entry = ledger.find(({ code }) => code === concept || code === `doubt-${concept}`);
    const shown = reading.clauses[clause];
    const place = shown === undefined ? null : placeOf(shown.question);
    return entry === undefined || shown === undefined || place === null
      ? []
      : [toReading(entry, nameEntry(entry, reading), shown.text, place)];
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

function toReading({ group, points }: LedgerEntry, label: string, quote: string, text: number): Reading {
  return { text, quote, label, tone: group === 'risk' ? 'risk' : points < 0 ? 'against' : 'for', points };
}
