// Compares the rows of an account in two cells: all of them as of the moment of the switch, or, if the process that switched
// has died, whether the target has every row that doesn't come and go.

import type { ControlledTransaction } from 'kysely';
import {
  FIXED_FORMATS,
  selectColumns,
  selectRows,
  selectSum,
  type TransferredTable,
} from '../../operations/transfer/transferred-tables.ts';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Cell } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { countMissing } from './count-missing.ts';
import { AUDIT_LOG, listMovedTables, VOLATILE_TABLES } from './moved-tables.ts';
import type { Replication } from './replication.ts';

/** The target as it was just before the switch. */
export interface CopySnapshot {
  readonly transaction: ControlledTransaction<Tables>;
  close(): Promise<void>;
}

export async function takeSnapshot(db: Installation): Promise<CopySnapshot> {
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  await FIXED_FORMATS.execute(transaction);
  return {
    transaction,
    close: async () => {
      await transaction.rollback().execute();
    },
  };
}

/** Returns how many rows there are. Throws if the copy isn't exact. */
export async function verifyExactly(
  { source, target, accountIds }: Replication,
  { transaction: copied }: CopySnapshot,
  frozenAt: Date,
): Promise<number> {
  let total = 0;
  const differing: string[] = [];
  await source.db.transaction().execute(async (transaction) => {
    await FIXED_FORMATS.execute(transaction);
    for (const table of await listVerified(source, frozenAt)) {
      if (table.name === AUDIT_LOG && target.name === MAIN_CELL) continue; // copied after the switch
      const { rows: columns } = await selectColumns(table).execute(transaction);
      const names = columns.map(({ name }) => name);
      const sum = selectSum(selectRows(table, names, accountIds));
      const { rows: before } = await sum.execute(transaction);
      const { rows: after } = await sum.execute(copied);
      const [original, copy] = [before[0], after[0]];
      if (original?.rows !== copy?.rows || original?.checksum !== copy?.checksum)
        differing.push(`${table.name} (${original?.rows} rows, ${copy?.rows} in the copy)`);
      total += original?.rows ?? 0;
    }
  });
  if (differing.length > 0) throw new CopyDiffers(differing);
  return total;
}

/** Returns how many rows were looked for. Throws if the target lacks any of them. */
export async function verifyKeys(
  { source, target, accountIds }: Replication,
  frozenAt: Date,
): Promise<number> {
  let total = 0;
  const differing: string[] = [];
  for (const table of await listVerified(source, frozenAt)) {
    if (VOLATILE_TABLES.has(table.name)) continue;
    const { rows, missing } = await countMissing(source.db, target.db, table, accountIds);
    if (missing > 0) differing.push(`${table.name} (${missing} of ${rows} rows are missing)`);
    total += rows;
  }
  if (differing.length > 0) throw new CopyDiffers(differing);
  return total;
}

export class CopyDiffers extends Error {
  constructor(tables: readonly string[]) {
    super(
      `the copy differs in ${tables.join(', ')}. The source keeps its rows. If you have found out why, for example because people have deleted leads since the switch, run the command again with --accept-differences.`,
    );
  }
}

/** Long after a process forgets requests; see sql/forget_requests.sql, which doesn't care where an account is. */
const REQUESTS_MS = 20 * 60 * 60 * 1000;
/** As in sql/pack_account.sql. */
const AUDIT_MARGIN_MS = 10_000;

/** The directory writes to the audit log even if the account is elsewhere. The cell is told about those entries later. */
export const firstLaterEntry = (frozenAt: Date): string =>
  firstIdOf(new Date(frozenAt.getTime() - AUDIT_MARGIN_MS));

async function listVerified(source: Cell, frozenAt: Date): Promise<TransferredTable[]> {
  const requestsFrom = firstIdOf(new Date(Date.now() - REQUESTS_MS));
  return (await listMovedTables(source.pool)).map((name) => {
    if (name === 'requests') return { name, where: `lead_id >= '${requestsFrom}'` };
    if (name === AUDIT_LOG && source.name === MAIN_CELL)
      return { name, where: `id < '${firstLaterEntry(frozenAt)}'` };
    return { name };
  });
}
