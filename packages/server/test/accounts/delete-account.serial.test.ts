// Deleting a large account survives a killed worker, and another account doesn't notice it.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { readRowsOf } from '../support/account-tables.ts';

const suite = useApi();
const LEADS = 20_000;
const SAMPLES = 200;
let doomed: string;

beforeAll(async () => {
  ({ accountId: doomed } = await makeAccount(suite.owner));
  const template = makeLead({ message: 'x'.repeat(1_000) });
  await sql`
    insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
    select ${doomed}, uuidv7(), gen_random_uuid(), 50, 'Warm', 'web', ${JSON.stringify(template)}, '{}'
    from generate_series(1, ${LEADS}::integer)`.execute(suite.owner);
  await sql`
    insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
    select account_id, id || '@example.org', '', '', person_id, '' from leadline.leads
    where account_id = ${doomed}`.execute(suite.owner);
});

const countLeft = async (): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from leadline.leads where account_id = ${doomed})
      + (select count(*) from leadline.contacts where account_id = ${doomed}) as left`.execute(suite.owner);
  return rows[0]?.left ?? 0;
};

/** How long each of a number of leads takes, in ascending order. */
async function measure(): Promise<number[]> {
  const send = callAs(suite, suite.account);
  const times: number[] = [];
  for (let sent = 0; sent < SAMPLES; sent++) {
    const start = performance.now();
    expect((await send('/api/score.php', makeLead())).status).toBe(200);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

const p99 = (times: readonly number[]): number => times[Math.floor(times.length * 0.99)] ?? 0;

test('goes on where a killed worker stopped, while another account sends leads as fast as before', async () => {
  await measure(); // warms up
  const before = p99(await measure());
  await sql`update leadline.accounts set deletion_requested_at = now(), delete_at = now() - interval '1 second'
    where id = ${doomed} or test_of = ${doomed}`.execute(suite.owner);
  const first = await spawnWorker(suite.databaseUrl);
  await vi.waitFor(async () => expect(await countLeft()).toBeLessThan(2 * LEADS), { timeout: 60_000 });
  const during = p99(await measure());
  // biome-ignore lint/suspicious/noConsole: the figure of this test
  console.info(`p99 of a lead: ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms during the deletion`);
  await first.kill('SIGKILL');
  const left = await countLeft();
  expect(left).toBeGreaterThan(0);
  const second = await spawnWorker(suite.databaseUrl);
  try {
    const rest = () =>
      sql<{ count: number }>`select count(*) from leadline.accounts where id = ${doomed}`.execute(
        suite.owner,
      );
    await vi.waitFor(async () => expect((await rest()).rows[0]?.count).toBe(0), {
      timeout: 180_000,
      interval: 500,
    });
    await vi.waitFor(() => expect(second.output()).toContain('account deleted'), { timeout: 10_000 });
  } finally {
    await second.kill('SIGTERM');
  }
  for (const [table, rows] of await readRowsOf(suite.owner, [doomed])) expect(rows, table).toEqual([]);
  expect(during).toBeLessThan(3 * before + 50);
}, 300_000);
