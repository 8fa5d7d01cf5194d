// Lists deliveries, waits for them and makes time pass.

import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Caller } from '../service/use-api.ts';
import type { Endpoint } from './endpoints.ts';
import type { WebhookSuite } from './use-webhooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of many shapes
export const listDeliveries = async (caller: Caller, { path }: Endpoint, query = ''): Promise<any[]> =>
  (await caller(`${path}/deliveries${query}`)).body.data;

/** Resolves with the endpoint's deliveries, newest first, once they meet the condition. */
export const waitForDeliveries = (
  caller: Caller,
  endpoint: Endpoint,
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of many shapes
  condition: (deliveries: any[]) => boolean,
  withinMs = 20_000,
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of many shapes
): Promise<any[]> =>
  vi.waitFor(
    async () => {
      const deliveries = await listDeliveries(caller, endpoint, '?limit=100');
      if (!condition(deliveries))
        throw new Error(`condition not met by the deliveries ${JSON.stringify(deliveries).slice(0, 2_000)}`);
      return deliveries;
    },
    { timeout: withinMs, interval: 50 },
  );

/** Resolves once there are no waiting events, due deliveries or running imports. */
export const waitUntilIdle = ({ owner }: WebhookSuite, withinMs = 20_000): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select (select count(*) from leadline.outbox)::integer
          + (select count(*) from leadline_jobs.job j where j.name in ('deliver', 'import-turns')
             and (j.state = 'active' or (j.state < 'active' and j.start_after <= now())))::integer as waiting`.execute(
        owner,
      );
      if (rows[0]?.waiting !== 0) throw new Error(`${rows[0]?.waiting} events and jobs are still waiting`);
    },
    { timeout: withinMs, interval: 50 },
  );

/** Moves the times of pending deliveries and failing endpoints back, as if this many hours had passed. */
export async function advanceClock({ owner }: WebhookSuite, hours: number): Promise<void> {
  const passed = sql`make_interval(secs => ${hours * 3600})`;
  await owner.transaction().execute(async (trx) => {
    // In the same order as the running worker, to avoid a deadlock with it.
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

/** The ID of the `lead.scored` event for this lead. */
export const eventIdOf = (leadId: string): string => leadId.replace('lead_', 'evt_');
