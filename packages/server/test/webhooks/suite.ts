// What the files of this suite share: an API and a worker on a database of their own, receivers, and a clock that can be
// put forward.

import { sql } from 'kysely';
import { afterAll, beforeAll, vi } from 'vitest';
import type { NewAccount } from '../../src/operator/create-account.ts';
import type { RunningWorker } from '../../src/worker.ts';
import { type Caller, callAs, type Suite, useApi } from '../conformance/suite.ts';
import { startTestWorker } from '../support/api.ts';
import { makeAccount } from '../support/database.ts';
import { Receiver } from '../support/receiver.ts';

export interface WebhookSuite extends Suite {
  /** Goes with the suite. */
  startReceiver(): Promise<Receiver>;
  /** A worker runs unless the test has stopped it. */
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
}

/** An endpoint with its receiver, as its owner sees them. */
export interface Hook {
  readonly receiver: Receiver;
  readonly id: string;
  readonly secret: string;
  /** `/api/webhooks/hook_…` */
  readonly path: string;
}

export function useWebhooks({ startsWorker = true } = {}): WebhookSuite {
  const suite = useApi() as WebhookSuite;
  const receivers: Receiver[] = [];
  let worker: RunningWorker | null = null;
  suite.startReceiver = async () => {
    const receiver = await Receiver.start();
    receivers.push(receiver);
    return receiver;
  };
  suite.startWorker = async () => {
    worker ??= await startTestWorker(suite.databaseUrl);
  };
  suite.stopWorker = async () => {
    await worker?.stop();
    worker = null;
  };
  beforeAll(async () => {
    if (startsWorker) await suite.startWorker();
  });
  afterAll(async () => {
    // First, so that no delivery is waited for that hangs.
    for (const receiver of receivers) await receiver.close();
    await suite.stopWorker();
  });
  return suite;
}

/** An account that no other test of the file has to do with. */
export async function newCustomer(
  suite: WebhookSuite,
  limits: Parameters<typeof makeAccount>[1] = {},
): Promise<NewAccount & { readonly call: Caller }> {
  const account = await makeAccount(suite.owner, limits);
  return { ...account, call: callAs(suite, account) };
}

/** An endpoint at a receiver of its own, or at one that others have as well. */
export async function addHook(
  suite: WebhookSuite,
  caller: Caller,
  options: Readonly<Record<string, unknown>> = {},
  shared?: Receiver,
): Promise<Hook> {
  const receiver = shared ?? (await suite.startReceiver());
  const { status, text, body } = await caller('/api/webhooks', { url: `${receiver.url}/hook`, ...options });
  if (status !== 200) throw new Error(`the endpoint was refused: ${text}`);
  const { webhook_id: id, secret } = body.data;
  receiver.trust(secret);
  return { receiver, id, secret, path: `/api/webhooks/${id}` };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
export const listDeliveries = async (caller: Caller, { path }: Hook, query = ''): Promise<any[]> =>
  (await caller(`${path}/deliveries${query}`)).body.data;

/** Resolves with the deliveries of an endpoint when all of them are as the test wants them, newest first. */
export const untilDeliveries = (
  caller: Caller,
  hook: Hook,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  isSo: (deliveries: any[]) => boolean,
  withinMs = 20_000,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
): Promise<any[]> =>
  vi.waitFor(
    async () => {
      const deliveries = await listDeliveries(caller, hook, '?limit=100');
      if (!isSo(deliveries)) throw new Error(`not so: ${JSON.stringify(deliveries).slice(0, 2_000)}`);
      return deliveries;
    },
    { timeout: withinMs, interval: 50 },
  );

/** Resolves when the worker has nothing to do at this moment: no event, no delivery that is due. */
export const untilIdle = ({ owner }: WebhookSuite, withinMs = 20_000): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select (select count(*) from leadline.outbox)::integer
          + (select count(*) from leadline_jobs.job j where j.name in ('deliver', 'import')
             and (j.state = 'active' or (j.state < 'active' and j.start_after <= now())))::integer as waiting`.execute(
        owner,
      );
      if (rows[0]?.waiting !== 0) throw new Error(`${rows[0]?.waiting} are still waiting`);
    },
    { timeout: withinMs, interval: 50 },
  );

/** For what waits to be delivered, so much time has passed. */
export async function putClockForward({ owner }: WebhookSuite, hours: number): Promise<void> {
  const passed = sql`make_interval(secs => ${hours * 3600})`;
  await owner.transaction().execute(async (trx) => {
    // The worker goes on meanwhile, and locks in this order, too.
    await sql`
      lock table leadline.webhook_endpoints, leadline.deliveries, leadline_jobs.job
      in share row exclusive mode`.execute(trx);
    await sql`
      update leadline.deliveries set next_attempt_at = next_attempt_at - ${passed}
      where status = 'pending'`.execute(trx);
    await sql`
      update leadline.webhook_endpoints set failing_since = failing_since - ${passed}
      where failing_since is not null`.execute(trx);
    await sql`
      update leadline_jobs.job set start_after = start_after - ${passed}
      where name = 'deliver' and state < 'active'`.execute(trx);
  });
}

/** The id an event has when it is about this lead having been scored. */
export const eventOf = (leadId: string): string => leadId.replace('lead_', 'evt_');

/** Everything in the tables of these schemas, by table, as text; bytes are in hex. */
export async function dumpTables(
  { owner }: WebhookSuite,
  schemas: readonly string[],
): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${sql.join(schemas)}) and c.relkind in ('r', 'p') and not c.relispartition
    order by name`.execute(owner);
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(owner);
    contents.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return contents;
}
