// Records the results of deliveries, schedules retries, and disables endpoints that are gone or keep failing.

import type { DisabledReason } from '@leadline/contract';
import { type RawBuilder, sql } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { DELIVER } from '../../platform/jobs/queues.ts';
import type { AttemptResult } from './attempt.ts';
import { chooseTier, type DeliveryJob, keyOf, LOW_PRIORITY, makeDeliveryJob } from './delivery-job.ts';
import { MAX_FAILING_MS, pauseAfter } from './retry-schedule.ts';

export interface SettledJob {
  readonly job: Job<DeliveryJob>;
  /** The number of attempts before this one. */
  readonly attempts: number;
  /** 'gone' if the lead was deleted; 'postponed' if too many others come first; null if the delivery was no longer
   * pending. */
  readonly result: AttemptResult | 'gone' | 'postponed' | null;
  /** The endpoint's limit. */
  readonly maxPerMinute: number | null;
}

interface Outcome extends DeliveryJob {
  readonly maxPerMinute: number | null;
  readonly attempts: number;
  readonly result: AttemptResult;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly nextAttemptAt: Date | null;
}

const HTTP_GONE = 410;

/** Runs in one transaction, so that a pending delivery always has a job. */
export async function settleDeliveries(
  db: Installation,
  boss: PgBoss,
  settled: readonly SettledJob[],
  now: Date,
): Promise<void> {
  const outcomes = settled.flatMap(({ job, attempts, result, maxPerMinute }) =>
    result === null || typeof result === 'string'
      ? []
      : [toOutcome({ ...job.data, maxPerMinute }, attempts + 1, result, now)],
  );
  const postponed = settled.filter(({ result }) => result === 'postponed');
  await inTransaction(db, async (trx) => {
    // To avoid deadlocks, locks endpoints before deliveries (like deleting an endpoint) and both in key order.
    await updateHealth(trx, outcomes, now);
    const written = new Set(await writeOutcomes(trx, outcomes.toSorted(byKey)));
    await deleteGone(
      trx,
      settled.filter(({ result }) => result === 'gone').map(({ job }) => job.data),
    );
    const queue = fromKysely(trx);
    await boss.deleteJob(
      DELIVER,
      settled.map(({ job }) => job.id),
      { db: queue },
    );
    const retries = outcomes.filter(
      (outcome) => outcome.nextAttemptAt !== null && written.has(keyOf(outcome)),
    );
    const jobs = [
      ...retries.map(({ account, endpoint, event, maxPerMinute, nextAttemptAt }) => ({
        ...makeDeliveryJob({ account, endpoint, event }, LOW_PRIORITY, chooseTier(maxPerMinute, true)),
        startAfter: nextAttemptAt as Date,
      })),
      ...postponed.map(({ job, maxPerMinute }) =>
        makeDeliveryJob(job.data, LOW_PRIORITY, chooseTier(maxPerMinute, false)),
      ),
    ];
    if (jobs.length > 0) await boss.insert(DELIVER, jobs, { db: queue, returnId: false });
  });
}

function toOutcome(
  delivery: DeliveryJob & Pick<Outcome, 'maxPerMinute'>,
  attempts: number,
  result: AttemptResult,
  now: Date,
): Outcome {
  const pause =
    result.isDelivered || result.status === HTTP_GONE ? null : pauseAfter(attempts, Math.random());
  return {
    ...delivery,
    attempts,
    result,
    status: result.isDelivered ? 'delivered' : pause === null ? 'failed' : 'pending',
    nextAttemptAt: pause === null ? null : new Date(now.getTime() + pause),
  };
}

