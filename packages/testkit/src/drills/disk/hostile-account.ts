// One account stores as much as it can, with its test key. It reaches its limit; a normal tenant doesn't notice.

import { openPool } from '@leadline/server';
import { type ClientResponse, openClient } from '../../http/client.ts';
import { makeAccount } from '../accounts.ts';
import type { DrillResult, Log } from '../drill.ts';
import { judgeHostileAccount } from '../verdicts/judge-disk.ts';
import { drillUnderFault } from './under-fault.ts';

const LIMIT_BYTES = 20 * 1024 ** 2;
const CONNECTIONS = 8;
/** Enough to fill the disk many times over. */
const MAX_LEADS = 4_000;

export async function drillHostileAccount(databaseUrl: string, log: Log): Promise<DrillResult> {
  return drillUnderFault({
    databaseUrl,
    inject: async ({ pair, load }) => {
      const { accountId, testKey } = await makeAccount(databaseUrl, 100, LIMIT_BYTES);
      log('one account stores as much as it can');
      const before = await measure(databaseUrl, accountId);
      const unavailable = load.unavailable.count;
      const answers = await flood(pair.urls[0], testKey);
      const after = await measure(databaseUrl, accountId);
      return {
        checks: judgeHostileAccount({
          statuses: answers.map(({ status }) => status),
          usedBytes: after.used,
          limitBytes: LIMIT_BYTES,
          unavailable: load.unavailable.count - unavailable,
        }),
        figures: {
          'leads of the hostile account': answers.length,
          'stored by it, MiB': Math.round(after.used / 1024 ** 2),
          'growth of the database, MiB': Math.round((after.database - before.database) / 1024 ** 2),
        },
      };
    },
  });
}

const isOverLimit = ({ status }: ClientResponse): boolean => status === 402;

async function flood(url: string, key: string): Promise<ClientResponse[]> {
  const caller = openClient(url, CONNECTIONS);
  const answers: ClientResponse[] = [];
  const custom = Object.fromEntries(
    Array.from({ length: 4 }, (_, place) => [`Question ${place}`, 'long '.repeat(3_500)]),
  );
  const send = async (): Promise<void> => {
    while (answers.length < MAX_LEADS && answers.filter(isOverLimit).length < 100) {
      const lead = { email: `h${answers.length}-${Math.random()}@example.org`, custom_fields: custom };
      answers.push(await caller.post('/api/score.php', lead, { key }));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  await caller.close();
  return answers;
}

async function measure(databaseUrl: string, accountId: string): Promise<{ used: number; database: number }> {
  const pool = openPool(databaseUrl, { size: 1 });
  const { rows } = await pool.query<{ used: number; database: number }>(
    `select pg_database_size(current_database()) as database, coalesce(sum(s.bytes), 0)::bigint as used
     from leadline.accounts a join leadline.storage s on s.account_id = a.id where a.id = $1 or a.test_of = $1`,
    [accountId],
  );
  await pool.end();
  return rows[0] as { used: number; database: number };
}
