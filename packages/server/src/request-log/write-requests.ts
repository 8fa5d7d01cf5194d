// Writes an account's requests to the log and deletes those too old to be listed.

import type { ErrorCode } from '@leadline/contract/errors';
import { sql } from 'kysely';
import { firstIdOf, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { tryShareRequestLog } from './lock-request-log.ts';

export interface RequestToWrite {
  readonly id: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly isCut: boolean;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly error: string | null;
  readonly leadId: string | null;
}

/** Applies to an account's accepted and rejected requests separately, and is as many as a list shows. Also limits how
 * many requests have to be searched when a person is erased. */
const MAX_KEPT = 100;

/** How far apart the clocks of different processes may be. */
const MAX_CLOCK_SKEW_MS = 5_000;

/** Returns false if leads or people are being erased; try again later. */
export async function writeRequests(
  scope: AccountScope,
  requests: readonly RequestToWrite[],
): Promise<boolean> {
  const { may_write, may_trim } = await tryShareRequestLog(scope);
  if (!may_write) return false;
  await insert(scope, requests, may_trim);
  return true;
}

/** Skips requests whose lead has been deleted. Also skips requests rejected shortly before a person was erased, because
 * they may mention the person and weren't in the log yet when it was searched. */
async function insert(
  scope: AccountScope,
  requests: readonly RequestToWrite[],
  mayTrim: boolean,
): Promise<void> {
  const rows = requests.map(({ contentType, isCut, leadId, ...rest }) => ({
    ...rest,
    content_type: contentType,
    is_cut: isCut,
    lead_id: leadId,
    erased_since: firstIdOf(new Date(timeOfId(rest.id).getTime() - MAX_CLOCK_SKEW_MS)),
  }));
  const accepted = requests.filter(({ leadId }) => leadId !== null).length;
  await sql`
    with trimmed as (
      delete from leadline.received r using (
        select x.id, x.lead_id is null as is_rejected,
          row_number() over (partition by x.lead_id is null order by x.id desc) as place
        from leadline.received x where x.account_id = ${scope.accountId}
      ) old
      where ${mayTrim} and r.account_id = ${scope.accountId} and r.id = old.id
        and old.place > ${MAX_KEPT}
          - case when old.is_rejected then ${requests.length - accepted}::integer else ${accepted} end
    )
    insert into leadline.received (account_id, id, path, content_type, body, is_cut, status, code, error, lead_id)
    select ${scope.accountId}, r.id, r.path, r.content_type, r.body, r.is_cut, r.status, r.code, r.error, r.lead_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, path text, content_type text, body text,
      is_cut boolean, status smallint, code text, error text, lead_id uuid, erased_since uuid)
    where case when r.lead_id is null
      then not exists (select from leadline.audit_log a
        where a.account_id = ${scope.accountId} and a.id > r.erased_since and a.action = 'person.erased')
      else exists (select from leadline.leads l where l.account_id = ${scope.accountId} and l.id = r.lead_id)
    end`.execute(scope.transaction);
}
