// The score of a lead, with a ledger that accounts for every point. Pure: the same lead, settings, assessment and moment
// give the same result on a server, in a browser and on a command line.

import {
  type Assessment,
  type Confidence,
  confidenceOf,
  heed,
  isRead,
  MAX_ASSESSMENT_SCORE,
  type NoAssessment,
} from './assessment.ts';
import { chooseAction } from './choose-action.ts';
import type { CappingConcept } from './concepts/concepts.ts';
import { type Facts, readFacts } from './facts/read-facts.ts';
import type { Grade } from './grade.ts';
import type { Lead } from './lead.ts';
import { type LedgerEntry, sumOf } from './ledger.ts';
import {
  type Cap,
  capByAi,
  controlRisk,
  findCap,
  isJunk,
  isReadAsInquiry,
  type OtherKind,
  type Suspicion,
} from './risk.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { type AiSay, weighAi } from './signals/ai.ts';
import { scoreBudget } from './signals/budget.ts';
import { isWeighed, pointsFor, quoteFinding, scoreConcepts, scoreEmergency } from './signals/concepts.ts';
import { type ContactGrade, gradeContact, scoreContact } from './signals/contact.ts';
import { scoreForm } from './signals/form.ts';
import { scoreSource } from './signals/source.ts';
import { ENGINE_VERSION } from './version.ts';

export interface ScoreOptions {
  /** The moment the lead came in: "next month" is read from it. */
  readonly now: Date;
  readonly settings?: Settings;
  readonly assessment?: Assessment | NoAssessment | null;
}

/** The `data` block of the interface. */
export interface ScoreData {
  readonly score: number;
  readonly grade: Grade;
  readonly priority_action: string;
  readonly closing_probability: string;
  readonly reasons: readonly string[];
  readonly ai: AiBlock;
  readonly contact_grade: ContactGrade;
}

export interface AiBlock {
  readonly score: number;
  readonly max_score: number;
  readonly display: string;
  readonly impact: 'High' | 'Medium' | 'Low' | 'None';
  readonly confidence: Confidence;
  readonly influence_applied: number;
}

export interface Scored {
  readonly version: string;
  readonly settings_version: string;
  readonly data: ScoreData;
  readonly ledger: readonly LedgerEntry[];
  readonly score_without_ai: number;
  /** What the lead is taken for when it is not a sale. */
  readonly suspicion: Suspicion | null;
  readonly facts: Facts;
}

export const score = (lead: Lead, options: ScoreOptions): Scored =>
  scoreFacts(readFacts(lead, options.now), options);

/** For training, which reads leads otherwise. */
export function scoreFacts(facts: Facts, options: Omit<ScoreOptions, 'now'>): Scored {
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const assessment = options.assessment ?? null;
  const { reading } = facts;
  const cap = findCap(reading.findings, facts.message.injection !== null);
  const isInquiry = isReadAsInquiry(cap);
  const said = listSaid(facts, cap, settings);
  // What a message says to a machine must not reach the score through one; nor what is said beside a pitch.
  const isHeard = isInquiry && facts.message.injection === null;
  const ai = weighAi(isHeard ? assessment : null, reading, settings);
  const weighed = said.concat(ai.entries);
  const ledger = weighed.concat(controlRisk(weighed, facts, cap, settings));
  const totalWithoutAi =
    ai.entries.length === 0 ? sumOf(ledger) : sumOf(said) + sumOf(controlRisk(said, facts, cap, settings));
  const capped =
    ai.capping === null ? null : capByAi(sumOf(ledger), totalWithoutAi, ai.capping, facts, settings);
  if (capped !== null) ledger.push(capped);
  const total = sumOf(ledger);
  const suspicion = suspect(facts, cap);
  const grade = gradeOf(total, suspicion, settings);
  return {
    version: ENGINE_VERSION,
    settings_version: settings.version,
    data: {
      score: total,
      grade,
      priority_action: chooseAction(grade, facts, takenFor(suspicion, ai)),
      closing_probability: closingProbability(total, grade, settings),
      reasons: ledger.map(({ text }) => text),
      ai: describeAi(isHeard ? assessment : null, facts, total - totalWithoutAi, settings),
      contact_grade: gradeContact(facts),
    },
    ledger,
    score_without_ai: totalWithoutAi,
    suspicion,
    facts,
  };
}

