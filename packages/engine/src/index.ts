// The door of the engine.

export {
  type Change,
  findMissingAnswer,
  findSmallestChange,
  listChanges,
  type MissingAnswer,
  type SmallestChange,
} from './counterfactual.ts';
export { type Unwrapped, unwrap } from './envelopes/unwrap.ts';
export { type ExplainOptions, type Explanation, explain, type GivenScore, tellWhy } from './explain.ts';
export { listCallingCodes } from './facts/calling-codes.ts';
export type { AnswerFact } from './facts/read-answers.ts';
export { type Facts, quoteBudget, readInquiry } from './facts/read-facts.ts';
export { readPlainMessage } from './facts/read-message.ts';
export { type Lead, type LeadRead, readLead } from './lead.ts';
export { type Group, type LedgerEntry, signed, withoutPoints } from './ledger.ts';
export { MESSAGE_MEANINGS } from './lexicon/message.ts';
export { formatAmount } from './money/format-amount.ts';
export { type BudgetReading, readBudget } from './money/read-budget.ts';
export { readSettings, type SettingsRead } from './read-settings.ts';
export { type AiBlock, type Grade, type ScoreData, type Scored, type ScoreOptions, score } from './score.ts';
export { DEFAULT_SETTINGS, type Settings } from './settings.ts';
export {
  type Assessment,
  type AssessmentKind,
  type Confidence,
  MAX_ASSESSMENT_SCORE,
  type NoAssessment,
} from './signals/intent.ts';
export { hideOrigins } from './text/hide-origins.ts';
export { foldWord } from './text/tokenize.ts';
export { ENGINE_VERSION } from './version.ts';
