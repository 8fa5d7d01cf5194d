// Deletes leads and everything stored because of them: outcomes, contacts, idempotency records, logged requests,
// deliveries and pending events. The allowance they used is not restored.

import { changeStorage } from '../leads/record/change-storage.ts';
import { countCrmRecords } from '../leads/record/count-crm-records.ts';
import {
  deleteContacts,
  deleteIdempotencyRecords,
  deleteLeads,
  type LeadToErase,
} from '../leads/record/delete-leads.ts';
import { findEvents } from '../leads/record/find-events.ts';
import { deleteRequests } from '../leads/request-log/delete-requests.ts';
import { deleteDeliveries } from '../notifications/webhooks/deliveries-of-leads.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';

export interface ErasedCounts {
  readonly leads: number;
  readonly contacts: number;
  readonly deliveries: number;
  readonly received: number;
  /** They stay in the CRM. */
  readonly crm_records: number;
}

/** The caller must hold the request log's lock and then the account's lock, taken in this order: a new lead from the
 * same person must either find the contact or add it again. */
export async function eraseLeads(scope: AccountScope, leads: readonly LeadToErase[]): Promise<ErasedCounts> {
  if (leads.length === 0) return { leads: 0, contacts: 0, deliveries: 0, received: 0, crm_records: 0 };
  const ids = leads.map(({ id }) => id);
  const eventIds = await findEvents(scope, ids);
  const crmRecords = await countCrmRecords(scope, ids);
  // Leads are deleted first so that no more outcomes can be recorded. Any outcome recorded since `findEvents` is in the
  // outbox or the deliveries by now.
  const deleted = await deleteLeads(scope, ids);
  const deliveries = await deleteDeliveries(scope, ids, eventIds);
  await deleteIdempotencyRecords(scope, ids);
  const received = await deleteRequests(scope, ids);
  const contacts = await deleteContacts(scope, leads);
  await changeStorage(scope, { bytes: -deleted.bytes, leads: -deleted.leads });
  return { leads: deleted.leads, contacts, deliveries, received, crm_records: crmRecords };
}
