// The setup of docs/backup.md with the real pgBackRest: backups by cron's commands, and a restore to a moment under load.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openInstallation, openPool } from '@leadline/server';
import { chooseMoment } from '@leadline/server/testing';
import type { PgBackRestServer } from '../backup/pgbackrest-server.ts';
import { type SentLead, startSteadyLoad } from '../load/steady-load.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { type Logins, makeLogins } from './make-logins.ts';
import { checkMoment } from './restore.ts';
import { waitUntil } from './wait-until.ts';

export interface PgBackRestDrillOptions {
  /** How long leads are sent before and after the moment. */
  readonly seconds: number;
  readonly leadsPerSecond: number;
}

const CRONTAB = join(import.meta.dirname, '../../../../deploy/pgbackrest/crontab');
const DATA = '/var/lib/postgresql/18/main';

export async function drillPgBackRest(
  server: PgBackRestServer,
  options: PgBackRestDrillOptions,
  log: Log = silent,
): Promise<DrillResult> {
  const cron = readCrontab(await readFile(CRONTAB, 'utf8'));
  const runCron = (words: string): Promise<string> =>
    server.machine.run('postgres', findCommand(cron, words), { env: cron.env });
  const logins = makeLogins(server.ownerUrl);
  await migrate(server.ownerUrl, { logins });
  const { accountId, liveKey } = await makeAccount(server.ownerUrl, null);
  for (const command of ['stanza-create', 'check', '--type=full backup']) {
    log(`pgbackrest ${command}`);
    await server.run(`pgbackrest --stanza=leadline ${command}`);
  }
  log('sending leads');
  const { sent, moment } = await sendLeads(server.ownerUrl, logins, liveKey, options);
  log('differential backup, by cron');
  await runCron('--type=diff');
  log('backup verify, by cron');
  const verified = await runCron('backup verify');
  log(`restoring to ${moment}`);
  await server.stopPostgres();
  const started = performance.now();
  await server.run(`mv ${DATA} ${DATA}.before && mkdir --mode 700 ${DATA}`);
  await server.run(
    `pgbackrest --stanza=leadline --type=time --target='${moment}' --target-action=promote restore`,
  );
  await server.startPostgres();
  await waitUntil(() => isPromoted(server.ownerUrl));
  const restoreMs = performance.now() - started;
  const { leads, usage } = await readLedger(server.ownerUrl, accountId);
  const kept = await server.run(`cat ${DATA}.before/PG_VERSION`);
  log('sending leads to the restored database');
  const later = await sendLeads(server.ownerUrl, logins, liveKey, { ...options, seconds: 2 });
  log('full backup, by cron');
  await runCron('--type=full');
  log('backup verify, by cron');
  const verifiedLater = await runCron('backup verify');
  return {
    checks: [
      check('`backup verify` finds the backups good', lastLine(verified), GOOD),
      ...checkMoment(sent, moment, new Set(leads.map(({ leadId }) => leadId))),
      check('usage is that of the moment', usage, leads.length),
      check('the old folder is still there', kept.trim(), '18'),
      check('leads not acknowledged after the restore', countFailed(later.sent), 0),
      check('`backup verify` finds the backups after the restore good', lastLine(verifiedLater), GOOD),
    ],
    figures: {
      'leads sent': sent.length,
      'leads restored': leads.length,
      'milliseconds to restore': Math.round(restoreMs),
    },
  };
}

const GOOD = 'the backup is good';
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
const countFailed = (sent: readonly SentLead[]): number =>
  sent.filter(({ leadId }) => leadId === null).length;

async function sendLeads(
  ownerUrl: string,
  logins: Logins,
  key: string,
  { seconds, leadsPerSecond }: PgBackRestDrillOptions,
): Promise<{ sent: readonly SentLead[]; moment: string }> {
  const owner = openInstallation(openPool(ownerUrl, { size: 1 }));
  try {
    return await withApiPair(
      logins.API_DATABASE_URL,
      async ({ urls }) => {
        const load = startSteadyLoad(urls, key, leadsPerSecond);
        await sleep(seconds * 1_000);
        const moment = await chooseMoment(owner);
        await sleep(seconds * 1_000);
        return { sent: await load.stop(), moment };
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

interface Crontab {
  readonly commands: readonly string[];
  /** What cron runs them with. */
  readonly env: Readonly<Record<string, string>>;
}

function readCrontab(text: string): Crontab {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const settings = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [[name, value]];
  });
  return {
    commands: lines.flatMap((line) => /^(?:[\d*,/-]+\s+){5}(.+)$/.exec(line)?.[1] ?? []),
    env: {
      HOME: '/var/lib/postgresql',
      LOGNAME: 'postgres',
      SHELL: '/bin/sh',
      PATH: '/usr/bin:/bin',
      ...Object.fromEntries(settings),
    },
  };
}

function findCommand({ commands }: Crontab, words: string): string {
  const command = commands.find((one) => one.includes(words));
  if (command === undefined) throw new Error(`no line of the crontab has ${words}`);
  return command;
}
