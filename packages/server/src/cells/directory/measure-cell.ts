// Measures how full a cell is, to place new accounts.

import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import type { Destination } from './sync-account.ts';

export async function measureCell(directory: Installation, { name, pool }: Destination): Promise<void> {
  const size = 'select pg_database_size(current_database()) as bytes';
  const { rows } =
    pool === null
      ? await sql<{ bytes: number }>`${sql.raw(size)}`.execute(directory)
      : await pool.query<{ bytes: number }>(size);
  await sql`
    update leadline.cells set bytes = ${rows[0]?.bytes ?? 0}, measured_at = now(),
      accounts = (select count(*) from leadline.accounts where cell = ${name} and test_of is null)
    where name = ${name}`.execute(directory);
}
