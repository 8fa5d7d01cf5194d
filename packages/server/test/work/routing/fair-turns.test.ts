// Two workers, one of which is killed while they work, share the leads of an account fairly among its people.

import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { type LeadlineProcess, spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { useApi } from '@leadline/testkit/service/use-api';
import { afterAll, expect, test } from 'vitest';
import { fromUuid } from '../../../src/platform/base/ids.ts';
import { makeRoutedAccount, waitUntilRouted } from './suite.ts';

const BATCHES = 20;
const LEADS_PER_BATCH = 10;

const suite = useApi();
const processes: LeadlineProcess[] = [];
afterAll(() => Promise.all(processes.map((worker) => worker.kill('SIGKILL'))));

async function startWorker(): Promise<LeadlineProcess> {
  const worker = await spawnWorker(suite.databaseUrl, 'error');
  processes.push(worker);
  return worker;
}

test('200 leads over 3 people: 67, 67 and 66, each assigned once', async () => {
  const { accountId, call, save, people } = await makeRoutedAccount(suite);
  await save([{ name: 'All', when: {}, assign_to: [...people] }]);
  const [doomed] = await Promise.all([startWorker(), startWorker()]);
  let killed: Promise<void> | undefined;
  for (let batch = 0; batch < BATCHES; batch++) {
    const leads = Array.from({ length: LEADS_PER_BATCH }, () => makeLead({ email: newEmail(), phone: '' }));
    expect((await call('/api/batch', { leads })).body).toMatchObject({ stored: LEADS_PER_BATCH });
    if (batch === BATCHES / 2) killed = doomed.kill('SIGKILL');
  }
  await killed;
  await waitUntilRouted(suite, accountId);
  const leads = await suite.owner
    .selectFrom('leads as l')
    .select(['l.id', 'l.assignee'])
    .where('l.account_id', '=', accountId)
    .execute();
  const entries = await suite.owner
    .selectFrom('activities as t')
    .select(['t.lead_id', 't.kind', 't.actor', 't.data'])
    .where('t.account_id', '=', accountId)
    .execute();
  expect(leads).toHaveLength(BATCHES * LEADS_PER_BATCH);
  const byLead = Map.groupBy(entries, ({ lead_id }) => lead_id);
  for (const { id, assignee } of leads)
    expect(byLead.get(id)).toMatchObject([
      { kind: 'assigned', actor: 'worker', data: { assignee: fromUuid(assignee ?? ''), rule: 'All' } },
    ]);
  const shares = people.map(
    (person) => leads.filter(({ assignee }) => `user_${fromUuid(assignee ?? '')}` === person).length,
  );
  expect(shares.toSorted()).toEqual([66, 67, 67]);
}, 180_000);
