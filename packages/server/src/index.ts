// What the CLI needs to start the server and manage accounts.

export type { KeyScope } from '@leadline/contract';
export { exportAccount, type TransferredRows } from './account-transfer/export-account.ts';
export { importAccount } from './account-transfer/import-account.ts';
export { findOpenCell } from './accounts/choose-cell.ts';
export { findFirstAccount } from './accounts/find-first-account.ts';
export { cancelDeletion, scheduleDeletion } from './accounts/schedule-deletion.ts';
export { createSetupToken, SETUP_TOKEN_HOURS, setupLink } from './accounts/setup-token.ts';
export { type AddedCell, addCell } from './add-cell.ts';
export { type RunningApi, startApi } from './api.ts';
export { type VerifiedBackup, verifyBackup } from './backup/verify-backup.ts';
export { DomainError } from './base/domain-error.ts';
export { type IdKind, readId, showId } from './base/ids.ts';
export type { WorkerHealth } from './base/metrics.ts';
export { makeSecretKeys, type SecretKeys } from './base/secret-keys.ts';
export { arriveIn } from './cell-moves/arrive-in-cell.ts';
export { cancelMove } from './cell-moves/cancel-move.ts';
export { cleanCopies } from './cell-moves/clean-copies.ts';
export { drainCell, setCellOpen } from './cell-moves/drain-cell.ts';
export { type ListedCell, listCells } from './cell-moves/list-cells.ts';
export { moveAccount } from './cell-moves/move-account.ts';
export type { MoveEvent, OnMoveEvent } from './cell-moves/move-events.ts';
export { type Cell, openCell } from './cell-moves/owner-connections.ts';
export { removeCell } from './cell-moves/remove-cell.ts';
export { setCellAddress } from './cell-moves/set-cell-address.ts';
export { readConfig, readSecretFiles, readWorkerConfig, type WorkerConfig } from './config.ts';
export { asOperator } from './db/account-scope.ts';
export type { CellPlace } from './db/cell-address.ts';
export { LOGIN_VARIABLES } from './db/create-logins.ts';
export { type Installation, openInstallation } from './db/installation.ts';
export { getCellOf } from './db/list-cells.ts';
export { startLocalPostgres } from './db/local-postgres.ts';
export { openPool } from './db/pool.ts';
export { requireDirectory } from './db/require-directory.ts';
export type { AiMode } from './db/tables.ts';
export { type CellResult, inEachCell, inOtherCells } from './each-cell.ts';
export { describeEnvironment } from './environment.ts';
export { type DeadLetter, listDeadLetters, retryDeadLetters } from './jobs/dead-letters.ts';
export { createKey } from './keys/create-key.ts';
export { listKeys } from './keys/list-keys.ts';
export { revokeKey, rotateKey } from './keys/revoke-key.ts';
export { hasLeads, type PastLead, storePastLeads } from './leads/store-past-leads.ts';
export { type Migrated, type MigrateOptions, migrate } from './migrate.ts';
export { addMember } from './operator/add-member.ts';
export { createAccount, type NewAccount } from './operator/create-account.ts';
export { createFirstAccount } from './operator/create-first-account.ts';
export { type NewPassword, resetPassword } from './operator/reset-password.ts';
export { AI_MODES, setAi } from './operator/set-ai.ts';
export { setPlan } from './operator/set-plan.ts';
export { setUpDemo } from './operator/set-up-demo.ts';
export {
  type MigrationPlan,
  type PlannedEffect,
  type PlannedMigration,
  planMigration,
} from './plan-migration.ts';
export { countOldSecrets, type OldSecrets, reEncryptSecrets } from './secrets/re-encrypt.ts';
export { type RunningWorker, startWorker } from './worker-process.ts';
