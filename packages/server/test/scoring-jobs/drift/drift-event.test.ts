// model.drift reaches endpoints that subscribe to it, once, also as a message for Slack.

import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../src/platform/db/installation.ts';
import { look, shiftSource } from './suite.ts';

const suite = useWebhooks({ inOneCell: true });
let db: Installation;
beforeAll(() => {
  db = openInstallation(openWorkerPool(suite.accountUrl));
});
afterAll(() => db.destroy());

test('model.drift is delivered once to each endpoint that wants it', async () => {
  const { accountId, call } = await newCustomer(suite);
  const { receiver } = await addEndpoint(suite, call, { events: ['model.drift'] });
  const slack = await addEndpoint(suite, call, { events: ['model.drift'], format: 'slack' });
  const other = await addEndpoint(suite, call, { events: ['lead.scored'] });
  await shiftSource(suite.owner, accountId);
  await look(suite.owner, db, accountId);
  await look(suite.owner, db, accountId);
  await expect
    .poll(() => receiver.accepted.length + slack.receiver.accepted.length, { timeout: 30_000 })
    .toBe(2);
  await waitUntilIdle(suite);
  const [drift] = (await call('/api/model/drifts')).body.data.drifts;
  const { status, closed_at, closed_by, ...told } = drift;
  expect(receiver.accepted.map(({ body }) => body)).toEqual([
    { type: 'model.drift', timestamp: expect.any(String), data: told },
  ]);
  expect(slack.receiver.accepted.map(({ body }) => body.text)).toEqual([drift.text]);
  expect(other.receiver.accepted).toEqual([]);
  expect(receiver.repeats + slack.receiver.repeats).toBe(0);
}, 120_000);
