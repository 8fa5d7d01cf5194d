// Lets the AI correct the answers that the rules read. What it says replaces theirs, except where a form's answer leaves no
// doubt.

import { type Assessment, isRead, type NoAssessment, trustedAnswers } from '../assessment.ts';
import { allowBudget } from '../facts/allow-budget.ts';
import type { Facts } from '../facts/read-facts.ts';
import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Answer, Answers, Value } from '../reading/answers.ts';
import { demandProof } from '../reading/demand-proof.ts';
import { isSale, QUESTIONS, SALE_ASKS } from '../reading/questions.ts';
import type { Settings } from '../settings.ts';

export const MISSING_TEXTS: Readonly<Record<NoAssessment['missing'], string>> = {
  busy: 'AI was too busy to read this lead in time: no influence',
  unavailable: 'AI is unavailable: no influence',
};

export function correctAnswers(
  { reading: { answers: own, clauses }, email, budget }: Facts,
  assessment: Assessment | NoAssessment | null,
  settings: Settings,
): Answers {
  const trusted = trustedAnswers(assessment, clauses.length);
  if (trusted === null) return own;
  const read = demandProof(trusted, clauses, email?.kind === 'placeholder');
  const unread = new Set(isRead(assessment) ? assessment.unread : []);
  const corrected: { -readonly [Name in keyof Answers]: Answers[Name] } = { ...read };
  const isFromUnread = ({ clause }: Answer<unknown>): boolean =>
    clause < 0 ? unread.size > 0 : unread.has(clause);
  if (isStronger(own, read) && isFromUnread(own.ask)) corrected.ask = own.ask;
  for (const question of QUESTIONS) {
    const isNew = isFromUnread(own[question]) || own[question].probability === 1;
    if (isNew && own[question].value > read[question].value) corrected[question] = own[question];
    else if (own[question].value === read[question].value)
      corrected[question] = keepEvidence(own[question], read[question]);
  }
  if (own.ask.value === corrected.ask.value) corrected.ask = keepEvidence(own.ask, corrected.ask);
  return allowBudget(corrected, clauses, budget, settings);
}

/** Two readers who agree are surer than one. */
const keepEvidence = <Content extends Answers['ask']['value'] | Value>(
  own: Answer<Content>,
  read: Answer<Content>,
): Answer<Content> => ({ ...own, probability: Math.max(own.probability, read.probability) });

const isStronger = (own: Answers, read: Answers): boolean =>
  isSale(own.ask.value) &&
  isSale(read.ask.value) &&
  SALE_ASKS.indexOf(own.ask.value) < SALE_ASKS.indexOf(read.ask.value);

/** The entry that says why there is nothing by the AI. */
export const explainMissing = (assessment: Assessment | NoAssessment | null): LedgerEntry[] => {
  if (assessment === null || isRead(assessment)) return [];
  const missing = 'missing' in assessment && assessment.missing === 'busy' ? 'busy' : 'unavailable';
  return [makeEntry('intent', 'ai-missing', 0, MISSING_TEXTS[missing])];
};
