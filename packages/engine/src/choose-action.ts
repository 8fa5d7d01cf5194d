// The recommended next action in one line: how soon, by which channel, and why.

import { writeStep } from './advice/steps.ts';
import type { Concept, Strength } from './concepts/concepts.ts';
import { asksForPrice } from './concepts/plain-signs.ts';
import type { Facts } from './facts/read-facts.ts';
import type { Grade } from './grade.ts';
import type { OtherKind } from './risk.ts';
import { gradeContact } from './signals/contact.ts';

const NOT_A_SALE: Readonly<Record<OtherKind, string>> = {
  support: 'Forward to customer support',
  job: 'Forward to recruiting',
  gone: 'Do not contact: no longer looking',
  donation: 'Answer politely; not a sale',
  'no-need': 'No call: reply only if it helps you',
  pitch: 'Do not contact: vendor pitch',
  scam: 'Do not contact: spam or scam',
  fake: 'Discard: not a real lead',
  'machine-text': 'Read it yourself before doing anything: it tries to steer the scoring',
};

export function chooseAction(grade: Grade, facts: Facts, otherKind: OtherKind | null): string {
  if (otherKind !== null && (grade === 'Spam' || grade === 'Cold')) return NOT_A_SALE[otherKind];
  if (gradeContact(facts) === 'F')
    return grade === 'Cold'
      ? 'Cannot be reached as given; not worth a search'
      : 'Cannot be reached as given: check the address and number for a typo';
  const isCallable = facts.phone !== null && facts.phone.kind !== 'invalid';
  const { callWindow } = facts;
  const when = callWindow === null ? '' : ` (they say: “${callWindow}”)`;
  switch (grade) {
    case 'Hot':
      return `${isCallable ? `${writeStep('callNow')}${when}` : writeStep('emailNow')}${whyNow(facts)}`;
    case 'Warm':
      return `${isCallable ? `${writeStep('callToday')}${when}` : writeStep('emailToday')}${whyNow(facts)}`;
    case 'Cool':
      return writeStep('replySoon');
    case 'Cold':
      if (facts.email === null) return 'No call now; follow up later';
      return facts.reading.clauses.some(({ text }) => asksForPrice(text))
        ? 'No call: email them the price'
        : 'No call; add to the newsletter or follow up later';
    case 'Spam':
      return 'Do not contact';
  }
}

/** Most urgent first. */
const REASONS: readonly (readonly [concept: Concept, minStrength: Strength, text: string])[] = [
  ['urgent', 2, 'it is urgent'],
  ['committed', 2, 'the decision or the money is settled'],
  ['deadline', 2, 'there is a deadline'],
  ['next-step', 2, 'they ask for a definite next step'],
  ['call', 2, 'they ask to be contacted'],
  ['trigger', 2, 'something forces their hand'],
  ['committed', 1, 'plans or budget are in place'],
  ['deadline', 1, 'they give a date'],
  ['next-step', 1, 'they ask for a quote'],
];

/** "Within 3 months" is a date, but no reason to call within the hour. */
const IS_FAR =
  /\b(?:months?|quarters?|years?|q[1-4]|monate?n?|quartals?|jahre?s?|mois|trimestre|mes(?:es)?)\b/i;

function whyNow({ reading }: Facts): string {
  for (const [concept, minStrength, text] of REASONS) {
    const finding = reading.findings.find((found) => found.concept === concept);
    if (finding === undefined || finding.strength < minStrength) continue;
    const clause = reading.clauses[finding.clause]?.text ?? '';
    if (concept !== 'deadline' || !IS_FAR.test(clause)) return `: ${text}`;
  }
  return '';
}
