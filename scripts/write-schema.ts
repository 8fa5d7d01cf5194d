// Writes schema.sql from a freshly migrated database.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from '../packages/server/src/db/dump-schema.ts';
import { startLocalPostgres } from '../packages/server/src/db/local-postgres.ts';
import { openPool } from '../packages/server/src/db/pool.ts';
import { migrate } from '../packages/server/src/migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadline-schema-'));
const postgres = await startLocalPostgres(folder);
try {
  await migrate(postgres.url);
  const pool = openPool(postgres.url, { size: 1 });
  writeFileSync('packages/server/schema.sql', await dumpSchema(pool));
  await pool.end();
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true });
}
console.log('packages/server/schema.sql written');
