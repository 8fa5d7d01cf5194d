// Whatever an account's keys are used for, no other cell ever gets to see the account or its keys: not even in the parameters
// of a statement. Checked where statements leave the process.

import { createHash } from 'node:crypto';
import { createAccount, type Installation, type NewAccount, type RunningApi } from '@leadline/server';
import { openOwner } from '@leadline/testkit/database/accounts';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** What was sent to each database, in hex. */
const sent = new Map<string, string[]>();
let directory: Installation;
let api: RunningApi;
/** By the name of their cell's database. */
const accounts = new Map<string, NewAccount>();

beforeAll(async () => {
  const url = await cloneAlone();
  directory = openOwner(url);
  await directory.updateTable('cells').set({ is_open: false }).execute();
  for (const name of ['north', 'south', 'west']) {
    const cell = await addTestCell(url, name);
    accounts.set(
      new URL(cell).pathname.slice(1),
      await createAccount(directory, `${name}@example.org`, 'unlimited'),
    );
    await directory.updateTable('cells').set({ is_open: false }).execute();
  }
  recordStatements();
  api = await startTestApi(url);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.stop();
  await directory.destroy();
});

function recordStatements(): void {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement, values] = args as [{ values?: unknown[] } | string, unknown[] | undefined];
    const all = [...((typeof statement === 'string' ? null : statement.values) ?? []), ...(values ?? [])];
    const texts = sent.get(this.database ?? '') ?? [];
    sent.set(this.database ?? '', [...texts, ...all.flat().map(toHex)]);
    return Reflect.apply(query, this, args);
  });
}

const toHex = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : Buffer.from(String(value)).toString('hex');

/** All the ways in which an account or its keys can be named. */
function marksOf({ accountId, liveKey, testKey }: NewAccount): string[] {
  const id = accountId.replace('acct_', '');
  const hashes = [liveKey, testKey].map((key) => createHash('sha256').update(key).digest('hex'));
  const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return [id, ...hashes, ...[id, dashed, liveKey, testKey, ...hashes].map(toHex)];
}

const LEAD = { name: 'Ada', email: 'ada@example.org', message: 'We need 20 seats by Friday.' };

test('statements about an account only go to its cell', async () => {
  for (const { liveKey, testKey } of accounts.values()) {
    for (const key of [liveKey, testKey]) {
      expect((await call(api.url, '/api/webhook.php', LEAD, { key })).status).toBe(200);
      expect((await call(api.url, '/api/batch', { leads: [LEAD] }, { key })).status).toBe(200);
      for (const path of ['/api/leads', '/api/usage', '/api/webhooks', '/api/settings'])
        expect((await call(api.url, path, undefined, { key })).status, path).toBe(200);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000)); // keys are refreshed, the request log is written
  for (const [database, account] of accounts) {
    const marks = marksOf(account);
    const mentions = (name: string): number =>
      (sent.get(name) ?? []).filter((text) => marks.some((mark) => text.includes(mark))).length;
    expect(mentions(database)).toBeGreaterThan(10); // the search finds what is there
    for (const other of accounts.keys()) if (other !== database) expect(mentions(other)).toBe(0);
  }
});