/** Skips deliveries that another worker has already settled. Returns the keys of those it updated. */
async function writeOutcomes(trx: InstallationTransaction, outcomes: readonly Outcome[]): Promise<string[]> {
  if (outcomes.length === 0) return [];
  const { rows } = await sql<{ account_id: string; endpoint_id: string; event_id: string }>`
    update leadline.deliveries d set status = s.status, attempts = s.attempts, next_attempt_at = s.next_attempt_at,
      last_attempt_at = now(), response_status = s.response_status, response_excerpt = s.excerpt, error = s.error
    from unnest(${outcomes.map(({ account }) => account)}::uuid[], ${outcomes.map(({ endpoint }) => endpoint)}::uuid[],
      ${outcomes.map(({ event }) => event)}::uuid[], ${outcomes.map(({ status }) => status)}::text[],
      ${outcomes.map(({ attempts }) => attempts)}::smallint[],
      ${outcomes.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
      ${outcomes.map(({ result }) => result.status)}::smallint[],
      ${outcomes.map(({ result }) => result.excerpt)}::text[], ${outcomes.map(({ result }) => result.error)}::text[])
      as s (account_id, endpoint_id, event_id, status, attempts, next_attempt_at, response_status, excerpt, error)
    where d.account_id = s.account_id and d.endpoint_id = s.endpoint_id and d.event_id = s.event_id
      and d.status = 'pending' and d.attempts = s.attempts - 1
    returning d.account_id, d.endpoint_id, d.event_id`.execute(trx);
  return rows.map((row) =>
    keyOf({
      account: fromUuid(row.account_id),
      endpoint: fromUuid(row.endpoint_id),
      event: fromUuid(row.event_id),
    }),
  );
}

/** Needed because deleting a lead misses any deliveries that are being added at the same moment. */
async function deleteGone(trx: InstallationTransaction, gone: readonly DeliveryJob[]): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from leadline.deliveries d
    using unnest(${gone.map(({ account }) => account)}::uuid[], ${gone.map(({ endpoint }) => endpoint)}::uuid[],
      ${gone.map(({ event }) => event)}::uuid[]) as g (account_id, endpoint_id, event_id)
    where d.account_id = g.account_id and d.endpoint_id = g.endpoint_id and d.event_id = g.event_id
      and d.status = 'pending'`.execute(trx);
}

/** A successful delivery clears `failing_since`; the first failure sets it. */
async function updateHealth(
  trx: InstallationTransaction,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const succeeded = endpointsOf(outcomes.filter(({ result }) => result.isDelivered));
  const failed = endpointsOf(
    outcomes.filter(({ result }) => !result.isDelivered && !result.isOurFault),
  ).filter((endpoint) => !succeeded.includes(endpoint));
  const gone = endpointsOf(outcomes.filter(({ result }) => result.status === HTTP_GONE));
  if (succeeded.length > 0) {
    await sql`
      update leadline.webhook_endpoints e set failing_since = null from ${endpointTable(succeeded)}
      where e.account_id = w.account_id and e.id = w.id and e.failing_since is not null`.execute(trx);
  }
  if (failed.length === 0) return;
  await sql`
    update leadline.webhook_endpoints e set failing_since = ${now} from ${endpointTable(failed)}
    where e.account_id = w.account_id and e.id = w.id and e.failing_since is null`.execute(trx);
  const { rows: disabled } = await sql<{ account_id: string; id: string; disabled_reason: DisabledReason }>`
    update leadline.webhook_endpoints e set disabled_at = ${now}, disabled_reason =
      case when w.is_gone then 'gone' else 'failing' end
    from ${endpointTable(failed, gone)}
    where e.account_id = w.account_id and e.id = w.id and e.disabled_at is null
      and (w.is_gone or e.failing_since < ${new Date(now.getTime() - MAX_FAILING_MS)})
    returning e.account_id, e.id, e.disabled_reason`.execute(trx);
  for (const { account_id, id, disabled_reason } of disabled) {
    const scope = scopeWithin(trx, asSystem(fromUuid(account_id)));
    await recordAudit(scope, 'webhook.disabled', showId('hook', fromUuid(id)), { reason: disabled_reason });
  }
}

/** Unique `account endpoint` keys, sorted. */
const endpointsOf = (outcomes: readonly Outcome[]): string[] =>
  [...new Set(outcomes.map(({ account, endpoint }) => `${account} ${endpoint}`))].toSorted();

const endpointTable = (endpoints: readonly string[], gone: readonly string[] = []): RawBuilder<unknown> =>
  sql`unnest(${endpoints.map((key) => key.slice(0, 32))}::uuid[], ${endpoints.map((key) => key.slice(33))}::uuid[],
    ${endpoints.map((key) => gone.includes(key))}::boolean[]) as w (account_id, id, is_gone)`;

const byKey = (a: DeliveryJob, b: DeliveryJob): number => (keyOf(a) < keyOf(b) ? -1 : 1);
