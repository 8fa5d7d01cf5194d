// A working service with AI connects to PostgreSQL and to nothing else, and asks no name server.

import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@leadline/server';
import { type Client, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { type Log, silent } from './drill.ts';
import { startImport } from './start-import.ts';
import { ROWS, type Work } from './verdicts/judge-network.ts';
import { waitUntil } from './wait-until.ts';

const PAUSE_MS = 20;

/** The work itself, during which `watchConnections` watches. The processes don't inherit variables such as `CI`, with which
 * some libraries keep quiet. */
export async function workForAWhile(
  databaseUrl: string,
  { seconds }: { readonly seconds: number },
  log: Log = silent,
): Promise<Work> {
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
    const sent = await sendLeads(client, key, seconds);
    await waitUntil(async () => (await imported()).status === 'finished');
    const database = new URL(databaseUrl).host;
    return {
      ...sent,
      rowsImported: (await imported()).progress.stored,
      known: [
        { name: 'API', threads: listThreads(api.child.pid), address: database },
        { name: 'worker', threads: listThreads(worker.child.pid), address: database },
        { name: 'the drill', threads: listThreads(process.pid), address: new URL(api.url).host },
      ],
    };
  } finally {
    await client.close();
    await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
  }
}

/** The main thread has the ID of the process. */
const listThreads = (pid: number | undefined): number[] => readdirSync(`/proc/${pid}/task`).map(Number);

async function sendLeads(
  client: Client,
  key: string,
  seconds: number,
): Promise<{ posted: number; refused: number }> {
  const until = performance.now() + seconds * 1_000;
  let posted = 0;
  let refused = 0;
  while (performance.now() < until) {
    const lead = makeLeadFrom(`ana-${posted++}@acme.example`);
    const { status } = await client.post('/api/webhook.php', lead, { key });
    if (status !== 200) refused++;
    await client.get('/api/leads', { key });
    await sleep(PAUSE_MS);
  }
  return { posted, refused };
}
