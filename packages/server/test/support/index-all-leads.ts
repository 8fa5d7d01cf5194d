// Adds leads to the search and the country filter, which the worker does soon after they are stored.

import { openInstallation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { indexLeads } from '../../src/leads/search-indexer.ts';

/** All that are waiting in this database. */
export async function indexAllLeads(databaseUrl: string): Promise<void> {
  const db = openInstallation(openPool(databaseUrl, { size: 1, role: 'leadline_worker' }));
  while ((await indexLeads(db)).last !== null);
  await db.destroy();
}
