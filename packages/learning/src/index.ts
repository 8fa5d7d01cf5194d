// The public API of learning.

export { retireUnreadable } from './check-live.ts';
export { describeEvidence, type Evidence } from './describe-evidence.ts';
export { HISTORY_WEEKS, mondayBefore } from './drift/cohorts.ts';
export { type DescribedDrift, describeDrift } from './drift/describe-drift.ts';
export type { Drift, DriftFigure, DriftKind, DriftState, DriftSubject, KnownDrift } from './drift/drift.ts';
export { DriftTable, type ReceivedLead } from './drift/drift-table.ts';
export { type DriftLook, type DriftOptions, findDrifts } from './drift/find-drifts.ts';
export { predictRows } from './encode.ts';
export type { LeftOut, LeftOutReason } from './find-leaks.ts';
export { NotConverged } from './fit.ts';
export { type DecidedLead, LeadTable } from './lead-table.ts';
export {
  checkLive,
  DEFAULT_RECENCY,
  type LearnOptions,
  type LearnResult,
  learn,
  type TrainOptions,
  trainModel,
} from './learn.ts';
export {
  auc,
  type BootstrapOptions,
  bootstrapInterval,
  calibrationError,
  type Interval,
  type Lift,
  lift,
  logLoss,
  logLossOf,
  type ReliabilityBin,
  reliability,
  shareInterval,
} from './metrics.ts';
export type { Effect, Field, Model, Pair, Recency } from './model.ts';
export { limitPoints } from './open-field.ts';
export { type OpenOptions, openModel } from './open-model.ts';
export { type Random, seedRandom } from './random.ts';
export { type ModelRead, readModel, readStoredModel } from './read-model.ts';
export type {
  CountryReport,
  Estimate,
  HeldOutReport,
  LearnedField,
  LearnedLevel,
  Report,
} from './report.ts';
export { type SwapResult, type TestedLead, testSwaps } from './swap-test.ts';
export type { Comparison, Decision, Verdict, VerdictCode } from './verdict.ts';
