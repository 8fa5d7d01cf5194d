// Locks a table, as a careless migration does.

import pg from 'pg';

/** Until released, nobody else reads or writes it. */
export async function lockTable(databaseUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const locker = new pg.Client({ connectionString: databaseUrl });
  await locker.connect();
  await locker.query(`begin; lock table leadline.${table} in access exclusive mode`);
  return { release: () => locker.end() };
}
