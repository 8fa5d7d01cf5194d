// Everything that is stored about a person, for handing it over.

import type { PersonExport } from '@leadline/contract';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { type AccountTransaction, anyOf, asAccount, type Database } from '../db/database.ts';
import { fromUuid, showId } from '../ids.ts';
import { foldEmail } from '../leads/contact.ts';
import { endpointsOf, findEvents } from '../leads/forget-leads.ts';
import { describeLead, findOutcomes } from '../leads/get-lead.ts';
import { findMode, toReceived } from '../received/list-received.ts';
import { findRequestsOf } from '../received/requests-of-person.ts';
import { toDelivery } from '../webhooks/manage-deliveries.ts';
import { findPerson, type PersonFound, type Who } from './find-person.ts';
import { findRefusedRows } from './refused-rows.ts';

export async function exportPerson(
  db: Database,
  accountId: string,
  actor: Actor,
  who: Who,
): Promise<PersonExport['data']> {
  return asAccount(db, accountId, async (trx) => {
    const found = await findPerson(trx, accountId, who);
    const ids = found.leads.map(({ id }) => id);
    const outcomes = await findOutcomes(trx, accountId, ids);
    // Of the person's leads only those that are shown: others may be somebody else's.
    const byPerson = Map.groupBy(found.leads, ({ personId }) => personId);
    const leads = found.leads.map((lead) => {
      const leadIds = byPerson.get(lead.personId)?.map(({ id }) => id) ?? [];
      return describeLead(lead, outcomes.get(lead.id) ?? [], leadIds.toReversed());
    });
    const refused = await findRefusedRows(trx, accountId, found.signature);
    const received = await findRequestsOf(trx, accountId, found.signature, ids);
    const mode = await findMode(trx, accountId);
    const exported = {
      exported_at: new Date().toISOString(),
      leads,
      contacts: await findContacts(trx, accountId, found),
      deliveries: await findDeliveries(trx, accountId, found),
      refused_rows: refused.map(({ import_id, line, reason, content }) => ({
        import_id: showId('imp', fromUuid(import_id)),
        line,
        reason,
        row: JSON.parse(content) as unknown,
      })),
      received: received.map((row) => toReceived(row, mode)),
    };
    await recordAudit(trx, accountId, actor, 'person.exported', peopleOf(found), {
      leads: leads.length,
    });
    return exported;
  });
}

/** Whom an entry of the audit log is about, once nothing personal may be said. */
export const peopleOf = ({ leads }: PersonFound): string =>
  [...new Set(leads.map(({ personId }) => showId('person', personId)))].slice(0, 5).join(' ') || 'nobody';

async function findContacts(
  trx: AccountTransaction,
  accountId: string,
  { leads }: PersonFound,
): Promise<PersonExport['data']['contacts']> {
  if (leads.length === 0) return [];
  const signed = new Set(leads.map(({ email, phone }) => `${foldEmail(email)} ${phone}`));
  const rows = await trx
    .selectFrom('contacts as c')
    .select(['c.person_id', 'c.email', 'c.phone', 'c.name'])
    .where('c.account_id', '=', accountId)
    .where('c.person_id', '=', anyOf([...new Set(leads.map(({ personId }) => personId))]))
    .execute();
  return rows
    .filter(({ email, phone }) => signed.has(`${email} ${phone}`))
    .map(({ person_id, ...rest }) => ({ person_id: showId('person', fromUuid(person_id)), ...rest }));
}

async function findDeliveries(
  trx: AccountTransaction,
  accountId: string,
  { leads }: PersonFound,
): Promise<unknown[]> {
  if (leads.length === 0) return [];
  const events = await findEvents(
    trx,
    accountId,
    leads.map(({ id }) => id),
  );
  const rows = await trx
    .selectFrom('deliveries as d')
    .selectAll()
    .where('d.account_id', '=', accountId)
    .where('d.endpoint_id', 'in', endpointsOf(trx, accountId))
    .where('d.event_id', '=', anyOf(events))
    .orderBy('d.event_id')
    .execute();
  return rows.map((row) => ({
    webhook_id: showId('hook', fromUuid(row.endpoint_id)),
    ...toDelivery(row),
  }));
}
