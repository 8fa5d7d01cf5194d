// Adds what was done about past leads, with its timeline. It happened in the past, so no events are sent.

import type { Status } from '@leadline/contract';
import type pg from 'pg';
import { idAt } from '../../platform/base/ids.ts';
import type { Stage } from './work-state.ts';

export type PastActivity = { readonly at: Date } & (
  | { readonly kind: 'assigned'; readonly data: { readonly assignee: string; readonly previous: null } }
  | { readonly kind: 'note'; readonly data: { readonly text: string } }
  | {
      readonly kind: 'status';
      readonly data: { readonly status: Status; readonly previous: Status; readonly note: null };
    }
);

export interface PastWork {
  readonly leadId: string;
  readonly stage: Stage;
  /** The ID of a user, who also did what the timeline says. */
  readonly assignee: string;
  readonly contactedAt: Date | null;
  /** Oldest first. */
  readonly activities: readonly PastActivity[];
}

export async function insertPastWork(
  client: pg.ClientBase,
  accountId: string,
  work: readonly PastWork[],
): Promise<void> {
  if (work.length === 0) return;
  await client.query(
    `update leadline.leads l set stage = w.stage, assignee = w.assignee, contacted_at = w.contacted_at
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[]) w (lead_id, stage, assignee, contacted_at)
     where l.account_id = $1 and l.id = w.lead_id`,
    [
      accountId,
      work.map(({ leadId }) => leadId),
      work.map(({ stage }) => stage),
      work.map(({ assignee }) => assignee),
      work.map(({ contactedAt }) => contactedAt),
    ],
  );
  const activities = work.flatMap(({ leadId, assignee, activities }) =>
    activities.map((activity) => ({ leadId, actor: `user_${assignee}`, ...activity })),
  );
  await client.query(
    `with added as (
       insert into leadline.activities (account_id, lead_id, id, kind, actor, data)
       select $1, g.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::json[]) g
       returning leadline.activity_bytes(data) as bytes
     )
     update leadline.storage set bytes = bytes + (select coalesce(sum(a.bytes), 0)::bigint from added a)
     where account_id = $1`,
    [
      accountId,
      activities.map(({ leadId }) => leadId),
      activities.map(({ at }) => idAt(at)),
      activities.map(({ kind }) => kind),
      activities.map(({ actor }) => actor),
      activities.map(({ data }) => JSON.stringify(data)),
    ],
  );
}
