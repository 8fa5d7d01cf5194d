// What the engine read in the lead's own words, each with what it was read as and its points.

import type { LedgerEntry, Scored } from '@leadline/engine';
import { splitPoints } from '../format-points.ts';
import type { Reading, Tone } from './mark-text.ts';

/** Meanings that have no entry of their own in the ledger. */
const OTHER_MEANINGS: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  scope: ['Gives a size', 'for'],
  budget: ['Speaks of money', 'money'],
  information: ['Asks for information', 'for'],
  support: ['Needs help as a customer', 'risk'],
  pitch: ['Sells to us', 'risk'],
  'pitch-hint': ['May be a pitch', 'risk'],
  'disclaims-pitch': ['Says it is no pitch', 'risk'],
  job: ['Looks for work', 'risk'],
  'job-hint': ['May look for work', 'risk'],
  spam: ['Spam', 'risk'],
  'spam-hint': ['May be spam', 'risk'],
  abuse: ['Abusive', 'risk'],
  test: ['A test', 'risk'],
  'not-interested': ['Wants no contact', 'risk'],
};

/** The weightiest first: they take the words where several readings share them. */
export function findReadings({ facts, ledger }: Scored, texts: readonly string[]): Reading[] {
  const { message, budget } = facts;
  const said = [...message.said].flatMap(([meaning, { quote }]) => readMeaning(meaning, quote, ledger));
  const isDoubted = ledger.some(({ group, code }) => group === 'risk' && code !== 'most' && code !== 'least');
  return [
    ...(message.machineText === null
      ? []
      : [
          {
            quote: message.machineText,
            label: 'Text addressed to a machine',
            tone: 'risk' as const,
            points: null,
          },
        ]),
    ...(budget.from === 'message' ? budget.trace : []).map(
      ({ text, read }): Reading => ({ quote: text, label: `Budget: ${read}`, tone: 'money', points: null }),
    ),
    ...said.toSorted((a, b) => Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0)),
    ...readWords(message.wording.gainQuotes, 'words-for', 'Words that speak for it', 'for', ledger),
    ...readWords(
      message.wording.lossQuotes,
      'words-against',
      'Words that speak against it',
      'against',
      ledger,
    ),
    ...(isDoubted ? message.wording.junkQuotes : []).map(
      (quote): Reading => ({ quote, label: 'Words that read like spam', tone: 'risk', points: null }),
    ),
    ...readFigures(texts, ledger),
  ];
}

function readMeaning(meaning: string, quote: string, ledger: readonly LedgerEntry[]): Reading[] {
  const entry = ledger.find(({ group, code }) => group === 'inquiry' && code === meaning);
  if (entry !== undefined) {
    const label = splitPoints(entry.text).text.replace(/: “.*$/s, '');
    return [{ quote, label, tone: entry.points < 0 ? 'against' : 'for', points: entry.points }];
  }
  const other = OTHER_MEANINGS[meaning];
  return other === undefined ? [] : [{ quote, label: other[0], tone: other[1], points: null }];
}

/** The points are those of all such words together. */
function readWords(
  quotes: readonly string[],
  entryCode: string,
  label: string,
  tone: Tone,
  ledger: readonly LedgerEntry[],
): Reading[] {
  const entry = ledger.find(({ group, code }) => group === 'inquiry' && code === entryCode);
  return entry === undefined ? [] : quotes.map((quote) => ({ quote, label, tone, points: entry.points }));
}

const FIGURE = /(?<![\p{L}\p{N}.,])\d[\p{L}\p{N}]*(?:[.,]\d[\p{L}\p{N}]*)*/gu;
/** A price list is a wall of figures; the first of them show what is meant. */
const MOST_FIGURES = 20;

function readFigures(texts: readonly string[], ledger: readonly LedgerEntry[]): Reading[] {
  const entry = ledger.find(({ group, code }) => group === 'inquiry' && /^figures(?:-many)?$/.test(code));
  if (entry === undefined) return [];
  const figures = new Set(texts.flatMap((text) => text.match(FIGURE) ?? []));
  return [...figures]
    .slice(0, MOST_FIGURES)
    .map((quote) => ({ quote, label: 'Figures', tone: 'figure', points: entry.points }));
}
