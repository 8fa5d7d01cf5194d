// A working service with AI connects to PostgreSQL and to nothing else, and asks no name server.

import { migrate } from '@leadline/server';
import { openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { startImport } from './start-import.ts';
import { waitUntil } from './wait-until.ts';

const ROWS = 500;
const PAUSE_MS = 20;
const DNS = 53;

/** The work itself, during which `watchConnections` watches. The processes don't inherit variables such as `CI`, with which
 * some libraries keep quiet. */
export async function workForAWhile(
  databaseUrl: string,
  { seconds }: { readonly seconds: number },
  log: Log = silent,
): Promise<DrillResult> {
  await migrate(databaseUrl);
  const { liveKey: key } = await makeAccount(databaseUrl, 1_000_000);
  const api = await spawnApi(databaseUrl, 0, 'error', 'local');
  const worker = await spawnWorker(databaseUrl, 'error');
  const client = openClient(api.url, 4);
  try {
    log('waiting for the AI');
    await waitUntil(async () => JSON.parse((await client.get('/readyz')).text).ai === 'ready');
    const imported = await startImport(client, api.url, key, ROWS);
    log(`leads for ${seconds} s`);
    const until = performance.now() + seconds * 1_000;
    let leads = 0;
    let refused = 0;
    while (performance.now() < until) {
      const { status } = await client.post('/api/webhook.php', makeLeadFrom(`ana-${leads++}@acme.example`), {
        key,
      });
      if (status !== 200) refused++;
      await client.get('/api/leads', { key });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await waitUntil(async () => (await imported()).status === 'finished');
    return {
      checks: [
        check('responses other than 200', refused, 0),
        check('rows imported', (await imported()).progress.stored, ROWS),
      ],
      figures: { leads },
    };
  } finally {
    await client.close();
    await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
  }
}

export const checkAddresses = (addresses: readonly string[]): DrillResult => {
  const isOwn = (address: string): boolean => /^(?:127\.|::1:)/.test(address);
  const others = addresses.filter((address) => !isOwn(address));
  const nameServers = addresses.filter((address) => address.endsWith(`:${DNS}`));
  return {
    checks: [
      check('addresses outside this machine', others.join(' ') || 'none', 'none'),
      check('name servers asked', nameServers.join(' ') || 'none', 'none'),
    ],
    figures: { 'addresses in all': addresses.length },
  };
};
