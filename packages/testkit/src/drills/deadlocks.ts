// Batches of two processes that touch the same accounts in different orders neither deadlock nor miscount,
// while leads are sent again, deleted and refused for want of allowance.

import { setTimeout as sleep } from 'node:timers/promises';
import type { NewAccount } from '@leadline/server';
import { openPool } from '@leadline/server';
import { type Client, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccounts } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedgers } from './ledgers.ts';

export interface DeadlockSize {
  readonly accounts: number;
  readonly connections: number;
  readonly seconds: number;
}

interface Account {
  readonly accountId: string;
  readonly liveKey: string;
  readonly limit: number | null;
  readonly acknowledged: Set<string>;
  readonly deleted: Set<string>;
  refused: number;
}

/** Every second account is near its limit. */
const LIMIT = 3;
/** Half of the leads go to this many accounts, so that batches meet. */
const HOT_ACCOUNTS = 16;
/** Few enough that keys repeat, more than a limit holds. */
const KEYS_AN_ACCOUNT = 300;
const DELETE_EVERY = 16;

export async function drillDeadlocks(
  databaseUrl: string,
  size: DeadlockSize,
  say: Log = silent,
): Promise<DrillResult> {
  say(`creating ${size.accounts} accounts`);
  const accounts = await openAccounts(databaseUrl, size.accounts);
  await inviteDeadlocks(databaseUrl);
  const { statuses, repeated } = await withApiPair(databaseUrl, ({ urls }) => {
    say(`${size.connections} connections for ${size.seconds} s`);
    return sendLeads(urls, accounts, size);
  });

  say('comparing the ledgers');
  const deadlocks = await countDeadlocks(databaseUrl);
  const ledgers = await readLedgers(databaseUrl);
  const countOff = (
    isOff: (account: Account, usage: number, leads: ReadonlySet<string>) => boolean,
  ): number =>
    accounts.filter((account) => {
      const { usage, leads } = ledgers.get(account.accountId) ?? { usage: 0, leads: [] };
      return isOff(account, usage, new Set(leads.map(({ leadId }) => leadId)));
    }).length;
  const expected = new Set([200, 402, 404, 409]);
  const strays = [...statuses].filter(([status]) => !expected.has(status));
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);
  return {
    checks: [
      check('deadlocks that PostgreSQL counted', deadlocks, 0),
      check('answers but 200, 402, 404 and 409', strays.map(String).join('; ') || 'none', 'none'),
      check(
        'accounts whose usage is not the leads acknowledged',
        countOff(({ acknowledged }, usage) => usage !== acknowledged.size),
        0,
      ),
      check(
        'accounts whose leads are not those acknowledged and not deleted',
        countOff(
          ({ acknowledged, deleted }, _, leads) =>
            leads.size !== acknowledged.size - deleted.size ||
            [...acknowledged].some((leadId) => leads.has(leadId) === deleted.has(leadId)),
        ),
        0,
      ),
      check(
        'accounts over their limit',
        countOff(({ limit }, usage) => limit !== null && usage > limit),
        0,
      ),
      check(
        'accounts refused below their limit',
        countOff(({ limit, refused }, usage) => refused > 0 && usage !== limit),
        0,
      ),
      check(
        'leads beyond one for a key',
        sum(
          [...ledgers.values()].map(
            ({ leads }) => leads.length - new Set(leads.map(({ email }) => email)).size,
          ),
        ),
        0,
      ),
    ],
    figures: {
      accounts: accounts.length,
      'accounts that reached their limit': accounts.filter(({ refused }) => refused > 0).length,
      'leads acknowledged': sum(accounts.map(({ acknowledged }) => acknowledged.size)),
      'requests met again': repeated,
      'leads deleted': sum(accounts.map(({ deleted }) => deleted.size)),
      'answered 402': statuses.get(402) ?? 0,
      'answered 409': statuses.get(409) ?? 0,
      'answered 404': statuses.get(404) ?? 0,
      'requests a second': Math.round(sum(statuses.values()) / size.seconds),
    },
  };
}

/** Writes down what was acknowledged with the accounts themselves. */
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
      const name = `ana-${below(KEYS_AN_ACCOUNT)}@example.org`;
      const key = account.liveKey;
      const answer = await caller.post('/api/webhook.php', makeLeadFrom(name), { key, idempotencyKey: name });
      count(answer.status);
      if (answer.status === 402) account.refused++;
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

/** With and without a limit in turns. */
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
      refused: 0,
    };
  });
}

const below = (end: number): number => Math.floor(Math.random() * end);

/** Commits as on a slow disk: batches hold their locks longer, and so they meet. A deadlock is noticed at once,
 * so that there is time for another. */
async function inviteDeadlocks(databaseUrl: string): Promise<void> {
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

/** A connection may hold its figures back until it ends, so the API's must have ended. */
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
