// Adds leads to the search and the country filter, which the worker does soon after they are stored.

import { indexLeads } from '../../src/leads/search/search-indexer.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

/** All that are waiting in this database. */
export async function indexAllLeads(databaseUrl: string): Promise<void> {
  const db = openInstallation(openPool(databaseUrl, { size: 1, role: 'leadline_worker' }));
  while ((await indexLeads(db)).last !== null);
  await db.destroy();
}
