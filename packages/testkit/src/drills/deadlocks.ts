// Two processes that write to the same accounts in different orders neither deadlock nor miscount, even while leads are
// resent, deleted and rejected because of the plan limit.

import { setTimeout as sleep } from 'node:timers/promises';
import type { NewAccount } from '@leadline/server';
import { openPool } from '@leadline/server';
import { type Client, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccounts } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedgers } from './ledgers.ts';
import { type DrilledAccount, judgeDeadlocks } from './verdicts/judge-deadlocks.ts';

export interface DeadlockSize {
  readonly accounts: number;
  readonly connections: number;
  readonly seconds: number;
}

interface Account extends DrilledAccount {
  readonly liveKey: string;
  readonly acknowledged: Set<string>;
  readonly deleted: Set<string>;
  rejected: number;
}

/** The plan limit of every second account, low enough to be reached quickly. */
const LIMIT = 3;
/** Half of the leads go to these accounts, so that batches collide. */
const HOT_ACCOUNTS = 16;
/** Few enough for keys to repeat, but more than the limit. */
const KEYS_PER_ACCOUNT = 300;
const DELETE_EVERY = 16;

export async function drillDeadlocks(
  databaseUrl: string,
  size: DeadlockSize,
  log: Log = silent,
): Promise<DrillResult> {
  log(`creating ${size.accounts} accounts`);
  const accounts = await openAccounts(databaseUrl, size.accounts);
  await provokeDeadlocks(databaseUrl);
  const { statuses, repeated } = await withApiPair(databaseUrl, ({ urls }) => {
    log(`sending leads over ${size.connections} connections for ${size.seconds} s`);
    return sendLeads(urls, accounts, size);
  });

  log('comparing responses with the database');
  const deadlocks = await countDeadlocks(databaseUrl);
  const ledgers = await readLedgers(databaseUrl);
  const sum = (numbers: Iterable<number>): number =>
    [...numbers].reduce((total, number) => total + number, 0);
  return {
    checks: judgeDeadlocks({ deadlocks, statuses, repeated, accounts, ledgers }),
    figures: {
      accounts: accounts.length,
      'accounts that reached their limit': accounts.filter(({ rejected }) => rejected > 0).length,
      'leads acknowledged': sum(accounts.map(({ acknowledged }) => acknowledged.size)),
      'requests repeated': repeated,
      'leads deleted': sum(accounts.map(({ deleted }) => deleted.size)),
      'answered 402': statuses.get(402) ?? 0,
      'answered 409': statuses.get(409) ?? 0,
      'answered 404': statuses.get(404) ?? 0,
      'requests per second': Math.round(sum(statuses.values()) / size.seconds),
    },
  };
}

/** Records for each account which leads were acknowledged, deleted and rejected. */
async function sendLeads(
  urls: readonly string[],
  accounts: readonly Account[],
  { connections, seconds }: DeadlockSize,
): Promise<{ statuses: ReadonlyMap<number, number>; repeated: number }> {
  const callers = urls.map((url) => openClient(url, connections / urls.length));
  const until = performance.now() + seconds * 1_000;
  const statuses = new Map<number, number>();
  let repeated = 0;
  const count = (status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const client = async (caller: Client): Promise<void> => {
    for (let turn = 1; performance.now() < until; turn++) {
      const account = accounts[below(turn % 2 === 0 ? HOT_ACCOUNTS : accounts.length)] as Account;
      const name = `ana-${below(KEYS_PER_ACCOUNT)}@example.org`;
      const key = account.liveKey;
      const answer = await caller.post('/api/webhook.php', makeLeadFrom(name), { key, idempotencyKey: name });
      count(answer.status);
      if (answer.status === 402) account.rejected++;
      if (answer.status !== 200) continue;
      const leadId = leadIdOf(answer);
      if (account.acknowledged.has(leadId)) repeated++;
      account.acknowledged.add(leadId);
      if (turn % DELETE_EVERY !== 0) continue;
      const { status } = await caller.delete(`/api/leads/${leadId}`, { key });
      count(status);
      if (status === 200) account.deleted.add(leadId);
    }
  };
  await Promise.all(
    Array.from({ length: connections }, (_, index) => client(callers[index % callers.length] as Client)),
  );
  await Promise.all(callers.map((caller) => caller.close()));
  return { statuses, repeated };
}

/** Every second account has a limit. */
async function openAccounts(databaseUrl: string, count: number): Promise<Account[]> {
  const limits = [LIMIT, null];
  const groups = await Promise.all(limits.map((limit) => makeAccounts(databaseUrl, limit, count / 2)));
  return Array.from({ length: count }, (_, index) => {
    const { accountId, liveKey } = (groups[index % 2] as NewAccount[])[index >> 1] as NewAccount;
    return {
      accountId,
      liveKey,
      limit: limits[index % 2] ?? null,
      acknowledged: new Set(),
      deleted: new Set(),
      rejected: 0,
    };
  });
}

const below = (end: number): number => Math.floor(Math.random() * end);

/** Makes commits as slow as on a slow disk, so that batches hold their locks longer and collide. Also makes PostgreSQL
 * detect deadlocks quickly, which leaves time for more of them. */
async function provokeDeadlocks(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, { size: 1 });
  const database = new URL(databaseUrl).pathname.slice(1);
  try {
    for (const setting of [`commit_delay = 10000`, 'commit_siblings = 0', `deadlock_timeout = '10ms'`]) {
      await pool.query(`alter database ${database} set ${setting}`);
    }
  } finally {
    await pool.end();
  }
}

/** Waits for the API's connections to close first, because PostgreSQL may not report their statistics until then. */
async function countDeadlocks(databaseUrl: string): Promise<number> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    for (let tries = 0; tries < 100; tries++) {
      const others = await pool.query(
        `select from pg_stat_activity a
         where a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()`,
      );
      if (others.rowCount === 0) break;
      await sleep(100);
    }
    const { rows } = await pool.query<{ deadlocks: number }>(
      `select d.deadlocks::integer from pg_stat_database d where d.datname = current_database()`,
    );
    return rows[0]?.deadlocks ?? -1;
  } finally {
    await pool.end();
  }
}
