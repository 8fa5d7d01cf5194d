// Risk controls: what is no sales lead at all, and what the points alone would overstate. A control
// never adds points; it holds a score down by an entry of its own.

import type { Facts } from './facts/read-facts.ts';
import type { MessageFact } from './facts/read-message.ts';
import { type Group, type LedgerEntry, makeEntry, sumOf } from './ledger.ts';
import type { MessageMeaning } from './lexicon/message.ts';
import type { Settings } from './settings.ts';

/** What a message is when it is no inquiry. */
export type JunkKind = 'spam' | 'pitch' | 'gibberish' | 'test' | 'abuse';
export type OtherKind = 'job-seeker' | 'support' | 'machine-text' | 'not-interested';

export interface Suspicion {
  readonly kind: JunkKind | OtherKind;
  readonly quote: string;
}

const SPAM_TEXTS: Readonly<Record<JunkKind, string>> = {
  spam: 'Spam',
  pitch: 'Sells to us',
  gibberish: 'No words in it',
  test: 'A test entry',
  abuse: 'Abusive',
};
const OTHER_TEXTS: Readonly<Record<OtherKind, string>> = {
  'job-seeker': 'Looks for work',
  support: 'A customer who needs help, not a sale',
  'machine-text': 'Text addressed to a machine',
  'not-interested': 'Wants no contact',
};
const HOLDS: Readonly<Record<OtherKind, keyof Settings['holds']>> = {
  'job-seeker': 'jobSeeker',
  support: 'support',
  'machine-text': 'machineText',
  'not-interested': 'notInterested',
};

export const isJunk = (kind: Suspicion['kind']): kind is JunkKind => kind in SPAM_TEXTS;

/** Entries that bring `before`, the ledger so far, down to what the controls allow. */
export function controlRisk(
  before: readonly LedgerEntry[],
  facts: Facts,
  suspicion: Suspicion | null,
  settings: Settings,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let total = sumOf(before);
  const add = (code: string, points: number, text: string): void => {
    if (points === 0) return;
    entries.push(makeEntry('risk', code, points, text));
    total += points;
  };
  const holdAt = (code: string, limit: number, text: string): void => {
    if (total > limit) add(code, limit - total, `${text}, held at ${limit}`);
  };

  const contradiction = findContradiction(facts);
  if (contradiction !== null) add('contradiction', settings.contradiction, contradiction);
  holdAt('one-group', settings.caps.oneGroup + 2 * restOf(before), 'Rests on one kind of sign alone');
  if (suspicion !== null) {
    const quoted = suspicion.quote === '' ? '' : `: “${suspicion.quote}”`;
    const { kind } = suspicion;
    if (isJunk(kind)) holdAt(kind, settings.holds.spam, `${SPAM_TEXTS[kind]}${quoted}`);
    else holdAt(kind, settings.holds[HOLDS[kind]], `${OTHER_TEXTS[kind]}${quoted}`);
  }
  if (total > 100) add('most', 100 - total, 'A score is 100 at most');
  if (total < 0) add('least', -total, 'A score is 0 at least');
  return entries;
}

const WEIGHED_GROUPS: readonly Group[] = ['contact', 'budget', 'inquiry', 'source', 'answers', 'intent'];

/** The points of all groups but the largest. */
function restOf(entries: readonly LedgerEntry[]): number {
  const sums = new Map<Group, number>(WEIGHED_GROUPS.map((group) => [group, 0]));
  for (const { group, points } of entries) sums.set(group, (sums.get(group) ?? 0) + points);
  const positive = [...sums.values()].filter((sum) => sum > 0);
  return positive.length === 0
    ? 0
    : positive.reduce((sum, points) => sum + points, 0) - Math.max(...positive);
}

/** "When? Immediately" beside "no project yet": the box was ticked to pass the form. */
function findContradiction({ answers, message }: Facts): string | null {
  const isPressed = answers.some(({ topic, value }) => topic === 'timeline' && value === 'now');
  if (!isPressed) return null;
  const doubt = message.said.get('no-project') ?? message.said.get('later');
  if (doubt === undefined || message.said.has('ready') || message.said.has('urgent')) return null;
  return `Ticked “now” but writes “${doubt.quote}”`;
}

// --- what a message is ------------------------------------------------------------------------

export function findSuspicion(facts: Facts): Suspicion | null {
  const { message, email } = facts;
  if (message.words === 0) return null;
  const times = (meaning: MessageMeaning): number => message.said.get(meaning)?.times ?? 0;
  const because = (meaning: MessageMeaning): string => message.said.get(meaning)?.quote ?? '';
  const few = (meaning: MessageMeaning, most: number): number => Math.min(times(meaning), most);

  if (message.isGibberish) return { kind: 'gibberish', quote: '' };
  if (times('test') > 0 && isMostly(message, 'test')) return { kind: 'test', quote: because('test') };
  if (times('instruction') > 0) return { kind: 'machine-text', quote: because('instruction') };

  const wantsToBuy =
    2 * few('ready', 2) +
    2 * few('approved', 2) +
    2 * few('broken', 1) +
    2 * few('decides', 1) +
    few('need', 2) +
    few('deadline', 2) +
    few('replace', 1) +
    few('comparing', 1) +
    5 * few('disclaims-pitch', 1) +
    few('hedge', 1);

  const spam =
    3 * times('spam') +
    few('spam-hint', 3) +
    2 * Math.min(message.links, 2) +
    (email?.kind === 'disposable' || email?.kind === 'unusual' ? 1 : 0);
  if (times('spam') + Math.min(message.links, 1) > 0 && spam - wantsToBuy >= 3) {
    return { kind: 'spam', quote: because('spam') || because('spam-hint') };
  }
  const job = 3 * times('job') + few('job-hint', 3);
  if (
    times('job') > 0 &&
    job - few('need', 1) - 5 * few('disclaims-pitch', 1) - few('approved', 1) * 2 >= 3
  ) {
    return { kind: 'job-seeker', quote: because('job') };
  }
  const pitch = 2 * times('pitch') + few('pitch-hint', 3);
  if (times('pitch') > 0 && pitch - wantsToBuy >= 3) return { kind: 'pitch', quote: because('pitch') };
  if (times('abuse') > 0 && wantsToBuy < 3) return { kind: 'abuse', quote: '' };
  if (times('not-interested') > 0) return { kind: 'not-interested', quote: because('not-interested') };
  if (2 * times('support') - few('need', 1) - 2 * few('approved', 1) >= 2 && times('ready') === 0) {
    return { kind: 'support', quote: because('support') };
  }
  return null;
}

/** Hardly anything else is said. */
const isMostly = (message: MessageFact, meaning: MessageMeaning): boolean =>
  message.words <= 3 * (message.said.get(meaning)?.times ?? 0) + 3 && message.words <= 14;
