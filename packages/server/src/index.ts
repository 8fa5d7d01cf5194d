// What the CLI needs to start the server and manage accounts.

export type { KeyScope } from '@leadline/contract';
export { createKey } from './accounts/keys/create-key.ts';
export { listKeys } from './accounts/keys/list-keys.ts';
export { revokeKey, rotateKey } from './accounts/keys/revoke-key.ts';
export { findFirstAccount } from './accounts/lifecycle/find-first-account.ts';
export { cancelDeletion, scheduleDeletion } from './accounts/lifecycle/schedule-deletion.ts';
export { createSetupToken, SETUP_TOKEN_HOURS, setupLink } from './accounts/lifecycle/setup-token.ts';
export { type AddedCell, addCell } from './cells/commands/add-cell.ts';
export { cancelMove } from './cells/commands/cancel-move.ts';
export { makeCellArrival } from './cells/commands/cell-arrival.ts';
export { drainCell, setCellOpen } from './cells/commands/drain-cell.ts';
export { type CellResult, inEachCell, inOtherCells } from './cells/commands/each-cell.ts';
export { type ListedCell, listCells } from './cells/commands/list-cells.ts';
export { removeCell } from './cells/commands/remove-cell.ts';
export { setCellAddress } from './cells/commands/set-cell-address.ts';
export { type Cell, openCell } from './cells/directory/owner-connections.ts';
export { cleanCopies } from './cells/moves/clean-copies.ts';
export { moveAccount } from './cells/moves/move-account.ts';
export type { MoveEvent, OnMoveEvent } from './cells/moves/move-events.ts';
export type { CellPlace } from './cells/places/cell-address.ts';
export { findOpenCell } from './cells/places/find-open-cell.ts';
export { getCellOf } from './cells/places/read-cells.ts';
export { hasLeads, type PastLead, storePastLeads } from './leads/intake/store-past-leads.ts';
export { type VerifiedBackup, verifyBackup } from './operations/backup/verify-backup.ts';
export { addMember } from './operations/commands/add-member.ts';
export { createAccount, type NewAccount } from './operations/commands/create-account.ts';
export { createFirstAccount } from './operations/commands/create-first-account.ts';
export { countOldSecrets, type OldSecrets, reEncryptSecrets } from './operations/commands/re-encrypt.ts';
export { type NewPassword, resetPassword } from './operations/commands/reset-password.ts';
export { AI_MODES, setAi } from './operations/commands/set-ai.ts';
export { setPlan } from './operations/commands/set-plan.ts';
export { setUpDemo } from './operations/commands/set-up-demo.ts';
export { exportAccount, type TransferredRows } from './operations/transfer/export-account.ts';
export { importAccount } from './operations/transfer/import-account.ts';
export { DomainError } from './platform/base/domain-error.ts';
export { type IdKind, readId, showId } from './platform/base/ids.ts';
export type { MetricValues, WorkerHealth } from './platform/base/metrics.ts';
export { makeSecretKeys, type SecretKeys } from './platform/base/secret-keys.ts';
export { asOperator } from './platform/db/account-scope.ts';
export { type Installation, openInstallation } from './platform/db/installation.ts';
export { openPool } from './platform/db/pool.ts';
export { requireDirectory } from './platform/db/require-directory.ts';
export type { AiMode } from './platform/db/tables.ts';
export { type DeadLetter, listDeadLetters, retryDeadLetters } from './platform/jobs/dead-letters.ts';
export { startLocalPostgres } from './platform/postgres/local-postgres.ts';
export { LOGIN_VARIABLES } from './platform/schema/create-logins.ts';
export { type Migrated, type MigrateOptions, migrate } from './platform/schema/migrate.ts';
export {
  type MigrationPlan,
  type PlannedMigration,
  planMigration,
} from './platform/schema/plan-migration.ts';
export { type RunningApi, startApi } from './processes/api.ts';
export {
  checkEnvironment,
  readConfig,
  readSecretFiles,
  readWorkerConfig,
  requireKnownNames,
  type WorkerConfig,
} from './processes/config/config.ts';
export { describeEnvironment, requireDatabaseUrl } from './processes/config/environment.ts';
export { type RunningWorker, startWorker } from './processes/worker-process.ts';
