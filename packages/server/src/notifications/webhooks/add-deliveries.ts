// Turns events from the outbox into deliveries, one for each subscribed endpoint.

import { sql } from 'kysely';
import type { JobInsert } from 'pg-boss';
import type { AllowanceOptions, Allowances } from '../../platform/base/allowances.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import type { InstallationTransaction } from '../../platform/db/installation.ts';
import {
  chooseTier,
  type DeliveryJob,
  HIGH_PRIORITY,
  LOW_PRIORITY,
  makeDeliveryJob,
} from './delivery-job.ts';

export interface OutboxRow {
  readonly account_id: string;
  readonly id: string;
  readonly kind: string;
  readonly subject_id: string | null;
  readonly data: unknown;
}

/** What an account may use up with priority, so that its thousands don't delay another account's single lead. Counts deliveries
 * rather than events, so that an account with twenty endpoints doesn't get a larger share than others. */
export const FAIR_SHARE: AllowanceOptions = { burst: 200, perSecond: 100 };

/** Creates deliveries for new events. A `delivery` event retries an existing one. Returns the jobs for both. */
export async function addDeliveries(
  trx: InstallationTransaction,
  rows: readonly OutboxRow[],
  fairShare: Allowances,
): Promise<JobInsert<DeliveryJob>[]> {
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
  const { rows: added } = await sql<{
    account_id: string;
    endpoint_id: string;
    event_id: string;
    is_failing: boolean;
    max_per_minute: number | null;
    live_account_id: string;
  }>`
    with event as (
      select * from unnest(${rows.map((row) => row.account_id)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.subject_id)}::uuid[],
        ${rows.map(({ data }) => (data === null ? null : JSON.stringify(data)))}::text[])
        as e (account_id, id, kind, subject_id, data)
    ), endpoint as materialized (
      -- Locked, so that an endpoint cannot be deleted while deliveries are added to it.
      select e.account_id, e.id, e.events, e.min_grade, e.disabled_at is null as is_enabled,
        e.failing_since is not null as is_failing, e.max_per_minute
      from leadline.webhook_endpoints e where e.account_id = any (${accounts}::uuid[])
      for key share
    ), added as (
      insert into leadline.deliveries (account_id, endpoint_id, event_id, event, lead_id, data)
      select v.account_id, e.id, v.id, v.kind,
        case when v.kind = 'lead.scored' then v.id when v.kind in ('lead.outcome', 'lead.status') then v.subject_id end, v.data::json
      from event v
      join endpoint e on e.account_id = v.account_id and e.is_enabled
      where case v.kind
        when 'webhook.test' then e.id = v.subject_id
        when 'lead.scored' then v.kind = any (e.events) and (e.min_grade = 'Spam' or exists (
          select from leadline.leads l where l.account_id = v.account_id and l.id = v.id
            and leadline.grade_rank(l.grade) >= leadline.grade_rank(e.min_grade)))
        else v.kind = any (e.events) end
      on conflict do nothing
      returning account_id, endpoint_id, event_id
    ), again as (
      select v.account_id, v.subject_id as endpoint_id, (v.data::json->>'event_id')::uuid as event_id
      from event v where v.kind = 'delivery'
    )
    select d.account_id, d.endpoint_id, d.event_id, e.is_failing, e.max_per_minute,
      coalesce(a.test_of, a.id) as live_account_id
    from (select * from added union all select * from again) d
    join leadline.accounts a on a.id = d.account_id
    join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id`.execute(trx);
  return added.map(({ account_id, endpoint_id, event_id, is_failing, max_per_minute, live_account_id }) =>
    makeDeliveryJob(
      { account: fromUuid(account_id), endpoint: fromUuid(endpoint_id), event: fromUuid(event_id) },
      // All of a throttled endpoint's jobs have the same priority; otherwise new ones would overtake those that wait.
      max_per_minute !== null || is_failing || !fairShare.take(live_account_id)
        ? LOW_PRIORITY
        : HIGH_PRIORITY,
      chooseTier(max_per_minute, is_failing),
    ),
  );
}
