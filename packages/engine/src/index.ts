// The public API of the engine.

export {
  type Assessment,
  type AssessmentKind,
  type Confidence,
  carryAssessment,
  kindOf,
  MAX_ASSESSMENT_SCORE,
  type NoAssessment,
} from './assessment.ts';
export {
  CORRECTABLE_FIELDS,
  type CorrectableField,
  type CorrectedLead,
  type Correction,
  correctLead,
  undoCorrections,
} from './correct-lead.ts';
export {
  type Change,
  findMissingAnswer,
  findSmallestChange,
  forChanged,
  listChanges,
  type MissingAnswer,
  type SmallestChange,
} from './counterfactual.ts';
export {
  type ExplainOptions,
  type Explanation,
  explain,
  type GivenScore,
  summariseReasons,
} from './explain.ts';
export { listCallingCodes, listCallingCodesOf } from './facts/calling-codes.ts';
export { findCompanySize } from './facts/find-company-size.ts';
export type { AnswerFact } from './facts/read-answers.ts';
export { type Card, readCard } from './facts/read-card.ts';
export { readEmail } from './facts/read-email.ts';
export { type Facts, quoteBudget } from './facts/read-facts.ts';
export { readPhone } from './facts/read-phone.ts';
export { type CompanySize, companySizeOf } from './facts/read-size.ts';
export {
  BOT_CHECK,
  ELAPSED_FIELD,
  REDIRECT_FIELD,
  RESPONSE_FIELD,
  TRAP_FIELD,
} from './form-tools/browser-form.ts';
export { type FormTool, unwrap } from './form-tools/unwrap.ts';
export type { Grade } from './grade.ts';
export { type Lead, type LeadProblem, type LeadRead, readLead } from './lead.ts';
export {
  type Closing,
  type Learned,
  type LearnedContext,
  type LearnedModel,
  STATED_PRIOR,
  statedClosing,
} from './learned-model.ts';
export { type Group, type LedgerEntry, makeEntry, signed, withoutPoints } from './ledger.ts';
export { QUESTION_TOPICS, type QuestionTopic } from './lexicon/questions.ts';
export { readOrderValue } from './money/find-budget.ts';
export { formatAmount } from './money/format-amount.ts';
export { type BudgetReading, readBudget } from './money/read-budget.ts';
export { nameEntry } from './name-entry.ts';
export { readSettings, type SettingsRead } from './read-settings.ts';
export {
  chooseAnswers,
  decideBySignals,
  SILENCE,
  type Signals,
  weighSignals,
} from './reading/answer-questions.ts';
export type { Answer, Answers, Reading, Value } from './reading/answers.ts';
export { type Clause, splitLead } from './reading/clauses.ts';
export { openClause } from './reading/collect-features.ts';
export { decide, normalizeOutputs, OUTPUTS } from './reading/decide.ts';
export { SIGNALS } from './reading/detectors.ts';
export {
  ASKS,
  type Ask,
  isSale,
  OTHER_ASKS,
  type OtherAsk,
  QUESTIONS,
  type Question,
  SALE_ASKS,
  type SaleAsk,
} from './reading/questions.ts';
export { KIND_NAMES, type OtherKind, type Suspicion } from './risk.ts';
export { type AiBlock, type ScoreData, type Scored, type ScoreOptions, score } from './score.ts';
export { SETTING_GROUPS, type SettingGroup, type SettingGuide } from './setting-guide.ts';
export {
  type AnswerPoints,
  DEFAULT_SETTINGS,
  type Exclusion,
  type ImportantWord,
  type Settings,
} from './settings.ts';
export { hideOrigins } from './text/hide-origins.ts';
export { foldWord } from './text/tokenize.ts';
export { ENGINE_VERSION } from './version.ts';
export { MISSING_TEXTS } from './worth/ai.ts';
export { ASK_NAMES, nameAnswer } from './worth/answers.ts';
export { type BudgetLevel, budgetLevelOf } from './worth/budget.ts';
