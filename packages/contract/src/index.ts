// The door of the contract.

export { ERRORS, ErrorBody, type ErrorCode } from './errors.ts';
export {
  AiBlock,
  ExplainBody,
  ExplainResult,
  LeadBody,
  ScoreData,
  ScoringResult,
} from './lead.ts';
export {
  DeleteResult,
  LeadDetail,
  LeadPage,
  ListedLead,
  ListQuery,
  Outcome,
  OutcomeBody,
  OutcomeResult,
  ReplayResult,
  StoredScore,
  UsageResult,
} from './leads.ts';
