// Writes requests to the log; see sql/log_requests.sql.

import type { ErrorCode } from '@leadline/contract/errors';
import { sql } from 'kysely';
import { firstIdOf, fromUuid, timeOfId } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/db/database.ts';

export interface RequestToWrite {
  readonly accountId: string;
  readonly id: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly isCut: boolean;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly error: string | null;
  readonly leadId: string | null;
  readonly keyId: string | null;
  readonly tool: string | null;
}

/** Applies to an account's accepted and rejected requests separately, and is as many as a list shows. Also limits how
 * many requests have to be searched when a person is erased. */
const MAX_KEPT = 100;

/** How far apart the clocks of different processes may be. */
const MAX_CLOCK_SKEW_MS = 5_000;

/** Returns the accounts whose requests can't be written yet: their leads or people are being erased, or they are moving. */
export async function writeRequests(
  db: Database,
  requests: readonly RequestToWrite[],
): Promise<ReadonlySet<string>> {
  const rows = requests.map(({ accountId, contentType, isCut, leadId, keyId, ...rest }) => ({
    ...rest,
    account_id: accountId,
    content_type: contentType,
    is_cut: isCut,
    lead_id: leadId,
    key_id: keyId,
    erased_since: firstIdOf(new Date(timeOfId(rest.id).getTime() - MAX_CLOCK_SKEW_MS)),
  }));
  const { rows: postponed } = await sql<{ id: string }>`
    select id from leadline.log_requests(${JSON.stringify(rows)}::json, ${MAX_KEPT}) as id`.execute(db);
  return new Set(postponed.map(({ id }) => fromUuid(id)));
}
