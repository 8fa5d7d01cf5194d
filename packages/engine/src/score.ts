// The score of a lead, with a ledger that accounts for every point. Pure: the same lead, settings,
// assessment and moment give the same result on a server, in a browser and on a command line.

import { type Facts, readFacts } from './facts/read-facts.ts';
import { isJunk, type Judgement, judgeMessage, type Suspicion } from './judgement.ts';
import type { Lead } from './lead.ts';
import { type LedgerEntry, sumOf } from './ledger.ts';
import { controlRisk } from './risk.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { scoreAnswers } from './signals/answers.ts';
import { scoreBudget } from './signals/budget.ts';
import { type ContactGrade, gradeContact, scoreContact } from './signals/contact.ts';
import { scoreInquiry } from './signals/inquiry.ts';
import {
  type Assessment,
  type Confidence,
  clampScore,
  confidenceOf,
  controlByKind,
  MAX_ASSESSMENT_SCORE,
  type NoAssessment,
  type NoSaleKind,
  scoreIntent,
  surelyNoSale,
} from './signals/intent.ts';
import { scoreSource } from './signals/source.ts';
import { ENGINE_VERSION } from './version.ts';

export type Grade = 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';

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
  /** What the message is taken for when it is no inquiry. */
  readonly suspicion: Suspicion | null;
  readonly facts: Facts;
}

export function score(lead: Lead, options: ScoreOptions): Scored {
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const assessment = options.assessment ?? null;
  const facts = readFacts(lead, options.now);
  const judgement = judgeMessage(facts, settings);
  const said = scoreContact(facts, settings).concat(
    scoreBudget(facts, settings),
    scoreInquiry(facts, settings),
    scoreSource(facts, settings),
    scoreAnswers(facts, settings),
  );
  // What a message says to a machine must not reach the score through one.
  const heard = judgement.isInstructing ? null : assessment;
  const intent = scoreIntent(heard, settings);
  const kindControl = controlByKind(heard, settings);
  const weighed = said.concat(intent);
  const ledger = weighed.concat(controlRisk(weighed, kindControl, facts, judgement, settings));
  const total = sumOf(ledger);
  const hasSay = intent.length + kindControl.length > 0;
  const totalWithoutAi = hasSay
    ? sumOf(said) + sumOf(controlRisk(said, [], facts, judgement, settings))
    : total;
  const grade = gradeOf(total, judgement, settings);
  return {
    version: ENGINE_VERSION,
    settings_version: settings.version,
    data: {
      score: total,
      grade,
      priority_action: priorityAction(grade, facts, judgement.suspicion?.kind ?? surelyNoSale(heard)),
      closing_probability: closingProbability(total, grade, settings),
      reasons: ledger.map(({ text }) => text),
      ai: describeAi(assessment, total - totalWithoutAi),
      contact_grade: gradeContact(facts),
    },
    ledger,
    score_without_ai: totalWithoutAi,
    suspicion: judgement.suspicion,
    facts,
  };
}

function gradeOf(total: number, { suspicion }: Judgement, { grades }: Settings): Grade {
  if (suspicion !== null && isJunk(suspicion.kind)) return 'Spam';
  if (total >= grades.hot) return 'Hot';
  if (total >= grades.warm) return 'Warm';
  return total >= grades.cool ? 'Cool' : 'Cold';
}

/** `taken` is what the message is taken for when it is no inquiry. */
function priorityAction(grade: Grade, facts: Facts, taken: Suspicion['kind'] | NoSaleKind | null): string {
  const { phone, email } = facts;
  const isCallable = phone !== null && phone.kind !== 'invalid';
  if (taken === null && grade !== 'Spam' && gradeContact(facts) === 'F')
    return grade === 'Cold'
      ? 'Cannot be reached as given; not worth a search'
      : 'Cannot be reached as given: look for a slip in the address or number';
  switch (grade) {
    case 'Hot':
      return isCallable ? 'Call now, within the hour' : 'E-mail now and ask for a phone number';
    case 'Warm':
      return isCallable ? 'Call today' : 'E-mail today with a proposed time to talk';
    case 'Cool':
      return 'Reply within two days with a question that qualifies';
    case 'Spam':
      return 'Do not contact; discard';
    case 'Cold':
      if (taken === 'support') return 'Pass on to customer support';
      if (taken === 'job-seeker') return 'Pass on to recruiting';
      if (taken === 'not-interested') return 'Do not contact';
      if (taken !== null) return 'No call; read it once before you discard it';
      return email === null
        ? 'No call now; follow up later'
        : 'No call; add to the newsletter or follow up later';
  }
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

function describeAi(assessment: Assessment | NoAssessment | null, influence: number): AiBlock {
  const isRead = assessment !== null && !('missing' in assessment);
  const aiScore = isRead ? clampScore(assessment.score) : 0;
  const strength = Math.abs(influence);
  return {
    score: aiScore,
    max_score: MAX_ASSESSMENT_SCORE,
    display: `${aiScore}/${MAX_ASSESSMENT_SCORE}`,
    impact: strength >= 7 ? 'High' : strength >= 4 ? 'Medium' : strength >= 1 ? 'Low' : 'None',
    confidence: isRead ? confidenceOf(assessment) : 'low',
    influence_applied: influence,
  };
}
