// Scores what the lead says: one entry per concept, quoting the lead as evidence. A concept found twice counts once, at
// its strongest.

import type { Concept, Strength } from '../concepts/concepts.ts';
import { type Finding, type Reading, shorten } from '../concepts/read-concepts.ts';
import { type Group, type LedgerEntry, makeEntry } from '../ledger.ts';
import type { ConceptPoints, Settings, WeighedConcept } from '../settings.ts';
import { cut } from '../text/cut.ts';

/** What a sales rep would call each concept when it is present and when it is strong. */
const NAMES: Readonly<Record<WeighedConcept, readonly [present: string, strong: string]>> = {
  need: ['What they want', 'Clear need'],
  trigger: ['Something changed', 'Something changed'],
  committed: ['Plans or budget in place', 'Decision or money settled'],
  urgent: ['Wants it soon', 'Urgent'],
  deadline: ['Timing', 'Deadline'],
  stakes: ['What is at stake', 'High stakes'],
  scope: ['Details given', 'Many details given'],
  'next-step': ['Asks for a quote or next step', 'Asks for a definite next step'],
  call: ['How to reach them', 'Asks to be contacted'],
  returning: ['Past customer', 'Returning customer'],
  switching: ['Current provider', 'Replacing current provider'],
  referred: ['Referred', 'Recommended to us'],
  authority: ['Role', 'Decision maker or senior role'],
  'can-you': ['Asks a specific question', 'Asks a deciding question'],
  comparing: ['Comparing offers', 'Has other offers'],
  'not-ready': ['Not ready yet', 'Not now'],
  information: ['Wants information', 'Just browsing'],
  'no-money': ['Little money', 'No budget'],
  'filled-form': ['Specific answers', 'Specific answers'],
};

export const nameConcept = (concept: WeighedConcept, strength: Strength): string =>
  NAMES[concept][strength - 1] as string;

export const pointsFor = (points: ConceptPoints, strength: Strength): number =>
  strength === 2 ? points.strong : points.present;

/** Strongest first. */
export function scoreConcepts(
  reading: Reading,
  findings: readonly Finding[],
  group: Extract<Group, 'inquiry' | 'answers'>,
  { concepts }: Settings,
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const { concept, strength, clause } of findings) {
    const isAnswer = reading.clauses[clause]?.question !== null;
    if (isAnswer !== (group === 'answers') || !isWeighed(concept, concepts)) continue;
    const text = `${nameConcept(concept, strength)}: ${quoteFinding(reading, clause)}`;
    entries.push(makeEntry(group, concept, pointsFor(concepts[concept], strength), text));
  }
  return entries.length < 2 ? entries : entries.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

export const isWeighed = (
  concept: Concept,
  concepts: Settings['concepts'],
): concept is WeighedConcept & Concept => Object.hasOwn(concepts, concept);

const MAX_QUESTION = 40;

/** “our supplier closes in March”, “Move-in date: 1 December” */
export function quoteFinding({ clauses }: Reading, clause: number): string {
  const quoted = clauses[clause];
  if (quoted === undefined) return '';
  const question = quoted.question?.replaceAll('_', ' ').replace(/[\s:]+$/, '') ?? '';
  if (question === '') return `“${shorten(quoted.text)}”`;
  const asked = cut(question, MAX_QUESTION);
  return `“${asked}${/[?؟？…]$/.test(asked) ? '' : ':'} ${shorten(quoted.text)}”`;
}

/** Something broke, it cannot wait, and there are consequences: call this lead before any other. */
export function scoreEmergency(reading: Reading, { emergency }: Settings): LedgerEntry[] {
  const find = (concept: Concept, minStrength: Strength): Finding | undefined =>
    reading.findings.find((finding) => finding.concept === concept && finding.strength >= minStrength);
  const trigger = find('trigger', 2);
  if (trigger === undefined || find('urgent', 2) === undefined || find('stakes', 1) === undefined) return [];
  return [
    makeEntry('inquiry', 'emergency', emergency, `Emergency: ${quoteFinding(reading, trigger.clause)}`),
  ];
}