/** What the lead itself says, in the order of the interface. */
function listSaid(facts: Facts, cap: Cap | null, settings: Settings): LedgerEntry[] {
  const { reading } = facts;
  const isInquiry = isReadAsInquiry(cap);
  // Whether a spammer can be reached speaks for nothing.
  const isNobody = cap?.finding.concept === 'scam' || cap?.finding.concept === 'fake';
  if (!isInquiry && isNobody) return [];
  if (!isInquiry) return scoreContact(facts, settings).concat(scoreSource(facts, settings));
  return scoreContact(facts, settings).concat(
    scoreBudget(facts, settings),
    scoreConcepts(reading, reading.findings, 'inquiry', settings),
    scoreEmergency(reading, settings),
    scoreSource(facts, settings),
    scoreConcepts(reading, reading.findings, 'answers', settings),
    scoreForm(reading, settings),
  );
}

function suspect({ reading, message }: Facts, cap: Cap | null): Suspicion | null {
  if (message.injection !== null && (cap === null || cap.isDoubt))
    return { kind: 'machine-text', quote: message.injection };
  if (cap === null || cap.isDoubt) return null;
  const { concept, clause } = cap.finding;
  return { kind: concept as CappingConcept, quote: quoteFinding(reading, clause) };
}

const takenFor = (suspicion: Suspicion | null, { capping }: AiSay): OtherKind | null =>
  suspicion?.kind ?? ((capping?.concept ?? null) as CappingConcept | null);

function gradeOf(total: number, suspicion: Suspicion | null, { grades }: Settings): Grade {
  if (suspicion !== null && isJunk(suspicion.kind)) return 'Spam';
  if (total >= grades.hot) return 'Hot';
  if (total >= grades.warm) return 'Warm';
  return total >= grades.cool ? 'Cool' : 'Cold';
}

function closingProbability(total: number, grade: Grade, { closing }: Settings): string {
  if (grade === 'Spam') return 'None (0-1%)';
  const { band, low, high } = closing.find(({ from }) => total >= from) ?? {
    band: 'Very low',
    low: 0,
    high: 1,
  };
  return `${band} (${low}-${high}%)`;
}

/** Points of concepts that make a full AI score. */
const FULL_SCORE_POINTS = 70;

function describeAi(
  assessment: Assessment | NoAssessment | null,
  { reading }: Facts,
  influence: number,
  { concepts }: Settings,
): AiBlock {
  const given = isRead(assessment) ? assessment : null;
  const aiScore = given === null ? 0 : scoreOf(given, reading.clauses.length, concepts);
  const strength = Math.abs(influence);
  return {
    score: aiScore,
    max_score: MAX_ASSESSMENT_SCORE,
    display: `${aiScore}/${MAX_ASSESSMENT_SCORE}`,
    impact: strength >= 7 ? 'High' : strength >= 4 ? 'Medium' : strength >= 1 ? 'Low' : 'None',
    confidence: given === null ? 'low' : confidenceOf(given),
    influence_applied: influence,
  };
}

/** What the AI's own concepts are worth; nothing when it takes the lead for no sale. */
function scoreOf(assessment: Assessment, clauses: number, concepts: Settings['concepts']): number {
  let points = 0;
  for (const { concept, strength } of heed(assessment, clauses).present) {
    if (!isWeighed(concept, concepts)) return 0;
    points += pointsFor(concepts[concept], strength);
  }
  const share = Math.max(0, Math.min(1, points / FULL_SCORE_POINTS));
  return Math.round(share * MAX_ASSESSMENT_SCORE);
}
