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
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { judgeUpgrade, type UpgradeFacts } from './verdicts/judge-upgrade.ts';
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
  readonly migrations: UpgradeFacts['planned'];
}

/** What a release may contain, beside what the new one does. */
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
    const phases: Record<string, readonly [from: number, to: number]> = {};
    const during = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      log(name);
      const from = Date.now();
      const result = await work();
      phases[name] = [from, Date.now()];
      return result;
    };
    const wait = (): Promise<void> => sleep(seconds * 1_000);
    await during('before the migration', wait);

    const plan = JSON.parse(await next.run(['migrate', '--plan', '--json'], env)) as Plan;
    const versionBefore = await readVersion(databaseUrl);
    const started = performance.now();
    await during('while it migrated', () => next.run(['migrate'], env));
    const migrateMs = performance.now() - started;
    const versionAfter = await readVersion(databaseUrl);
    await during('by the previous release on the new schema', wait);

    const readyStatuses: number[] = [];
    const replaceBy = async (release: Release): Promise<void> => {
      apis = await replaceApis(load, apis, () => startApi(release), seconds);
      await worker.kill('SIGTERM');
      worker = await startWorker(release);
      for (const { url } of apis) readyStatuses.push((await fetch(`${url}/readyz`)).status);
    };
    await during('while processes were replaced', () => replaceBy(next));
    await during('by the new release', wait);
    await during('while they were replaced back', () => replaceBy(previous));
    await during('by the previous release again', wait);
    const sent = await load.stop();
    const added = Object.keys(EXTRA_MIGRATIONS);
    return {
      checks: judgeUpgrade({
        planned: plan.migrations,
        added,
        versionBefore,
        versionAfter,
        sent,
        phases,
        ledger: await readLedger(databaseUrl, accountId),
        isIndexValid: await isValid(databaseUrl),
        readyStatuses,
      }),
      figures: {
        'migrations between the releases': plan.migrations.filter(({ name }) => !added.includes(name)).length,
        'migrations added by the drill': added.length,
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

const isValid = async (databaseUrl: string): Promise<boolean> =>
  (await readOne(
    databaseUrl,
    `select indisvalid as value from pg_index where indexrelid = to_regclass('leadline.drill_leads')`,
  )) === true;

/** The newest migration. */
const readVersion = async (databaseUrl: string): Promise<string> =>
  String(await readOne(databaseUrl, 'select max(name) as value from leadline.migrations'));

async function readOne(databaseUrl: string, query: string): Promise<unknown> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const { rows } = await pool.query<{ value: unknown }>(query);
    return rows[0]?.value;
  } finally {
    await pool.end();
  }
}
