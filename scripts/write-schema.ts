// Writes schema.sql from a freshly migrated database.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openPool, startLocalPostgres } from '@leadline/server';
import { dumpSchema } from '@leadline/server/testing';

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
