// What webhook events cost the sender of a lead: ingest for accounts without an endpoint, and for accounts with one, whose
// events are written with each lead while a worker moves them into the job queue. The two alternate within one run.
// Delivery is measured by bench/deliver.ts.
//   npm run bench:enqueue                               prints a table
//   npm run bench:enqueue -- --seconds 3 --rounds 1     faster
//   npm run bench:enqueue -- --json                     as JSON
// Needs wrk on the PATH.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { CONNECTIONS, type Figure, medianOf, runWrk } from './support/run-wrk.ts';
import { startApi, startWorker } from './support/start-leadline.ts';

const ACCOUNTS = 500;

const { json, seconds, rounds } = readOptions({ json: false, seconds: 10, rounds: 3 });
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const bodies = write('bodies', bodyLines());
  const unsubscribed = write('unsubscribed', (await makeAccounts(postgres.url, ACCOUNTS)).join('\n'));
  await runSql(postgres.url, 'create table before as select id from leadline.accounts');
  const subscribed = write('subscribed', (await makeAccounts(postgres.url, ACCOUNTS)).join('\n'));
  await runSql(
    postgres.url,
    `insert into leadline.webhook_endpoints (account_id, id, description, format, events, min_grade, sealed)
     select id, uuidv7(), '', 'standard', '{lead.scored}', 'Spam', '' from leadline.accounts
     where id not in (select id from before)`,
  );
  for (const name of ['api-1', 'api-2']) processes.push(await startApi(join(folder, name), postgres.url));
  processes.push(await startWorker(join(folder, 'worker'), postgres.url, { delivers: false }));
  const urls = processes.slice(0, 2).map(({ url }) => url);
  await runWrk(urls, bodies, unsubscribed, 10); // warm-up
  const figures = new Map<string, Figure[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const [name, keys] of Object.entries({
      'without an endpoint': unsubscribed,
      'with an endpoint': subscribed,
    })) {
      process.stderr.write(`round ${round} of ${rounds}: ${name}\n`);
      await runSql(postgres.url, 'checkpoint');
      figures.set(name, [
        ...(figures.get(name) ?? []),
        await storeByWrk(postgres.url, urls, bodies, keys, seconds),
      ]);
    }
  }
  const [{ left, queued }] = (await runSql(
    postgres.url,
    `select (select count(*)::integer from leadline.outbox) as left,
       (select count(*)::integer from leadline.deliveries) as queued`,
  )) as [{ left: number; queued: number }];
  report(
    medianOf(figures.get('without an endpoint') ?? []),
    medianOf(figures.get('with an endpoint') ?? []),
    left,
    queued,
  );
} finally {
  for (const { stop } of processes) stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function report(without: Figure, withEndpoint: Figure, left: number, queued: number): void {
  const ratio = withEndpoint.perSecond / without.perSecond;
  if (json) {
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      JSON.stringify({
        date,
        cores: cpus().length,
        node: process.version,
        seconds,
        rounds,
        without,
        withEndpoint,
        ratio,
        left,
        queued,
      }),
    );
    return;
  }
  console.log(
    `Leads per second; ${cpus().length} cores shared by PostgreSQL, two API processes, a worker and the load generator.\n` +
      `${CONNECTIONS} connections, ${ACCOUNTS} accounts, ${rounds} rounds of ${seconds} s, median round.\n`,
  );
  for (const [name, { perSecond, p99Ms }] of Object.entries({
    'without an endpoint': without,
    'with an endpoint': withEndpoint,
  }))
    console.log(
      `${name.padEnd(28)} ${Math.round(perSecond).toLocaleString('en').padStart(7)}   p99 ${p99Ms?.toFixed(1)} ms`,
    );
  console.log(`\n${'with vs without (goal 0.90)'.padEnd(28)} ${ratio.toFixed(2)} ×`);
  console.log(
    `${queued.toLocaleString('en')} events were moved into the queue meanwhile, ${left.toLocaleString('en')} were still waiting.`,
  );
}
