// Upgrades under load without a retry: the previous release keeps running while the new one migrates, processes are replaced
// one by one, and replaced back again on the new schema.

import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import { type SteadyLoad, startSteadyLoad } from '../load/steady-load.ts';
import { checkOutRelease, type Release } from '../releases/check-out-release.ts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { waitUntil } from './wait-until.ts';

export interface UpgradeDrillOptions {
  /** The commit of the previous release, and of the new one. */
  readonly from: string;
  readonly to: string;
  readonly leadsPerSecond: number;
  /** How many leads are there before, so that migrating takes a while. */
  readonly storedLeads: number;
  /** How long each mix of releases runs. */
  readonly seconds: number;
}

interface Plan {
  readonly migrations: readonly { readonly keepsWorking: unknown }[];
}

/** What a release may contain, so that the drill tests something even if the new one has no migration. */
const EXTRA_MIGRATIONS: Readonly<Record<string, string>> = {
  '9001_drill_columns': `
    alter table leadline.leads add column drill_note text, add column drill_count integer not null default 0;
    alter table leadline.leads add constraint drill_count_is_positive check (drill_count >= 0) not valid;
    create table leadline.drill_notes (account_id uuid primary key references leadline.accounts (id));`,
  '9002_drill_online': `-- online
    create index concurrently drill_leads on leadline.leads (account_id, drill_count, id);
    alter table leadline.leads validate constraint drill_count_is_positive;
    do $$
    declare
      changed integer;
    begin
      loop
        update leadline.leads set drill_note = '' where (account_id, id) in (
          select account_id, id from leadline.leads where drill_note is null and source = 'drill' limit 1000);
        get diagnostics changed = row_count;
        commit;
        exit when changed = 0;
      end loop;
    end
    $$;`,
  '9003_drill_function': `
    create or replace function leadline.drill_note() returns text language sql as $$ select 'note' $$;`,
};

export async function drillUpgrade(
  databaseUrl: string,
  { from, to, leadsPerSecond, storedLeads, seconds }: UpgradeDrillOptions,
  log: Log = silent,
): Promise<DrillResult> {
  const fleet: LeadlineProcess[] = [];
  const releases: Release[] = [];
  const stopAll = async (): Promise<void> => {
    stopOnSignal.delete(stopAll);
    await Promise.all(fleet.map((one) => one.kill('SIGKILL')));
    for (const release of releases) await release.remove();
  };
  stopOnSignal.add(stopAll);
  try {
    log(`checking out ${from} and ${to}`);
    const previous = await checkOutRelease(from);
    const next = await checkOutRelease(to);
    releases.push(previous, next);
    await addMigrations(next);
    const env = { DATABASE_URL: databaseUrl, PATH: process.env.PATH ?? '' };
    await previous.run(['migrate'], env);
    const { accountId, liveKey } = await makeAccount(databaseUrl, null);
    await storeLeads(databaseUrl, storedLeads);
    const startApi = async ({ main }: Release): Promise<LeadlineProcess> => {
      const started = await spawnApi(databaseUrl, 0, 'error', 'off', {}, main);
      fleet.push(started);
      return started;
    };
    const startWorker = async ({ main }: Release): Promise<LeadlineProcess> => {
      const started = await spawnWorker(databaseUrl, 'error', {}, main);
      fleet.push(started);
      return started;
    };
    let apis = [await startApi(previous), await startApi(previous)];
    let worker = await startWorker(previous);
    const load = startSteadyLoad(
      apis.map(({ url }) => url),
      liveKey,
      leadsPerSecond,
    );
    await sleep(seconds * 1_000);

    log('migrating');
    const plan = JSON.parse(await next.run(['migrate', '--plan', '--json'], env)) as Plan;
    const started = performance.now();
    await next.run(['migrate'], env);
    const migrateMs = performance.now() - started;
    await sleep(seconds * 1_000);

    const ready: number[] = [];
    for (const release of [next, previous]) {
      log(release === next ? 'replacing the previous release' : 'going back');
      apis = await replaceApis(load, apis, () => startApi(release), seconds);
      await worker.kill('SIGTERM');
      worker = await startWorker(release);
      for (const { url } of apis) ready.push((await fetch(`${url}/readyz`)).status);
      await sleep(seconds * 1_000);
    }
    const sent = await load.stop();
    const acknowledged = sent.flatMap(({ leadId }) => leadId ?? []);
    const { leads, usage } = await readLedger(databaseUrl, accountId);
    const stored = new Set(leads.map(({ leadId }) => leadId));
    const failures = sent.flatMap(({ failure }) => failure ?? []);
    return {
      checks: [
        check(
          'leads that failed',
          failures.length === 0 ? 'none' : `${failures.length}: ${failures[0]}`,
          'none',
        ),
        check('acknowledged leads missing', acknowledged.filter((id) => !stored.has(id)).length, 0),
        check('leads stored', leads.length, acknowledged.length),
        check('usage', usage, leads.length),
        check('the index on leads is valid', await isValid(databaseUrl), 'true'),
        check(
          'migrations that the previous release would not survive',
          plan.migrations.filter(({ keepsWorking }) => keepsWorking !== 'all').length,
          0,
        ),
        check('every release is ready on the new schema', ready.join(' '), '200 200 200 200'),
      ],
      figures: {
        'leads sent': sent.length,
        'milliseconds to migrate': Math.round(migrateMs),
        'longest answer in milliseconds': Math.max(
          ...sent.map(({ sentAt, answeredAt }) => answeredAt - sentAt),
        ),
      },
    };
  } finally {
    await stopAll();
  }
}

/** As an orchestrator does it: a new process is ready before an old one gets no more requests, answers those it has, and is
 * told to stop. */
async function replaceApis(
  load: SteadyLoad,
  apis: readonly LeadlineProcess[],
  start: () => Promise<LeadlineProcess>,
  seconds: number,
): Promise<LeadlineProcess[]> {
  let current = [...apis];
  for (const old of apis) {
    current = [...current.filter((one) => one !== old), await start()];
    load.route(current.map(({ url }) => url));
    await waitUntil(async () => load.waiting(old.url) === 0);
    await old.kill('SIGTERM');
    await sleep((seconds * 1_000) / 2);
  }
  return current;
}

async function addMigrations({ folder }: Release): Promise<void> {
  const server = join(folder, 'packages/server');
  for (const [name, text] of Object.entries(EXTRA_MIGRATIONS))
    await writeFile(join(server, 'migrations', `${name}.sql`), text.trimStart());
  // So that the function that stores leads is replaced while it is in use.
  await appendFile(join(server, 'sql/write_leads.sql'), '\n-- as changed by the drill\n');
}

async function storeLeads(databaseUrl: string, count: number): Promise<void> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    await pool.query(
      `insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
       select gen_random_uuid(), uuidv7(), uuidv7(), 50, 'Warm', 'drill', '{}', '{}' from generate_series(1, $1)`,
      [count],
    );
  } finally {
    await pool.end();
  }
}

async function isValid(databaseUrl: string): Promise<string> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const { rows } = await pool.query<{ isValid: boolean }>(
      `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('leadline.drill_leads')`,
    );
    return String(rows[0]?.isValid);
  } finally {
    await pool.end();
  }
}
