// The schemas of all requests and responses. Errors, IDs, limits and paths have their own subpaths, so that the
// dashboard can import them without loading TypeBox.

export { AccountSecurity, AccountSecurityResult, LeadExports, RepLeads } from './account-security.ts';
export { ActivityPage, ActivityQuery } from './activity.ts';
export { AlertChoices, AlertChoicesResult, TestEmailResult } from './alerts.ts';
export {
  CrmBody,
  CrmChanges,
  CrmConnection,
  CrmNote,
  CrmResult,
  CrmRun,
  CrmRunBody,
  CrmRunKind,
  CrmRunList,
  CrmRunResult,
  CrmValue,
  CrmVendor,
} from './crm.ts';
export { ModelDrift, ModelDrifts, ModelDriftsResult } from './drift.ts';
export { ErrorBody, InterfaceError } from './error-body.ts';
export { ERROR_CODE_HEADER, ERRORS, type ErrorCode, isErrorCode } from './errors.ts';
export {
  BatchBody,
  BatchResult,
  COLUMN_MEANINGS,
  type ColumnMeaning,
  type DateOrder,
  HeaderBody,
  Import,
  ImportList,
  ImportResult,
  Preview,
  PreviewBody,
  PreviewResult,
  RefusedQuery,
  SheetBody,
  type SkipReason,
  StartBody,
  UploadQuery,
  UploadResult,
} from './imports.ts';
export {
  type Insights,
  InsightsQuery,
  InsightsResult,
  type LostReasons,
  LostReasonsResult,
  type WinRate,
} from './insights.ts';
export { ApiKey, KeyBody, KeyList, KeyRotation, KeyScope, NewKeyResult } from './keys.ts';
export {
  AiBlock,
  ExplainBody,
  ExplainResult,
  LeadBody,
  ScoreData,
  ScoringResult,
} from './lead.ts';
export { type Count, LeadCounts } from './lead-counts.ts';
export {
  CountsQuery,
  DeleteResult,
  LeadDetail,
  LeadExportQuery,
  LeadPage,
  ListedLead,
  ListQuery,
  OutcomeBody,
  OutcomeResult,
  OutcomesBody,
  OutcomesResult,
  ReplayResult,
  StoredScore,
  UsageResult,
} from './leads.ts';
export { LiveQuery } from './live.ts';
export {
  AccountModel,
  AccountModelResult,
  ModelBody,
  ModelRollBackBody,
  ModelVersion,
  ModelVersionList,
  ModelVersionQuery,
} from './model.ts';
export { AllowedOrigins, AllowedOriginsResult } from './origins.ts';
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
export { Profile, ProfileResult } from './profile.ts';
export { ListedRequest, Received, ReceivedList, ReceivedQuery } from './received.ts';
export { Outcome, type RecordedOutcome } from './recorded-outcome.ts';
export {
  CompanySize,
  Routing,
  RoutingBody,
  RoutingConditions,
  RoutingPreview,
  RoutingPreviewBody,
  RoutingPreviewResult,
  RoutingResult,
  RoutingRule,
  RoutingRuleBody,
} from './routing.ts';
export {
  AccountBody,
  AccountDeletionBody,
  AccountDeletionResult,
  AccountExportBody,
  AccountExportQuery,
  AccountExportResult,
  AccountNameResult,
  AccountResult,
  BackupCodesResult,
  type Invitation,
  InvitationList,
  InvitationSummary,
  MemberBody,
  MemberDuties,
  MemberRemovalQuery,
  MemberResult,
  type Membership,
  Role,
  type Session,
  SessionResult,
  UserDeletionBody,
} from './session.ts';
export {
  AccountSettings,
  AccountSettingsResult,
  Backtest,
  BacktestBody,
  BacktestResult,
  type BacktestResultData,
  PublishBody,
  Rescore,
  RescoreResult,
  RollBackBody,
  SettingsChanges,
  type SettingsDraft,
  SettingsDraftBody,
  SettingsDraftResult,
  SettingsVersion,
  SettingsVersionList,
  SettingsVersionQuery,
  SettingsVersionResult,
} from './settings.ts';
export { type Setup, SetupResult } from './setup.ts';
export { View, ViewBody, ViewList, ViewResult } from './views.ts';
export {
  CustomHeader,
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  type DisabledReason,
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
export {
  ActivityKind,
  BulkWorkBody,
  BulkWorkResult,
  CallResult,
  ContactBody,
  FeedbackBody,
  NextActivity,
  Status,
  TeamMember,
  TeamResult,
  TimelineEntry,
  Verdict,
  WorkBody,
  WorkResult,
} from './work.ts';
