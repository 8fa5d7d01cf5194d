// The door of the contract.

export { ERRORS, ErrorBody, type ErrorCode } from './errors.ts';
export {
  BatchBody,
  BatchResult,
  COLUMN_MEANINGS,
  type ColumnMeaning,
  Import,
  ImportList,
  ImportResult,
  Preview,
  PreviewBody,
  PreviewResult,
  StartBody,
  UploadQuery,
  UploadResult,
} from './imports.ts';
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
  type RecordedOutcome,
  ReplayResult,
  StoredScore,
  UsageResult,
} from './leads.ts';
export {
  AuditPage,
  AuditQuery,
  EraseBody,
  EraseResult,
  PersonExport,
  PersonQuery,
  Retention,
  RetentionResult,
} from './people.ts';
export {
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  Endpoint,
  EndpointBody,
  EndpointChanges,
  EndpointList,
  EndpointResult,
  type EventType,
  NewEndpointResult,
  QueuedResult,
  RotateBody,
  type SubscribableEvent,
  TestSent,
  type WebhookPayload,
} from './webhooks.ts';
