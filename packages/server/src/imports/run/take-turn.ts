// Runs an account's imports for a few seconds at a time, so that no account waits until another's files are done. Accounts
// take turns in the job queue; within a turn, the account's own imports take turns, too. A test account shares the turn of
// its live account.

import type pg from 'pg';
import { fromUuid } from '../../platform/base/ids.ts';
import type { ImportId } from './import-progress.ts';
import { type RunOptions, runImport } from './run-import.ts';

export interface TurnOptions extends Omit<RunOptions, 'isTurnOver'> {
  /** Whether other accounts are waiting for their turn. */
  readonly isAwaited: () => Promise<boolean>;
  readonly sliceMs?: number;
  /** Goes on undoing an import, and returns whether that is done. */
  readonly undo: (id: ImportId, isTurnOver: () => boolean) => Promise<boolean>;
}

/** Long enough that resuming costs next to nothing. */
const SLICE_MS = 3_000;
/** Ends a turn even if nobody waits, because the queue counts the crashes of a turn and has to start over at times. */
const MAX_TURN_MS = 60_000;

/** Returns whether the account needs another turn. */
export async function takeTurn(
  pool: pg.Pool,
  liveAccountId: string,
  { isAwaited, sliceMs = SLICE_MS, undo, ...options }: TurnOptions,
): Promise<boolean> {
  const startedAt = performance.now();
  for (;;) {
    const next = await findNextImport(pool, liveAccountId);
    if (next === null) return false;
    const sliceEndsAt = performance.now() + sliceMs;
    const isTurnOver = (): boolean => performance.now() >= sliceEndsAt;
    const result = next.isUndone
      ? await undo(next, isTurnOver).then(() => 'ended' as const)
      : await runImport(pool, next.accountId, next.importId, { ...options, isTurnOver });
    options.signal.throwIfAborted();
    const elapsed = performance.now() - startedAt;
    if (result === 'given up' || elapsed >= MAX_TURN_MS) return true;
    if (elapsed >= sliceMs && (await isAwaited())) return true;
  }
}

/** The one that has waited longest. */
async function findNextImport(
  pool: pg.Pool,
  liveAccountId: string,
): Promise<(ImportId & { readonly isUndone: boolean }) | null> {
  const { rows } = await pool.query<{ account_id: string; id: string; status: string }>(
    `select i.account_id, i.id, i.status from leadline.accounts a
     join leadline.imports i on i.account_id = a.id and i.status in ('queued', 'running', 'undoing')
     where a.id = $1 or a.test_of = $1
     order by i.active_at, i.id limit 1`,
    [liveAccountId],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : {
        accountId: fromUuid(row.account_id),
        importId: fromUuid(row.id),
        isUndone: row.status === 'undoing',
      };
}
