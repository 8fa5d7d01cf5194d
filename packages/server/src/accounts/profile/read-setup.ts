// How far an account is set up. Only asks whether there is any row of each kind, so the cost doesn't grow with the account.

import type { Setup } from '@leadline/contract';
import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';

export async function readSetup({ transaction, accountId }: AccountScope): Promise<Setup> {
  const { rows } = await sql<Setup>`
    select
      exists (select from leadline.api_keys k where k.account_id = ${accountId} and k.scope <> 'read'
        and k.last_used_at is not null)
        -- Last uses are saved some time later. Imported leads and those entered by hand don't come from a form.
        or exists (select from leadline.received r where r.account_id = ${accountId} and r.key_id is not null
          and r.lead_id is not null) as is_connected,
      exists (select from leadline.leads l where l.account_id = ${accountId}) as has_leads,
      (select count(*) from (select from leadline.team() limit 2) t) > 1 as has_team,
      exists (select from leadline.alert_choices c where c.account_id = ${accountId})
        or exists (select from leadline.webhook_endpoints e where e.account_id = ${accountId}) as has_alerts,
      exists (select from leadline.outcomes o where o.account_id = ${accountId}) as has_outcomes
    `.execute(transaction);
  return rows[0] as Setup;
}
