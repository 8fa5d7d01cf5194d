// Reads a lead: which concepts it contains, how strongly, and in which clause.

import type { AnswerFact } from '../facts/read-answers.ts';
import { BOT_CHECK } from '../form-tools/browser-form.ts';
import type { Lead } from '../lead.ts';
import { cut } from '../text/cut.ts';
import { oneLine } from '../text/tokenize.ts';
import { BUDGET_QUESTION, type Clause, splitLead } from './clauses.ts';
import { collectFeatures, openClause, type ReadClause, type TopicOf } from './collect-features.ts';
import { CONCEPT_NUMBER, CONCEPTS, type Concept, type Strength } from './concepts.ts';
import { beginLead, CLAUSE_COLUMNS, weighClause, weighLead } from './detectors.ts';
import { FeatureBuffer } from './features.ts';
import { isLookAlike } from './look-alikes.ts';
import { asksForPrice, asksForQuote, beginsWithTitle, givesCount } from './plain-signs.ts';
import thresholds from './thresholds.json' with { type: 'json' };
import { beginContext, weighInContext } from './weigh-context.ts';

/** A concept found in a lead, with its evidence. */
export interface Finding {
  readonly concept: Concept;
  readonly strength: Strength;
  /** Index of the clause that shows it best. */
  readonly clause: number;
}

export interface Reading {
  readonly clauses: readonly ReadClause[];
  /** In the order of CONCEPTS, each at most once. */
  readonly findings: readonly Finding[];
  readonly answers: readonly AnswerFact[];
  /** Number of questions answered with details about the lead's situation. */
  readonly specificAnswers: number;
}

/** An answer is specific if it describes a situation, not just a wish to be contacted. */
const SPECIFIC = (
  [
    'need',
    'trigger',
    'committed',
    'deadline',
    'stakes',
    'scope',
    'returning',
    'switching',
    'can-you',
  ] as const
).map((concept) => CONCEPT_NUMBER[concept]);

const buffer = new FeatureBuffer();
const PRESENT = Float64Array.from(CONCEPTS, (concept) => thresholds[concept].present);
const STRONG = Float64Array.from(CONCEPTS, (concept) => thresholds[concept].strong);

/** Best log-odds of each concept so far, and the clause they were found in. */
const best = new Float64Array(CLAUSE_COLUMNS);
const bestClause = new Int32Array(CLAUSE_COLUMNS);

export const readConcepts = (lead: Lead, now: Date, topicOf: TopicOf | null = null): Reading =>
  readClauses(splitLead(lead), now, topicOf);

export function readClauses(split: readonly Clause[], now: Date, topicOf: TopicOf | null = null): Reading {
  const clauses = split.map((clause) => openClause(clause, now, topicOf));
  if (clauses.length === 0) return { clauses, answers: [], specificAnswers: 0, findings: [] };
  beginContext(rows, clauses.length, weighClauses(clauses, now));
  const answers: AnswerFact[] = [];
  let specificAnswers = 0;
  let lastSpecific: string | null = null;
  best.fill(Number.NEGATIVE_INFINITY);
  for (let index = 0; index < clauses.length; index++) {
    const { question, fact, text } = clauses[index] as ReadClause;
    if (question === BOT_CHECK) continue; // our own words, not the lead's
    if (fact !== null) {
      answers.push(fact);
      applyAnswer(fact, index);
    }
    // Amounts are read elsewhere; a budget only matters here if it contains words.
    if (isBareAmount(question, fact, text)) continue;
    const alone = rows[index] as Float64Array;
    weighInContext(inContext, alone, index, question !== null);
    // Facts about the lead, such as company size or role, say nothing about what they want.
    const isAboutWriter = fact !== null && ABOUT_WRITER.has(fact.topic);
    for (let column = 0; column < CLAUSE_COLUMNS; column++) {
      const own = inContext[column] as number;
      if (own <= (best[column] as number)) continue;
      if (isAboutWriter && (column === CONCEPT_NUMBER.need || column === CONCEPT_NUMBER.scope)) continue;
      if (own >= (PRESENT[column] as number) && !isEvidence(column, alone, clauses[index] as ReadClause))
        continue;
      best[column] = own;
      bestClause[column] = index;
    }
    if (question === null) applyPlainSigns(text, index);
    if (question === null || question === BUDGET_QUESTION || question === lastSpecific || !isSpecific())
      continue;
    specificAnswers++;
    lastSpecific = question;
  }
  applyRefusal();
  return { clauses, answers, specificAnswers, findings: listFindings(clauses) };
}

