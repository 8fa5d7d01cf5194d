// docs/openapi.json is the API we have announced.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';

const suite = useApi();
const FILE = join(import.meta.dirname, '../../../../docs/openapi.json');

test('the API serves the document in docs/openapi.json; to change it, run npm run openapi', async () => {
  const api = await startTestApi(suite.databaseUrl, { publicUrl: 'https://leads.example.com' });
  const { body } = await call(api.url, '/api/openapi.json');
  await api.stop();
  expect(body).toStrictEqual(JSON.parse(readFileSync(FILE, 'utf8')));
});

test('the reference names the address of this server in its examples', async () => {
  const api = await startTestApi(suite.databaseUrl, { publicUrl: 'https://leads.acme.test' });
  const { body } = await call(api.url, '/api/openapi.json');
  await api.stop();
  expect(body.info.description).toContain('curl https://leads.acme.test/api/webhook.php');
  expect(JSON.stringify(body)).not.toContain('leads.example.com');
});
