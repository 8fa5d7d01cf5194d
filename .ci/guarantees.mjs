// Tests of what we guarantee, whatever happens. One that fails once in a hundred runs is broken, so they get no second try in CI.
// packages/cli/test/guarantees.test.ts finds tests that make such promises and aren't listed, and files that are no longer there.

/** Every test in these folders. */
const FOLDERS = [
  'packages/server/test/canary',
  'packages/server/test/cells/moves',
  'packages/server/test/drills',
  'packages/server/test/accounts/quota',
];

const FILES = [
  // Nothing is lost or stored twice, whatever is killed or sent again.
  'packages/server/test/accounts/account-transfer.test.ts',
  'packages/server/test/accounts/delete-account.serial.test.ts',
  'packages/server/test/accounts/delete-account.test.ts',
  'packages/server/test/notifications/alerts/alert-emails.test.ts',
  'packages/server/test/notifications/alerts/digest.test.ts',
  'packages/server/test/conformance/safe-retries.test.ts',
  'packages/server/test/crm/pull.test.ts',
  'packages/server/test/crm/push.test.ts',
  'packages/server/test/crm/vendors.test.ts',
  'packages/server/test/conformance/unavailable.test.ts',
  'packages/server/test/scoring-jobs/drift/look.test.ts',
  'packages/server/test/http/batch.test.ts',
  'packages/server/test/http/form-tools.test.ts',
  'packages/server/test/imports/exactly-once.test.ts',
  'packages/server/test/imports/limits.test.ts',
  'packages/server/test/imports/upload.test.ts',
  'packages/server/test/leads/enter-lead.test.ts',
  'packages/server/test/leads/insights/kept-sums.test.ts',
  'packages/server/test/leads/lead-writer.test.ts',
  'packages/server/test/leads/lost-commits.test.ts',
  'packages/server/test/scoring/models/interrupted-training.test.ts',
  'packages/server/test/scoring/models/killed-rescore.test.ts',
  'packages/server/test/people/erase-many.nightly.test.ts',
  'packages/server/test/operations/commands/re-encrypt.test.ts',
  'packages/server/test/notifications/webhooks/redelivery.test.ts',
  'packages/server/test/notifications/webhooks/same-id.test.ts',
  'packages/server/test/work/change-leads.test.ts',
  'packages/server/test/work/concurrent-changes.test.ts',
  'packages/server/test/work/correct-lead.test.ts',

  // What may be used once is used once, however many try at the same time.
  'packages/server/test/auth/first-account.test.ts',
  'packages/server/test/auth/two-factor.test.ts',

  // No account sees or changes the data of another one.
  'packages/mcp/test/limits-of-keys.test.ts',
  'packages/server/test/accounts/allowed-origins.test.ts',
  'packages/server/test/accounts/audit/audit-log.test.ts',
  'packages/server/test/auth/isolation.test.ts',
  'packages/server/test/auth/limited-reps.test.ts',
  'packages/server/test/auth/roles.test.ts',
  'packages/server/test/auth/security-log.test.ts',
  'packages/server/test/auth/session.test.ts',
  'packages/server/test/cells/isolation.test.ts',
  'packages/server/test/platform/db/privileges.test.ts',
  'packages/server/test/platform/db/roles.test.ts',
  'packages/server/test/http/isolation.test.ts',
  'packages/server/test/leads/insights/insights.test.ts',
  'packages/server/test/leads/priority.test.ts',
  'packages/server/test/http/live/live.serial.test.ts',
  'packages/server/test/people/erase-person.test.ts',
  'packages/server/test/people/export-person.test.ts',
  'packages/server/test/people/retention.test.ts',
  'packages/server/test/scoring-jobs/rescoring/backtest.test.ts',
  'packages/server/test/work/routing/manage-routing.test.ts',
  'packages/server/test/work/saved-views.test.ts',
  'packages/server/test/scoring/settings/manage-settings.test.ts',
  'packages/server/test/work/next-activity.test.ts',
  'packages/server/test/work/revisions.test.ts',

  // No allowance is exceeded, and nothing is miscounted.
  'packages/server/test/platform/base/allowances.test.ts',
  'packages/server/test/conformance/explain.test.ts',
  'packages/server/test/conformance/limits.test.ts',
  'packages/server/test/http/intake-url.test.ts',
  'packages/server/test/http/waiting-for-allowance.serial.test.ts',
  'packages/server/test/imports/allowance.test.ts',
  'packages/server/test/leads/uncounted-spam.test.ts',
  'packages/server/test/scoring-jobs/rescoring/rescore.test.ts',
  'packages/server/test/notifications/webhooks/usage-thresholds.test.ts',

  // Nothing secret or personal is where it doesn't belong.
  'packages/assessor/test/redact.serial.test.ts',
  'packages/server/test/auth/session-tokens.test.ts',
  'packages/server/test/auth/sso-logs.test.ts',
  'packages/server/test/conformance/operations.test.ts',
  'packages/server/test/http/multipart.test.ts',
  'packages/server/test/people/erase-canaries.test.ts',
  'packages/server/test/leads/request-log/as-received.test.ts',
  'packages/server/test/leads/request-log/privacy.test.ts',
  'packages/server/test/leads/request-log/remove-secrets.test.ts',
  'packages/server/test/notifications/webhooks/queue-canaries.test.ts',
  'packages/server/test/notifications/webhooks/sealed.test.ts',

  // No request is answered with a server error.
  'packages/server/test/fuzz/fuzz.serial.test.ts',
  'packages/server/test/http/cut-connections.serial.test.ts',
];

export const GUARANTEES = [...FOLDERS.map((folder) => `${folder}/`), ...FILES];

/** `path` may be absolute. */
export const isGuarantee = (path) => GUARANTEES.some((guarantee) => `/${path}`.includes(`/${guarantee}`));
