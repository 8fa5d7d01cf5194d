// Scores a lead, with a ledger that accounts for every point. Pure: the same lead, settings, assessment, model and time
// always give the same result on a server, in a browser and on the command line.

import { chooseAction } from './advice/choose-action.ts';
import {
  type Assessment,
  type Confidence,
  confidenceOf,
  isRead,
  MAX_ASSESSMENT_SCORE,
  type NoAssessment,
  trustedAnswers,
} from './assessment.ts';
import { type Facts, readFacts } from './facts/read-facts.ts';
import type { Grade } from './grade.ts';
import type { Lead } from './lead.ts';
import {
  type Closing,
  describeClosing,
  type Learned,
  type LearnedModel,
  statedClosing,
} from './learned-model.ts';
import { type LedgerEntry, makeEntry, sumOf } from './ledger.ts';
import type { Answers } from './reading/answers.ts';
import { isSale } from './reading/questions.ts';
import { controlRisk, findSuspicion, isJunk, type Suspicion } from './risk.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { ENGINE_VERSION } from './version.ts';
import { correctAnswers, explainMissing } from './worth/ai.ts';
import { scoreAnswers, worthOf } from './worth/answers.ts';
import { scoreBudget } from './worth/budget.ts';
import { type ContactGrade, gradeContact, scoreContact } from './worth/contact.ts';
import { scoreSource } from './worth/source.ts';

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
  /** The answers that count: those of the rules, corrected by the AI. */
  readonly answers: Answers;
  /** Why the lead isn't treated as a sale; null if it is. */
  readonly suspicion: Suspicion | null;
  readonly facts: Facts;
}

export function score(lead: Lead, options: ScoreOptions): Scored {
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const facts = readFacts(lead, options.now, settings);
  const own = facts.reading.answers;
  const model = options.model ?? null;
  // Neither the AI nor a model must let an injection influence the score.
  const isTrusted = facts.message.injection === null;
  const learned =
    model === null || !isTrusted || !isSale(own.ask.value)
      ? null
      : model.weigh(lead, facts, {
          ruleScore: sumOf(listEntries(facts, own, null, settings)),
          settings,
          now: options.now,
        });
  const assessment = isTrusted ? (options.assessment ?? null) : null;
  const answers = correctAnswers(facts, assessment, settings);
  const ledger = listEntries(facts, answers, learned, settings, explainMissing(assessment));
  const scoreWithoutAi = sumOf(answers === own ? ledger : listEntries(facts, own, learned, settings));
  limitInfluence(ledger, scoreWithoutAi, settings);
  const total = sumOf(ledger);
  const suspicion = findSuspicion(facts, answers);
  const grade = gradeOf(total, suspicion, settings);
  const closing = learned?.closing ?? statedClosing(total, grade, settings);
  return {
    version: ENGINE_VERSION,
    settings_version: settings.version,
    ...(model === null ? null : { model_version: model.version, closing }),
    data: {
      score: total,
      grade,
      priority_action: chooseAction(grade, facts, answers, suspicion),
      closing_probability:
        learned === null ? statedProbability(total, grade, settings) : describeClosing(closing, settings),
      reasons: ledger.map(({ text }) => text),
      ai: describeAi(assessment, facts, total - scoreWithoutAi, settings),
      contact_grade: gradeContact(facts),
    },
    ledger,
    score_without_ai: scoreWithoutAi,
    answers,
    suspicion,
    facts,
  };
}

/** In ledger order. A lead that isn't a sale stays at what its ask is worth: being able to reach a spammer is no
 * strength. */
function listEntries(
  facts: Facts,
  answers: Answers,
  learned: Learned | null,
  settings: Settings,
  missing: readonly LedgerEntry[] = [],
): LedgerEntry[] {
  const { inquiry, answers: given, intent } = scoreAnswers(facts, answers, settings);
  const entries = isSale(answers.ask.value)
    ? scoreContact(facts, settings).concat(
        scoreBudget(facts, settings),
        inquiry,
        scoreSource(facts, settings),
        given,
        learned?.entries ?? [],
        intent,
        missing,
      )
    : inquiry.concat(given, intent, missing);
  return entries.concat(controlRisk(entries, facts, answers, settings));
}

function limitInfluence(ledger: LedgerEntry[], withoutAi: number, { aiInfluence }: Settings): void {
  const influence = sumOf(ledger) - withoutAi;
  const excess = influence - Math.max(-aiInfluence, Math.min(aiInfluence, influence));
  if (excess !== 0)
    ledger.push(
      makeEntry('risk', 'ai-limit', -excess, `AI can move a score by at most ${aiInfluence} points`),
    );
}

function gradeOf(total: number, suspicion: Suspicion | null, { grades }: Settings): Grade {
  if (suspicion !== null && isJunk(suspicion)) return 'Spam';
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

function describeAi(
  assessment: Assessment | NoAssessment | null,
  { reading }: Facts,
  influence: number,
  settings: Settings,
): AiBlock {
  const read = trustedAnswers(assessment, reading.clauses.length);
  const worth = read === null || !isSale(read.ask.value) ? 0 : worthOf(read, settings);
  const aiScore = Math.round((Math.max(0, Math.min(100, worth)) / 100) * MAX_ASSESSMENT_SCORE);
  const strength = Math.abs(influence);
  return {
    score: aiScore,
    max_score: MAX_ASSESSMENT_SCORE,
    display: `${aiScore}/${MAX_ASSESSMENT_SCORE}`,
    impact: strength >= 7 ? 'High' : strength >= 4 ? 'Medium' : strength >= 1 ? 'Low' : 'None',
    confidence: isRead(assessment) ? confidenceOf(assessment) : 'low',
    influence_applied: influence,
  };
}
