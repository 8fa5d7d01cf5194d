// Adds the outcomes of imported leads to their history. They happened in the past, so no events are sent.

import type pg from 'pg';
import { makeId } from '../../platform/base/ids.ts';

export interface PastOutcome {
  readonly leadId: string;
  readonly outcome: 'won' | 'lost';
  readonly at: Date;
  readonly amount: number | null;
  readonly reason: string | null;
}

export async function insertOutcomes(
  client: pg.ClientBase,
  accountId: string,
  outcomes: readonly PastOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await client.query(
    `with added as (
       insert into leadline.outcomes (account_id, lead_id, id, outcome, at, amount, reason)
       select $1, g.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::numeric[], $7::text[]) g
       returning lead_id, at, leadline.outcome_bytes(reason) as bytes
     ), closed as (
       update leadline.leads l set closed_at = a.at from added a where l.account_id = $1 and l.id = a.lead_id
     )
     update leadline.storage set bytes = bytes + (select sum(a.bytes)::bigint from added a) where account_id = $1`,
    [
      accountId,
      outcomes.map(({ leadId }) => leadId),
      outcomes.map(() => makeId()),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ at }) => at),
      outcomes.map(({ amount }) => amount),
      outcomes.map(({ reason }) => reason),
    ],
  );
}
