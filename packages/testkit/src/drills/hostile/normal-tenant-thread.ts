// Sends a steady stream of leads and reads from a thread of its own, so that the attackers' load generator doesn't
// distort the times. See normal-tenant.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { type Client, leadIdOf, openClient } from '../../http/client.ts';
import { makeLeadFrom } from '../../leads/make-lead.ts';
import type { NormalTenantData, Sample } from './normal-tenant.ts';

const CONNECTIONS = 64;
const TIMEOUT_MS = 30_000;
const TICK_MS = 5;

const { urls, key, leadsPerSecond, readsPerSecond } = workerData as NormalTenantData;
const port = parentPort as NonNullable<typeof parentPort>;
const clients = urls.map((url) => openClient(url, CONNECTIONS, TIMEOUT_MS));
const run = Math.random().toString(36).slice(2, 8);
const samples: Sample[] = [];
const acknowledged: string[] = [];
const open = new Set<Promise<void>>();
const started = performance.now();
let phase = 'before';
let leads = 0;
let reads = 0;

/** Sends what is due by now. Requests don't wait for each other, as those of real senders wouldn't. */
const timer = setInterval(() => {
  const seconds = (performance.now() - started) / 1000;
  while (leads < seconds * leadsPerSecond) track(sendLead(leads++));
  while (reads < seconds * readsPerSecond) track(sendRead(reads++));
}, TICK_MS);

port.on('message', (message: { phase: string } | 'report' | 'stop') => {
  if (message === 'report') return port.postMessage({ samples, acknowledged });
  if (message !== 'stop') {
    phase = message.phase;
    return;
  }
  clearInterval(timer);
  void Promise.all(open).then(async () => {
    await Promise.all(clients.map((client) => client.close()));
    port.postMessage({ samples, acknowledged });
    port.close();
  });
});

function track(request: Promise<void>): void {
  const tracked = request.finally(() => open.delete(tracked));
  open.add(tracked);
}

async function sendLead(index: number): Promise<void> {
  const answer = await time('lead', index, (client) =>
    client.post('/api/webhook.php', makeLeadFrom(`ana-${run}-${index}@example.org`), { key }),
  );
  if (answer?.status === 200) acknowledged.push(leadIdOf(answer));
}

async function sendRead(index: number): Promise<void> {
  const lead = acknowledged.at(-1);
  const paths = [
    '/api/leads?limit=50',
    '/api/leads?limit=50&sort=priority',
    '/api/usage',
    '/api/leads?q=ana',
    lead === undefined ? '/api/usage' : `/api/leads/${lead}`,
  ];
  await time('read', index, (client) => client.get(paths[index % paths.length] as string, { key }));
}

async function time<Answer extends { readonly status: number }>(
  kind: Sample['kind'],
  index: number,
  send: (client: Client) => Promise<Answer>,
): Promise<Answer | null> {
  const sentAt = performance.now();
  const sentIn = phase;
  const answer = await send(clients[index % clients.length] as Client).catch(() => null);
  samples.push({ kind, phase: sentIn, ms: performance.now() - sentAt, status: answer?.status ?? 0 });
  return answer;
}
