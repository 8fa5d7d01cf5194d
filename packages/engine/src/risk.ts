// Risk controls: what the points alone would overstate. A control takes points and never gives any; only the
// floor of 0 lifts what fell below it.

import type { Facts } from './facts/read-facts.ts';
import { isJunk, type Judgement, type JunkKind, type OtherKind } from './judgement.ts';
import { type Group, type LedgerEntry, makeEntry, sumOf } from './ledger.ts';
import type { Settings } from './settings.ts';

const SPAM_TEXTS: Readonly<Record<JunkKind, string>> = {
  spam: 'Spam',
  pitch: 'Sells to us',
  gibberish: 'No words in it',
  test: 'A test entry',
  abuse: 'Abusive',
};
const OTHER_TEXTS: Readonly<Record<OtherKind, string>> = {
  doubtful: 'May be spam, a pitch or an application',
  'job-seeker': 'Looks for work',
  support: 'A customer who needs help, not a sale',
  'machine-text': 'Text addressed to a machine',
  'not-interested': 'Wants no contact',
};
const HOLDS: Readonly<Record<OtherKind, keyof Settings['holds']>> = {
  doubtful: 'doubtful',
  'job-seeker': 'jobSeeker',
  support: 'support',
  'machine-text': 'machineText',
  'not-interested': 'notInterested',
};

/** Below this a doubt is not worth a line. */
const LEAST_DOUBT = 20;

/** Entries that bring `before`, the ledger so far, down to what the controls allow; `byAi` is what the AI has to say. */
export function controlRisk(
  before: readonly LedgerEntry[],
  byAi: readonly LedgerEntry[],
  facts: Facts,
  { suspicion, junkPercent, isInstructing }: Judgement,
  settings: Settings,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let total = sumOf(before);
  const add = (code: string, points: number, text: string): void => {
    if (points === 0) return;
    entries.push(makeEntry('risk', code, points, text));
    total += points;
  };
  // Said even where it takes nothing: a grade of Spam must have its reason.
  const holdAt = (code: string, limit: number, text: string): void => {
    entries.push(makeEntry('risk', code, Math.min(0, limit - total), `${text}, held at ${limit}`));
    total = Math.min(total, limit);
  };

  const contradiction = findContradiction(facts);
  if (contradiction !== null) add('contradiction', settings.contradiction, contradiction);
  // By what the lead said alone: the AI's say must not count twice by lifting this limit.
  const { all, rest } = sumGroups(before);
  const limit = settings.caps.oneGroup + 2 * rest;
  const beforeAi = byAi.length > 0 || sumOf(before) !== all ? ' before the AI' : '';
  if (all > limit)
    add('one-group', limit - all, `Rests on one kind of sign alone, held at ${limit}${beforeAi}`);
  if (junkPercent >= LEAST_DOUBT) {
    const points = -Math.round((junkPercent / 100) * settings.junk.penalty);
    add('doubt', points, `Reads ${Math.round(junkPercent)}% like spam, a pitch or an application`);
  }
  for (const entry of byAi) {
    entries.push(entry);
    total += entry.points;
  }
  if (suspicion !== null) {
    const quoted = suspicion.quote === '' ? '' : `: “${suspicion.quote}”`;
    const { kind } = suspicion;
    if (isJunk(kind)) holdAt(kind, settings.holds.spam, `${SPAM_TEXTS[kind]}${quoted}`);
    else holdAt(kind, settings.holds[HOLDS[kind]], `${OTHER_TEXTS[kind]}${quoted}`);
  }
  // Spam that instructs a machine must not gain by it, either.
  if (isInstructing && suspicion?.kind !== 'machine-text')
    holdAt(
      'machine-text',
      settings.holds.machineText,
      `${OTHER_TEXTS['machine-text']}: “${facts.message.machineText}”`,
    );
  if (total > 100) add('most', 100 - total, 'A score is 100 at most');
  if (total < 0) add('least', -total, 'A score is 0 at least');
  return entries;
}

/** What the lead itself gives, and without the largest group. The ledger is in order of groups: one pass will do. */
function sumGroups(entries: readonly LedgerEntry[]): { all: number; rest: number } {
  let all = 0;
  let gained = 0;
  let largest = 0;
  let sum = 0;
  let current: Group | null = null;
  for (let i = 0; i <= entries.length; i++) {
    const entry = entries[i];
    if (entry === undefined || entry.group !== current) {
      if (sum > 0) gained += sum;
      if (sum > largest) largest = sum;
      sum = 0;
      current = entry?.group ?? null;
    }
    if (entry === undefined || entry.group === 'intent') continue;
    sum += entry.points;
    all += entry.points;
  }
  return { all, rest: gained - largest };
}

/** "When? Immediately" beside "no project yet": the box was ticked to pass the form. */
function findContradiction({ answers, message }: Facts): string | null {
  const isPressed = answers.some(({ topic, value }) => topic === 'timeline' && value === 'now');
  if (!isPressed) return null;
  const doubt = message.said.get('no-project') ?? message.said.get('later');
  if (doubt === undefined || message.said.has('ready') || message.said.has('urgent')) return null;
  return `Ticked “now” but writes “${doubt.quote}”`;
}
