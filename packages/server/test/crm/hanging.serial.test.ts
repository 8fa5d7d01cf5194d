// CRMs that keep every turn waiting share a few of the worker's places, so that others are synced as if they weren't there.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { waitFor } from '@leadline/testkit/wait-for';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type CrmAccount, useCrm } from './use-crm.ts';

const suite = useCrm();

/** More than there are places. */
const HANGING = 12;

async function connectNew(): Promise<CrmAccount> {
  const account = await suite.newAccount();
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  return account;
}

/** As if it had been connected long ago, and had failed at this time. */
const age = ({ accountId }: CrmAccount, failedAt = sql`null`): Promise<unknown> =>
  sql`update leadline.crm_connections set created_at = now() - interval '1 day', failed_at = ${failedAt}
      where account_id = ${accountId}`.execute(suite.owner);

/** Within less time than a request to a CRM may take. */
async function waitForSync(account: CrmAccount): Promise<void> {
  await account.call('/api/crm/runs', { kind: 'sync' });
  const options = { timeout: 28_000, interval: 100 };
  await vi.waitFor(async () => expect((await account.lastRun()).status).toBe('finished'), options);
}

test('CRMs that hang, new ones and those that failed lately, delay nobody’s sync', async () => {
  const hanging: CrmAccount[] = [];
  for (let index = 0; index < HANGING; index++) {
    const account = await connectNew();
    account.crm.fail('authenticate', ...Array(100).fill('hang'));
    if (index % 2 === 0) await age(account, sql`now() - interval '5 minutes'`);
    hanging.push(account);
  }
  const normal = await connectNew();
  await normal.sync();
  await age(normal);
  const worker = await spawnWorker(suite.databaseUrl, 'error');
  try {
    const countHanging = (): number => hanging.filter(({ crm }) => crm.calls.length > 0).length;
    await waitFor(async () => countHanging() >= 3, true);
    await waitForSync(normal);
    expect(countHanging()).toBeLessThan(8);
  } finally {
    await worker.kill('SIGKILL');
  }
}, 120_000);
