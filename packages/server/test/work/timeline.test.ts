// The timeline of a lead stays short enough to read, however much happened to the lead.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readId } from '../../src/platform/base/ids.ts';

const suite = useApi();

const ENDPOINTS = 5;
const OUTCOMES = 50;

test('shows the deliveries of the newest events, at most 200', async () => {
  const { accountId, ...account } = await makeAccount(suite.owner);
  const caller = callAs(suite, { accountId, ...account });
  for (let place = 0; place < ENDPOINTS; place++)
    expect(await caller('/api/webhooks', { url: `http://127.0.0.1:9/${place}` })).toMatchObject({
      status: 200,
    });
  const leadId = (await caller('/api/webhook.php', makeLead())).body.lead_id;
  const id = readId('lead', leadId);
  await sql`
    insert into leadline.outcomes (account_id, lead_id, outcome, at)
    select ${accountId}, ${id}, 'lost', now() from generate_series(1, ${OUTCOMES})`.execute(suite.owner);
  await sql`
    insert into leadline.deliveries (account_id, endpoint_id, event_id, event, lead_id, status, last_attempt_at)
    select ${accountId}, h.id, o.id, 'lead.outcome', ${id}, 'delivered', now()
    from leadline.outcomes o join leadline.webhook_endpoints h using (account_id)
    where o.account_id = ${accountId}`.execute(suite.owner);
  const { timeline } = (await caller(`/api/leads/${leadId}`)).body.data;
  const entries: readonly { event: string; entry_id: string }[] = timeline;
  const outcomes = entries.filter(({ event }) => event === 'outcome');
  const delivered = entries.filter(({ event }) => event === 'delivered');
  expect(outcomes).toHaveLength(OUTCOMES);
  expect(delivered).toHaveLength(200);
  const newest = outcomes.slice(-200 / ENDPOINTS).map(({ entry_id }) => entry_id.replace('act_', 'evt_'));
  expect(new Set(delivered.map(({ entry_id }) => entry_id))).toEqual(new Set(newest));
});
