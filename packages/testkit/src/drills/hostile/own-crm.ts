// The normal tenant's own CRM: others' CRMs must not delay its sync.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '@leadline/server';
import { sql } from 'kysely';
import { FAKE_LOGIN, FakeOdoo } from '../../crm/fake-odoo.ts';
import { call } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';

const POLL_MS = 200;

/** Only for outcomes: pushing the leads of every phase would be measured there. */
export async function connectOwnCrm(
  db: Installation,
  url: string,
  { accountId, liveKey: key }: { readonly accountId: string; readonly liveKey: string },
): Promise<FakeOdoo> {
  const odoo = await FakeOdoo.start();
  const body = { ...FAKE_LOGIN, url: odoo.url, pushes: false };
  const { status, text } = await call(url, '/api/crm', body, { key, method: 'PUT' });
  if (status !== 200) throw new Error(`failed to connect the CRM: ${text}`);
  // New ones wait behind others that are new.
  await sql`update leadline.crm_connections set created_at = now() - interval '1 day' where account_id = ${accountId}`.execute(
    db,
  );
  return odoo;
}

/** Returns the seconds until a sync has finished, at most `maxSeconds`. */
export async function syncOwnCrm(client: Client, key: string, maxSeconds: number): Promise<number> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const asked = await client
    .post('/api/crm/runs', { kind: 'sync' }, { key })
    .then(({ text }) => (JSON.parse(text).data?.run_id as string | undefined) ?? null)
    .catch(() => null);
  if (asked === null) return maxSeconds;
  let isFinished = false;
  while (!isFinished && seconds() < maxSeconds) {
    await sleep(POLL_MS);
    isFinished = await client
      .get(`/api/crm/runs/${asked}`, { key })
      .then(({ text }) => JSON.parse(text).data?.status === 'finished')
      .catch(() => false);
  }
  return Math.min(seconds(), maxSeconds);
}