/** Less likely than one in four. */
const MIN_ALONE = -1;
const SHOWN_ALONE = (['committed', 'trigger'] as const).map((concept) => CONCEPT_NUMBER[concept]);

/** A decision or an event must be in the words that are quoted: the rest of the lead can confirm that "we are ready" means
 * to buy, but it can't turn "we have 400 products" into a decision. Urgency, dates and needs often depend on what was
 * said before ("now, please"), so for them the context counts fully. */
const isEvidence = (column: number, alone: Float64Array, clause: ReadClause): boolean =>
  ((alone[column] as number) >= MIN_ALONE || !SHOWN_ALONE.includes(column)) && !isLookAlike(column, clause);

const HAS_WORD = /\p{L}{4}/u;

const isBareAmount = (question: string | null, fact: AnswerFact | null, text: string): boolean =>
  (question === BUDGET_QUESTION || fact?.topic === 'budget') && !HAS_WORD.test(text);

const ABOUT_WRITER: ReadonlySet<AnswerFact['topic']> = new Set(['size', 'role', 'authority', 'timeline']);

const inContext = new Float64Array(CLAUSE_COLUMNS);
/** Concepts implied by answers to common questions, where both the question and the answer are unambiguous. */
const ANSWERED: Readonly<Record<string, readonly [Concept, Strength]>> = {
  'timeline now': ['urgent', 1],
  'timeline soon': ['deadline', 1],
  'timeline far': ['not-ready', 1],
  'timeline undecided': ['not-ready', 1],
  'authority decides': ['authority', 2],
  'authority influences': ['authority', 1],
  'role executive': ['authority', 2],
  'role manager': ['authority', 1],
  'goal explore': ['information', 1],
};

function applyAnswer({ topic, value }: AnswerFact, clause: number): void {
  const answered = ANSWERED[`${topic} ${value}`];
  if (answered !== undefined) raise(...answered, clause);
}

/** Concepts that show a clause is asking for something. */
const WANTING = (['need', 'next-step', 'committed'] as const).map((concept) => CONCEPT_NUMBER[concept]);

function applyPlainSigns(text: string, clause: number): void {
  const wants = WANTING.some((column) => (inContext[column] as number) >= (PRESENT[column] as number));
  if (wants && givesCount(text)) raise('scope', 1, clause);
  if (asksForQuote(text)) raise('next-step', 1, clause);
  if (wants && clause === 0 && beginsWithTitle(text)) raise('authority', 2, clause);
}

/** Raises a concept that is certain to at least this strength, whatever its detector says. */
function raise(concept: Concept, strength: Strength, clause: number): void {
  const column = CONCEPT_NUMBER[concept];
  const least = (strength === 2 ? STRONG[column] : PRESENT[column]) as number;
  if ((best[column] as number) >= least) return;
  best[column] = least;
  bestClause[column] = clause;
}

/** The clause that rejects contact, or -1. */
let refusal = -1;

/** "Please remove me" is always a no, unless they ask for something: "not interested in a demo, but in 14 licences
 * from Monday". */
function applyRefusal(): void {
  if (refusal < 0) return;
  for (const column of WANTING_ANYTHING) if ((best[column] as number) >= (PRESENT[column] as number)) return;
  best[CONCEPT_NUMBER.gone] = STRONG[CONCEPT_NUMBER.gone] as number;
  bestClause[CONCEPT_NUMBER.gone] = refusal;
}

/** Alongside any of these, a refusal is about something else. */
const WANTING_ANYTHING = (
  [
    'need',
    'next-step',
    'committed',
    'scope',
    'deadline',
    'urgent',
    'trigger',
    'not-ready',
    'support',
    'pitch',
    'job',
  ] as const
).map((concept) => CONCEPT_NUMBER[concept]);

const isSpecific = (): boolean =>
  SPECIFIC.some((column) => (inContext[column] as number) >= (PRESENT[column] as number));

