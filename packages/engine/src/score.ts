// Scores a lead, with a ledger that accounts for every point. Pure: the same lead, settings, assessment, model and time
// always give the same result on a server, in a browser and on the command line.

import {
  type Assessment,
  type Confidence,
  confidenceOf,
  isRead,
  MAX_ASSESSMENT_SCORE,
  type NoAssessment,
  validParts,
} from './assessment.ts';
import { chooseAction } from './choose-action.ts';
import type { CappingConcept } from './concepts/concepts.ts';
import { type Facts, readFacts } from './facts/read-facts.ts';
import type { Grade } from './grade.ts';
import type { Lead } from './lead.ts';
import { type Closing, describeClosing, type LearnedModel, statedClosing } from './learned-model.ts';
import { type LedgerEntry, sumOf } from './ledger.ts';
import {
  type Cap,
  capByAi,
  controlRisk,
  findBot,
  findCap,
  isJunk,
  isReadAsInquiry,
  type OtherKind,
  type Suspicion,
} from './risk.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { type AiEffect, weighAi } from './signals/ai.ts';
import { scoreBudget } from './signals/budget.ts';
import { isWeighed, pointsFor, quoteFinding, scoreConcepts, scoreEmergency } from './signals/concepts.ts';
import { type ContactGrade, gradeContact, scoreContact } from './signals/contact.ts';
import { scoreForm } from './signals/form.ts';
import { scoreSource } from './signals/source.ts';
import { ENGINE_VERSION } from './version.ts';
import { vocabularyOf } from './vocabulary/vocabulary.ts';

export interface ScoreOptions {
  /** When the lead was received; "next month" is relative to this. */
  readonly now: Date;
  readonly settings?: Settings;
  readonly assessment?: Assessment | NoAssessment | null;
  readonly model?: LearnedModel | null;
}

/** The `data` block of the API response. */
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
  /** Only with a model, like `closing`. */
  readonly model_version?: string;
  readonly data: ScoreData;
  readonly closing?: Closing;
  readonly ledger: readonly LedgerEntry[];
  readonly score_without_ai: number;
  /** Why the lead isn't treated as a sale; null if it is. */
  readonly suspicion: Suspicion | null;
  readonly facts: Facts;
}

export function score(lead: Lead, options: ScoreOptions): Scored {
  const read = readFacts(lead, options.now, options.settings);
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const assessment = options.assessment ?? null;
  const cap = findBot(read.reading) ?? findCap(read.reading.findings, read.message.injection !== null);
  const isInquiry = isReadAsInquiry(cap);
  const facts = isInquiry ? addImportantWords(read, settings) : read;
  const { reading } = facts;
  const ruleEntries = scoreLeadItself(facts, cap, settings);
  // Neither the AI nor a model must let an injection, or anything in a pitch, influence the score.
  const isTrusted = isInquiry && facts.message.injection === null;
  const model = options.model ?? null;
  const ruleScore = (): number => sumOf(ruleEntries) + sumOf(controlRisk(ruleEntries, facts, cap, settings));
  const learned =
    model === null || !isTrusted
      ? null
      : model.weigh(lead, facts, { ruleScore: ruleScore(), settings, now: options.now });
  const ownEntries = learned === null ? ruleEntries : ruleEntries.concat(learned.entries);
  const ai = weighAi(isTrusted ? assessment : null, reading, settings);
  const withAi = ownEntries.concat(ai.entries);
  const ledger = withAi.concat(controlRisk(withAi, facts, cap, settings));
  const totalWithoutAi =
    ai.entries.length === 0
      ? sumOf(ledger)
      : sumOf(ownEntries) + sumOf(controlRisk(ownEntries, facts, cap, settings));
  const capped =
    ai.capping === null ? null : capByAi(sumOf(ledger), totalWithoutAi, ai.capping, facts, settings);
  if (capped !== null) ledger.push(capped);
  const total = sumOf(ledger);
  const suspicion = findSuspicion(facts, cap);
  const grade = gradeOf(total, suspicion, settings);
  const closing = learned?.closing ?? statedClosing(total, grade, settings);
  return {
    version: ENGINE_VERSION,
    settings_version: settings.version,
    ...(model === null ? null : { model_version: model.version, closing }),
    data: {
      score: total,
      grade,
      priority_action: chooseAction(grade, facts, otherKindOf(suspicion, ai)),
      closing_probability:
        learned === null ? statedProbability(total, grade, settings) : describeClosing(closing, settings),
      reasons: ledger.map(({ text }) => text),
      ai: describeAi(isTrusted ? assessment : null, facts, total - totalWithoutAi, settings),
      contact_grade: gradeContact(facts),
    },
    ledger,
    score_without_ai: totalWithoutAi,
    suspicion,
    facts,
  };
}

/** Not before caps are found: a pitch that names a product is still a pitch. */
function addImportantWords(facts: Facts, settings: Settings): Facts {
  return settings.words.length === 0
    ? facts
    : { ...facts, reading: vocabularyOf(settings).addConcepts(facts.reading) };
}

/** Everything except what was learned, AI and risk controls, in ledger order. */
function scoreLeadItself(facts: Facts, cap: Cap | null, settings: Settings): LedgerEntry[] {
  const { reading } = facts;
  const isInquiry = isReadAsInquiry(cap);
  // Being able to reach a spammer is not a strength.
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

function findSuspicion({ reading, message }: Facts, cap: Cap | null): Suspicion | null {
  if (message.injection !== null && (cap === null || cap.isDoubt))
    return { kind: 'machine-text', quote: message.injection };
  if (cap === null || cap.isDoubt) return null;
  const { concept, clause } = cap.finding;
  return { kind: concept as CappingConcept, quote: quoteFinding(reading, clause) };
}

const otherKindOf = (suspicion: Suspicion | null, { capping }: AiEffect): OtherKind | null =>
  suspicion?.kind ?? ((capping?.concept ?? null) as CappingConcept | null);

function gradeOf(total: number, suspicion: Suspicion | null, { grades }: Settings): Grade {
  if (suspicion !== null && isJunk(suspicion.kind)) return 'Spam';
  if (total >= grades.hot) return 'Hot';
  if (total >= grades.warm) return 'Warm';
  return total >= grades.cool ? 'Cool' : 'Cold';
}

function statedProbability(total: number, grade: Grade, { closing }: Settings): string {
  if (grade === 'Spam') return 'None (0-1%)';
  const { band, low, high } = closing.find(({ from }) => total >= from) ?? {
    band: 'Very low',
    low: 0,
    high: 1,
  };
  return `${band} (${low}-${high}%)`;
}

/** Concept points needed for the maximum AI score. */
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

/** What the concepts found by the AI are worth; 0 if any of them means that the lead is not a sale. */
function scoreOf(assessment: Assessment, clauses: number, concepts: Settings['concepts']): number {
  let points = 0;
  for (const { concept, strength } of validParts(assessment, clauses).present) {
    if (!isWeighed(concept, concepts)) return 0;
    points += pointsFor(concepts[concept], strength);
  }
  const share = Math.max(0, Math.min(1, points / FULL_SCORE_POINTS));
  return Math.round(share * MAX_ASSESSMENT_SCORE);
}
