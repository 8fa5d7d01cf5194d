// docs/openapi.json is the API we have announced.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@leadline/testkit/http/call';
import { useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';

const suite = useApi();
const FILE = join(import.meta.dirname, '../../../../docs/openapi.json');

test('the API serves the document in docs/openapi.json; to change it, run npm run openapi and add a changeset', async () => {
  const { body } = await call(suite.api.url, '/api/openapi.json');
  expect(body).toStrictEqual(JSON.parse(readFileSync(FILE, 'utf8')));
});
