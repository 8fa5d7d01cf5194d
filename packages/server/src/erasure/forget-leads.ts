// Deletes leads and everything that was stored because of them: outcomes, contacts, remembered requests, deliveries and
// events still to be delivered. The allowance they used is not given back.

import type { AccountScope } from '../db/account-scope.ts';
import { deleteLeads, forgetContacts, forgetRequests, type LeadToForget } from '../leads/delete-leads.ts';
import { findEvents } from '../leads/find-events.ts';
import { deleteReceived } from '../request-log/delete-requests.ts';
import { deleteDeliveries } from '../webhooks/deliveries-of-leads.ts';

export interface Forgotten {
  readonly leads: number;
  readonly contacts: number;
  readonly deliveries: number;
  readonly received: number;
}

/** Call it under the account's lock: a lead of the same person that comes in meanwhile must either find the contact or add
 * it again. Take the lock of the request log before that one. */
export async function forgetLeads(scope: AccountScope, leads: readonly LeadToForget[]): Promise<Forgotten> {
  if (leads.length === 0) return { leads: 0, contacts: 0, deliveries: 0, received: 0 };
  const ids = leads.map(({ id }) => id);
  const eventIds = await findEvents(scope, ids);
  // First, because no outcome can be recorded from here on; one that was recorded since is in the outbox or
  // among the deliveries by now.
  const deleted = await deleteLeads(scope, ids);
  const deliveries = await deleteDeliveries(scope, ids, eventIds);
  await forgetRequests(scope, ids);
  const received = await deleteReceived(scope, ids);
  const contacts = await forgetContacts(scope, leads);
  return { leads: deleted, contacts, deliveries, received };
}
