// Erases a person: their leads and all that was kept because of them. What is left says that somebody was erased, and
// when, but not who.

import type { EraseResult } from '@leadline/contract';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { fromUuid, showId } from '../ids.ts';
import { forgetLeads, lockAccount } from '../leads/forget-leads.ts';
import { holdReceived } from '../received/lock-received.ts';
import { eraseRefusedRequests } from '../received/requests-of-person.ts';
import { peopleOf } from './export-person.ts';
import { findPerson, type Who } from './find-person.ts';
import { eraseRefusedRows } from './refused-rows.ts';

export type Erased =
  | { readonly kind: 'erased'; readonly counts: EraseResult['data'] }
  /** Files that are still to be read may name the person. */
  | { readonly kind: 'imports open'; readonly importIds: readonly string[] };

/** In several accounts one after the other, and in none while a file is open in any. */
export async function erasePerson(
  db: Database,
  accountIds: readonly string[],
  actor: Actor,
  who: Who,
): Promise<Erased> {
  const importIds: string[] = [];
  for (const accountId of accountIds)
    importIds.push(...(await asAccount(db, accountId, (trx) => findOpenImports(trx, accountId))));
  if (importIds.length > 0) return { kind: 'imports open', importIds };
  const parts: EraseResult['data'][] = [];
  for (const accountId of accountIds) {
    const erased = await eraseIn(db, accountId, actor, who);
    if (erased.kind === 'imports open') return erased;
    parts.push(erased.counts);
  }
  return { kind: 'erased', counts: addCounts(parts) };
}

async function eraseIn(db: Database, accountId: string, actor: Actor, who: Who): Promise<Erased> {
  // By itself and without the account's lock: they may be many, and leads that come in must not wait for it.
  const { signature, refused } = await asAccount(db, accountId, async (trx) => {
    const { signature } = await findPerson(trx, accountId, who);
    return { signature, refused: await eraseRefusedRows(trx, accountId, signature) };
  });
  return asAccount(db, accountId, async (trx) => {
    // Until the entry is in the audit log: it keeps refused requests that are not written down yet from being.
    await holdReceived(trx, accountId);
    const requests = await eraseRefusedRequests(trx, accountId, signature);
    await lockAccount(trx);
    const open = await findOpenImports(trx, accountId);
    if (open.length > 0) return { kind: 'imports open', importIds: open };
    const found = await findPerson(trx, accountId, who);
    const forgotten = await forgetLeads(trx, accountId, found.leads);
    const counts = { ...forgotten, received: forgotten.received + requests, refused_rows: refused };
    await recordAudit(trx, accountId, actor, 'person.erased', peopleOf(found), counts);
    return { kind: 'erased', counts };
  });
}

async function findOpenImports(trx: AccountTransaction, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('imports as i')
    .select('i.id')
    .where('i.account_id', '=', accountId)
    .where('i.status', 'in', ['uploading', 'ready', 'queued', 'running', 'stopped'])
    .execute();
  return rows.map(({ id }) => showId('imp', fromUuid(id)));
}

function addCounts(parts: readonly EraseResult['data'][]): EraseResult['data'] {
  const sum = (name: keyof EraseResult['data']): number => parts.reduce((all, each) => all + each[name], 0);
  return {
    leads: sum('leads'),
    contacts: sum('contacts'),
    deliveries: sum('deliveries'),
    refused_rows: sum('refused_rows'),
    received: sum('received'),
  };
}
