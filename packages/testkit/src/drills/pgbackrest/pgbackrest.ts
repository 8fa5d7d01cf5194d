// The setup of docs/backup.md with the real pgBackRest: backups by cron's commands, a restore to a moment under load, and a second cell.

import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openInstallation, openPool, type VerifiedBackup } from '@leadline/server';
import { chooseMoment } from '@leadline/server/testing';
import type { PgBackRestServer } from '../../backup/pgbackrest-server.ts';
import { withoutLogin } from '../../database/share-login.ts';
import { openClient } from '../../http/client.ts';
import { type SentLead, startSteadyLoad } from '../../load/steady-load.ts';
import { withApiPair } from '../../service/api-pair.ts';
import { runLeadline } from '../../service/run-leadline.ts';
import { makeAccount } from '../accounts.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { type Logins, makeLogins } from '../make-logins.ts';
import { judgePgBackRest } from '../verdicts/judge-pgbackrest.ts';
import { waitUntil } from '../wait-until.ts';
import { type Crontab, readCrontab } from './crontab.ts';
import { readDocumentedRestore } from './documented-restore.ts';

export interface PgBackRestDrillOptions {
  /** How long leads are sent before and after the moment. */
  readonly seconds: number;
  readonly leadsPerSecond: number;
}

const ERASED = 'steady-0@example.org';
const CELL = 'second';

export async function drillPgBackRest(
  server: PgBackRestServer,
  options: PgBackRestDrillOptions,
  log: Log = silent,
): Promise<DrillResult> {
  const { ownerUrl } = server.main;
  const cron = await readCrontab(server);
  const logins = makeLogins(ownerUrl);
  await migrate(ownerUrl, { logins });
  const { accountId, liveKey } = await makeAccount(ownerUrl, null);
  await makeFirstBackup(server, 'leadline', log);
  log('sending leads');
  const { sent, moment, erasedPerson } = await sendLeads(ownerUrl, logins, liveKey, options);
  log('differential backup, by cron');
  await cron.run('--type=diff');
  const verified = await verify(cron, log);
  const { saveChanges, restore } = await readDocumentedRestore(moment);
  log(`restoring to ${moment}`);
  await server.run(saveChanges);
  await server.main.stop();
  const started = performance.now();
  await server.run(restore);
  await server.main.start();
  await waitUntil(() => isPromoted(ownerUrl));
  const restoreMs = performance.now() - started;
  const restored = await readLedger(ownerUrl, accountId);
  const changes = await server.run('cat ~/changes.csv');
  const person = /person_\w+/.exec(/.*person\.erased.*/.exec(changes)?.[0] ?? '')?.[0] ?? '';
  const erasedByLog = await findEmail(ownerUrl, person);
  const keptVersion = (await server.run('cat ~/18/main.before/PG_VERSION')).trim();
  return {
    checks: judgePgBackRest({
      sent,
      moment,
      goodBackups: verified,
      restored,
      erasedStatus: erasedPerson,
      erased: ERASED,
      erasedByLog,
      keptVersion,
      ...(await addCell(server, cron, logins, accountId, log)),
    }),
    figures: {
      'leads sent': sent.length,
      'leads restored': restored.leads.length,
      'milliseconds to restore': Math.round(restoreMs),
    },
  };
}

async function makeFirstBackup(server: PgBackRestServer, stanza: string, log: Log): Promise<void> {
  for (const command of ['stanza-create', 'check', '--type=full backup']) {
    log(`pgbackrest --stanza=${stanza} ${command}`);
    await server.run(`pgbackrest --stanza=${stanza} ${command}`);
  }
}

/** Returns how many cells have a good backup. */
async function verify(cron: Crontab, log: Log): Promise<number> {
  log('backup verify, by cron');
  const output = JSON.parse(await cron.run('backup verify', '--json')) as Verified | Verified[];
  return [output].flat().filter(({ passed }) => passed).length;
}

type Verified = Pick<VerifiedBackup, 'passed'>;

interface SentLeads {
  readonly sent: readonly SentLead[];
  readonly moment: string;
  /** The status of erasing a person after the moment. */
  readonly erasedPerson: number;
}

async function sendLeads(
  ownerUrl: string,
  logins: Logins,
  key: string,
  { seconds, leadsPerSecond }: PgBackRestDrillOptions,
): Promise<SentLeads> {
  const owner = openInstallation(openPool(ownerUrl, { size: 1 }));
  try {
    return await withApiPair(
      logins.API_DATABASE_URL,
      async ({ urls }) => {
        const load = startSteadyLoad(urls, key, leadsPerSecond);
        await sleep(seconds * 1_000);
        const moment = await chooseMoment(owner);
        await sleep(seconds * 1_000);
        const sent = await load.stop();
        const client = openClient(urls[0], 1);
        const { status } = await client.post('/api/people/erase', { email: ERASED }, { key });
        await client.close();
        return { sent, moment, erasedPerson: status };
      },
      { AUTH_DATABASE_URL: logins.AUTH_DATABASE_URL },
    );
  } finally {
    await owner.destroy();
  }
}

/** Until then, PostgreSQL may already answer, but doesn't accept changes. */
async function isPromoted(url: string): Promise<boolean> {
  const pool = openPool(url, { size: 1 });
  try {
    const { rows } = await pool.query<{ done: boolean }>('select not pg_is_in_recovery() as done');
    return rows[0]?.done === true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

async function findEmail(url: string, person: string): Promise<string> {
  const pool = openPool(url, { size: 1 });
  try {
    const { rows } = await pool.query<{ email: string }>(
      `select distinct email, phone from leadline.contacts where person_id = replace($1, 'person_', '')::uuid`,
      [person],
    );
    return rows.map(({ email }) => email).join(' ');
  } finally {
    await pool.end();
  }
}

/** Moves the account to a cell with a stanza of its own, and backs up both. */
async function addCell(
  server: PgBackRestServer,
  cron: Crontab,
  logins: Logins,
  accountId: string,
  log: Log,
): Promise<{ readonly leadsInCell: number; readonly goodBackupsWithCell: number }> {
  log('adding a cell');
  const cell = await server.addCluster(CELL);
  for (const { runSql } of [server.main, cell]) {
    await runSql('alter role leadline_owner replication');
    await runSql('grant pg_read_all_stats, pg_create_subscription to leadline_owner');
  }
  const env = { DATABASE_URL: server.main.ownerUrl };
  await runLeadline(['cell', 'add', CELL, withoutLogin(cell.ownerUrl)], { ...env, ...logins });
  log('moving the account');
  await runLeadline(['account', 'move', `acct_${accountId}`, CELL], env);
  const moved = await readLedger(cell.ownerUrl, accountId);
  log('full backup, by cron');
  await cron.run('--type=full');
  await makeFirstBackup(server, `leadline-${CELL}`, log);
  return { leadsInCell: moved.leads.length, goodBackupsWithCell: await verify(cron, log) };
}
