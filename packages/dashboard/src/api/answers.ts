// What each route answers, by method and path. Those of the public API are generated with the SDK; the others only exist for
// the dashboard.

import type {
  AccountExportResult,
  AccountSecurityResult,
  AccountSettingsResult,
  ActivityPage,
  AlertChoicesResult,
  AllowedOriginsResult,
  BackupCodesResult,
  InvitationList,
  InvitationSummary,
  KeyList,
  ListedRequest,
  MemberDuties,
  NewKeyResult,
  PersonExport,
  ProfileResult,
  ScoringResult,
  SessionResult,
  TestEmailResult,
} from '@leadline/contract';
import type { FilledPath } from '@leadline/contract/paths';
import type { Answers as PublicAnswers } from '@leadline/sdk/core';
import type { DeviceSession, Enrolment, Invitation, Member } from './auth-answers.ts';

interface DashboardAnswers {
  'GET /api/session': SessionResult;
  /** Here with all settings, which the engine of the preview reads. */
  'GET /api/settings': AccountSettingsResult;
  'POST /api/leads': ScoringResult;
  'POST /api/test-lead': ScoringResult;
  // The service is of the same release, so all of its error codes are known.
  'GET /api/received': { readonly data: ListedRequest[] };
  'GET /api/people': PersonExport;
  'GET /api/keys': KeyList;
  'POST /api/keys': NewKeyResult;
  'POST /api/keys/:id/rotate': NewKeyResult;
  'PUT /api/account/profile': ProfileResult;
  'GET /api/account/security': AccountSecurityResult;
  'GET /api/account/origins': AllowedOriginsResult;
  'PUT /api/account/origins': AllowedOriginsResult;
  'POST /api/account/export': AccountExportResult;
  'GET /api/alerts': AlertChoicesResult;
  'PUT /api/alerts': AlertChoicesResult;
  'POST /api/alerts/test': TestEmailResult;
  'GET /api/activity': ActivityPage;
  'GET /api/user/backup-codes': BackupCodesResult;
  'GET /api/members/:id/duties': MemberDuties;
  'GET /api/invitations': InvitationList;
  'GET /api/invitations/:id': InvitationSummary;
  'POST /api/auth/sign-in/email': { readonly twoFactorRedirect?: boolean };
  'POST /api/auth/sign-in/sso': { readonly data: { readonly url: string } };
  'GET /api/auth/list-sessions': DeviceSession[];
  'POST /api/auth/two-factor/enable': Enrolment;
  'POST /api/auth/two-factor/generate-backup-codes': { readonly backupCodes: readonly string[] };
  'GET /api/auth/organization/list-members': { readonly members: Member[] };
  'GET /api/auth/organization/list-invitations': Invitation[];
  'POST /api/auth/organization/invite-member': Invitation & { readonly emailed: boolean };
}

/** `/api/leads/{id}` of the specification is `/api/leads/:id` in our route patterns. */
type ToPattern<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}`
  ? `${Start}:${Name}${ToPattern<Rest>}`
  : Path;

/** As parsed from JSON: nobody else has it, and nothing is undefined. */
type Parsed<Value> = Value extends readonly (infer Item)[]
  ? Parsed<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Parsed<Exclude<Value[Name], undefined>> }
    : Value;

type Answers = Omit<
  { [Route in keyof PublicAnswers as ToPattern<Route>]: Parsed<PublicAnswers[Route]> },
  keyof DashboardAnswers
> &
  DashboardAnswers;

type PatternOf<Path extends string> =
  Path extends FilledPath<infer Pattern>
    ? Pattern
    : Path extends `${infer Pattern}?${string}`
      ? Pattern
      : Path;

/** Unknown if nobody reads it: calls that only change something. */
export type Answer<
  Method extends string,
  Path extends string,
> = `${Method} ${PatternOf<Path>}` extends keyof Answers ? Answers[`${Method} ${PatternOf<Path>}`] : unknown;