function listFindings(clauses: readonly ReadClause[]): Finding[] {
  const findings: Finding[] = [];
  for (let column = 0; column < CLAUSE_COLUMNS; column++) {
    const own = best[column] as number;
    if (own < (PRESENT[column] as number)) continue;
    const concept = CONCEPTS[column] as Concept;
    const clause = bestClause[column] as number;
    // Who asks for a price wants to know something, but isn't just browsing.
    const isMild = concept === 'information' && asksForPrice(clauses[clause]?.text ?? '');
    const strength = own >= (STRONG[column] as number) && !isMild ? 2 : 1;
    findings.push({ concept, strength, clause });
  }
  return findings.filter(
    (finding) => !isOutweighed(finding, findings) && !isContradicted(finding, findings, clauses),
  );
}

/** Concepts that rule each other out within a clause. */
const OPPOSITES: readonly (readonly [Concept, Concept])[] = [
  ['next-step', 'information'],
  ['can-you', 'information'],
  ['committed', 'not-ready'],
  ['urgent', 'not-ready'],
  ['committed', 'no-money'],
];
const RIVALS = new Map<Concept, Concept[]>();
for (const [one, other] of OPPOSITES) {
  RIVALS.set(one, [...(RIVALS.get(one) ?? []), other]);
  RIVALS.set(other, [...(RIVALS.get(other) ?? []), one]);
}

/** "Start date: now" next to "Timeline: not decided": of two contradictory answers, the more cautious one counts. */
function isContradicted(
  { concept, clause }: Finding,
  findings: readonly Finding[],
  clauses: readonly ReadClause[],
): boolean {
  if (concept !== 'urgent' || clauses[clause]?.question === null) return false;
  const doubt = findings.find((finding) => finding.concept === 'not-ready');
  return doubt !== undefined && clauses[doubt.clause]?.question !== null;
}

/** Of two opposites, only the more certain one is kept. */
function isOutweighed({ concept, clause }: Finding, findings: readonly Finding[]): boolean {
  const rivals = RIVALS.get(concept);
  if (rivals === undefined) return false;
  return rivals.some(
    (rival) =>
      findings.some((finding) => finding.concept === rival && finding.clause === clause) &&
      marginOf(concept) < marginOf(rival),
  );
}

function marginOf(concept: Concept): number {
  const column = CONCEPT_NUMBER[concept];
  return (best[column] as number) - (PRESENT[column] as number);
}

const MAX_QUOTE = 90;

/** The lead's own words, short enough to quote. */
export function shorten(text: string): string {
  return cut(oneLine(text).replace(/[,;:\s]+$/, ''), MAX_QUOTE);
}

/** The detectors' output before any threshold, for the AI to combine with its own. */
export interface ConceptOdds {
  /** Log-odds by clause, in the order of CONCEPTS. */
  readonly clauses: readonly Float64Array[];
  /** Log-odds of the lead as a whole: the capping concepts, then LEAD_SIGNS. */
  readonly lead: Float64Array;
}

export function readOdds(split: readonly Clause[], now: Date): ConceptOdds {
  const clauses = split.map((clause) => openClause(clause, now, null));
  const lead = weighClauses(clauses, now);
  beginContext(rows, clauses.length, lead);
  return {
    clauses: clauses.map(({ question }, index) => {
      const own = new Float64Array(CLAUSE_COLUMNS);
      weighInContext(own, rows[index] as Float64Array, index, question !== null);
      return own;
    }),
    lead,
  };
}

/** Log-odds of each clause without context; overwritten by the next lead. */
const rows: Float64Array[] = [];

/** Fills `rows` with the log-odds of each clause and returns those of the lead as a whole. */
function weighClauses(clauses: readonly ReadClause[], now: Date): Float64Array {
  beginLead();
  refusal = -1;
  for (let index = 0; index < clauses.length; index++) {
    collectFeatures(buffer, clauses[index] as ReadClause, index, clauses.length, now);
    const row = rows[index] ?? new Float64Array(CLAUSE_COLUMNS);
    rows[index] = row;
    weighClause(buffer, row);
    if (buffer.refusesContact) refusal = index;
  }
  return weighLead();
}
