// The queues contain no personal data: events, jobs and deliveries hold only IDs.

import { Canaries } from '@leadline/testkit/canary/canaries';
import { dumpTables } from '@leadline/testkit/database/dump-tables';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks({ startsWorker: false });

const QUEUES = /^(?:leadline_jobs\.\w+|leadline\.(?:outbox|deliveries|audit_log))$/;

test('events, jobs and deliveries contain no lead or outcome data at any stage', async () => {
  const canaries = new Canaries();
  const makeCanaryLead = () => ({
    name: canaries.make('name'),
    email: `${canaries.make('email')}@${canaries.make('domain')}.com`,
    phone: canaries.makePhone(),
    budget: canaries.make('budget'),
    message: `We need 40 laptops by Friday ${canaries.make('message')}`,
    source: canaries.make('source'),
    custom_fields: { [canaries.make('question')]: canaries.make('answer') },
  });
  const findLeaks = async () => {
    const contents = await dumpTables(suite, ['leadline', 'leadline_jobs']);
    const leaks = [...contents].flatMap(([table, text]) =>
      canaries.findLeaks(text).map(({ what }) => `${what} in ${table}`),
    );
    // The search does find them where they belong.
    expect(leaks.some((leak) => leak.endsWith('leadline.leads'))).toBe(true);
    return leaks.filter((leak) => QUEUES.test(leak.split(' in ')[1] ?? ''));
  };
  const countIn = async (table: string) => (await dumpTables(suite, table.split('.').slice(0, 1))).get(table);

  const { call } = await newCustomer(suite, { monthlyLeads: 100 });
  const events = ['lead.scored', 'lead.outcome', 'usage.threshold', 'import.finished'];
  const hook = await addEndpoint(suite, call, { events });
  const slack = await addEndpoint(suite, call, { events, format: 'slack' });
  const ids: string[] = [];
  for (let round = 0; round < 20; round++) {
    ids.push((await call('/api/webhook.php', makeCanaryLead())).body.lead_id);
  }
  await call('/api/batch', { leads: Array.from({ length: 20 }, makeCanaryLead) });
  for (const id of ids) {
    await call(`/api/leads/${id}/outcome`, { outcome: 'lost', reason: canaries.make('reason') });
  }
  const rows = Array.from({ length: 45 }, () => JSON.stringify(makeCanaryLead()));
  const broken = `{"email":"${canaries.make('broken row')}`;
  await call('/api/imports?start=true', [...rows, broken].join('\n'), {
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  expect(await countIn('leadline.outbox')).not.toBe('');
  expect(await findLeaks()).toEqual([]);

  for (const { receiver } of [hook, slack]) receiver.answer(500, 'no');
  await suite.startWorker();
  await hook.receiver.until(() => hook.receiver.of('import.finished').length > 0, 'the import ends');
  await waitUntilIdle(suite);
  // All failed deliveries wait for a retry.
  expect(await countIn('leadline_jobs.job')).toContain('"endpoint"');
  expect(await findLeaks()).toEqual([]);
});
