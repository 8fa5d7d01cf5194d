// Writes requests of an account down, and lets go of those that nobody can see any more.

import type { ErrorCode } from '@leadline/contract/errors';
import { sql } from 'kysely';
import { firstIdOf, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { shareReceived } from './lock-request-log.ts';

export interface ReceivedToWrite {
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

/** As many as a list shows, of those that were taken and of those that were refused. An account that receives thousands a
 * second keeps no more, and a person is looked for in no more. */
const KEPT = 100;

/** Clocks of several processes differ. */
const CLOCKS_DIFFER_MS = 5_000;

/** False when they are being forgotten, and are to be written later. */
export async function writeReceived(
  scope: AccountScope,
  requests: readonly ReceivedToWrite[],
): Promise<boolean> {
  const { may_write, may_trim } = await shareReceived(scope);
  if (!may_write) return false;
  await insert(scope, requests, may_trim);
  return true;
}

/** Not those whose lead is gone. And none that was refused shortly before a person was erased: it may name the person,
 * and was not there to be looked at. */
async function insert(
  scope: AccountScope,
  requests: readonly ReceivedToWrite[],
  mayTrim: boolean,
): Promise<void> {
  const rows = requests.map(({ contentType, isCut, leadId, ...rest }) => ({
    ...rest,
    content_type: contentType,
    is_cut: isCut,
    lead_id: leadId,
    erased_since: firstIdOf(new Date(timeOfId(rest.id).getTime() - CLOCKS_DIFFER_MS)),
  }));
  const taken = requests.filter(({ leadId }) => leadId !== null).length;
  await sql`
    with trimmed as (
      delete from leadline.received r using (
        select x.id, x.lead_id is null as is_refused,
          row_number() over (partition by x.lead_id is null order by x.id desc) as place
        from leadline.received x where x.account_id = ${scope.accountId}
      ) old
      where ${mayTrim} and r.account_id = ${scope.accountId} and r.id = old.id
        and old.place > ${KEPT} - case when old.is_refused then ${requests.length - taken}::integer else ${taken} end
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
