// Sets the stage and the assignee of imported leads. That was done in the past and elsewhere, so it is neither announced
// nor part of the timeline.

import type pg from 'pg';
import type { Stage } from '../leads/record/work-state.ts';

export interface PastWork {
  readonly leadId: string;
  readonly stage: Stage;
  /** The ID of a user. */
  readonly assignee: string | null;
}

/** Runs in the transaction that stores the leads. Somebody who has left the team in the meantime gets no leads. */
export async function setPastWork(
  client: pg.ClientBase,
  accountId: string,
  work: readonly PastWork[],
): Promise<void> {
  if (work.length === 0) return;
  await client.query(
    `update leadline.leads l set stage = w.stage, assignee = w.user_id
     from (
       select g.lead_id, g.stage, m.user_id
       from unnest($2::uuid[], $3::text[], $4::uuid[]) g (lead_id, stage, assignee)
       join leadline.accounts a on a.id = $1
       left join leadline.members m on m.account_id = coalesce(a.test_of, a.id) and m.user_id = g.assignee
     ) w
     where l.account_id = $1 and l.id = any($2) and l.id = w.lead_id`,
    [
      accountId,
      work.map(({ leadId }) => leadId),
      work.map(({ stage }) => stage),
      work.map(({ assignee }) => assignee),
    ],
  );
}
