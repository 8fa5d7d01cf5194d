// Writes docs/openapi.json from a running API. A test compares the two, so that no change of the API goes unnoticed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startLocalPostgres } from '@leadline/server';
import { call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';

const folder = mkdtempSync(join(tmpdir(), 'leadline-openapi-'));
const postgres = await startLocalPostgres(folder);
try {
  await migrate(postgres.url);
  const api = await startTestApi(postgres.url, { publicUrl: 'https://leads.example.com' });
  const { body } = await call(api.url, '/api/openapi.json');
  writeFileSync('docs/openapi.json', `${JSON.stringify(body, null, 2)}\n`);
  await api.stop();
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true });
}
console.log('docs/openapi.json written');
