// What creating an account costs PostgreSQL in an empty installation and in one with many accounts.
//   npm run bench:accounts                       20,000 accounts
//   npm run bench:accounts -- --accounts 1000    fewer
//   npm run bench:accounts -- --json             as JSON

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { postgresCpuSeconds } from './support/postgres-cpu.ts';

/** Enough for a clock that ticks a hundred times a second. */
const CREATED = 300;

const { json, accounts } = readOptions({ json: false, accounts: 20_000 });

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
try {
  await migrate(postgres.url);
  await makeAccounts(postgres.url, CREATED); // warm-up
  const emptyMs = await measure();
  await runSql(
    postgres.url,
    `with made as (
       insert into leadline.accounts (id, email, plan)
       select uuidv7(), 'bench@example.org', 'unlimited' from generate_series(1, $1::integer) returning id
     )
     insert into leadline.accounts (id, email, plan, test_of) select uuidv7(), 'bench@example.org', 'test', id from made`,
    [accounts],
  );
  await runSql(postgres.url, 'vacuum (analyze) leadline.accounts');
  const fullMs = await measure();
  if (json) console.log(JSON.stringify({ accounts, emptyMs, fullMs }));
  else
    console.log(
      `CPU time of PostgreSQL per new account: ${emptyMs.toFixed(1)} ms with few accounts, ` +
        `${fullMs.toFixed(1)} ms with ${accounts.toLocaleString('en')}`,
    );
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<number> {
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const before = postgresCpuSeconds(postmaster);
  await makeAccounts(postgres.url, CREATED);
  return ((postgresCpuSeconds(postmaster) - before) / CREATED) * 1000;
}
