// Behind PgBouncer, in session and in transaction mode, every lead is stored and counted once, with the right role.

import { migrate } from '@leadline/server';
import { type PgBouncer, startPgBouncer } from '../database/pgbouncer.ts';
import { type Client, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { withApiPair } from '../service/api-pair.ts';
import { spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { type Check, type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { type Logins, makeLogins } from './make-logins.ts';
import { startImport } from './start-import.ts';
import { judgePooler, type PoolerFacts } from './verdicts/judge-poolers.ts';
import { waitUntil } from './wait-until.ts';

const MODES = ['session', 'transaction'] as const;
type Mode = (typeof MODES)[number];
const CONCURRENT = 16;

export async function drillPoolers(
  databaseUrl: string,
  { leads }: { readonly leads: number },
  log: Log = silent,
): Promise<DrillResult> {
  const logins = makeLogins(databaseUrl);
  await migrate(databaseUrl, { logins });
  const checks: Check[] = [];
  for (const mode of MODES) {
    const bouncer = await startPgBouncer(mode, Object.values(logins));
    try {
      log(`${mode} mode: starting without saying so`);
      const startedUnaware = await startUnaware(bouncer, logins);
      log(`${mode} mode: ${leads} leads and an import of ${leads} rows`);
      const stored = await storeThrough(bouncer, mode, databaseUrl, logins, leads);
      checks.push(...judgePooler({ mode, startedUnaware, planned: leads, ...stored }));
    } finally {
      await bouncer.stop();
    }
  }
  return { checks, figures: { 'leads in each mode': 2 * leads } };
}

/** "no" if the process ends with the advice to name the pooler. */
async function startUnaware(bouncer: PgBouncer, logins: Logins): Promise<string> {
  try {
    const api = await spawnApi(bouncer.through(logins.API_DATABASE_URL), 0, 'error');
    await api.kill('SIGKILL');
    return 'yes';
  } catch (error) {
    return (error as Error).message.includes('pooler=') ? 'no' : (error as Error).message;
  }
}

async function storeThrough(
  bouncer: PgBouncer,
  mode: Mode,
  databaseUrl: string,
  logins: Logins,
  leads: number,
): Promise<Omit<PoolerFacts, 'mode' | 'startedUnaware' | 'planned'>> {
  const through = (url: string): string => `${bouncer.through(url)}?pooler=${mode}`;
  const { accountId, liveKey: key } = await makeAccount(databaseUrl, leads * 2);
  const worker = await spawnWorker(through(logins.WORKER_DATABASE_URL), 'error');
  try {
    return await withApiPair(
      through(logins.API_DATABASE_URL),
      async ({ urls }) => {
        const clients = urls.map((url) => openClient(url, CONCURRENT));
        const failed = await postAll(clients, key, leads);
        const imported = await importRows(clients[0] as Client, urls[0], key, leads);
        const listed = await (clients[0] as Client).get('/api/leads?q=ana&limit=50', { key });
        await Promise.all(clients.map((client) => client.close()));
        const stored = await readLedger(databaseUrl, accountId);
        return {
          failed,
          imported,
          stored: stored.leads.length,
          usage: stored.usage,
          statusOfList: listed.status,
        };
      },
      { AUTH_DATABASE_URL: through(logins.AUTH_DATABASE_URL) },
    );
  } finally {
    await worker.kill('SIGKILL');
  }
}

async function postAll(clients: readonly Client[], key: string, leads: number): Promise<number> {
  let next = 0;
  let failed = 0;
  const post = async (client: Client): Promise<void> => {
    while (next < leads) {
      const { status } = await client.post('/api/webhook.php', makeLeadFrom(`ana-${next++}@example.org`), {
        key,
      });
      if (status !== 200) failed++;
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: CONCURRENT / 2 }, () => post(client))));
  return failed;
}

/** Returns how many were stored. */
async function importRows(client: Client, url: string, key: string, rows: number): Promise<number> {
  const status = await startImport(client, url, key, rows);
  await waitUntil(async () => ['finished', 'failed'].includes((await status()).status));
  return (await status()).progress.stored;
}
