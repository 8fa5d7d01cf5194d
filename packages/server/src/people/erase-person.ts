// Erases a person: their leads and everything stored because of them. The audit log records that somebody was erased
// and when, but not who.

import type { EraseResult, Import } from '@leadline/contract';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { cancelImport } from '../imports/upload/manage-imports.ts';
import { foldEmail } from '../leads/record/contact.ts';
import type { LeadToErase } from '../leads/record/delete-leads.ts';
import { lockRequestLog } from '../leads/request-log/lock-request-log.ts';
import { fromUuid, showId } from '../platform/base/ids.ts';
import type { AccountAccess, AccountScope } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { eraseLeads } from './erase-leads.ts';
import { describePeople } from './export-person.ts';
import { type FoundPerson, findPerson, type PersonIdentifiers, type PersonToFind } from './find-person.ts';
import { eraseRejectedRows } from './rejected-rows.ts';
import { RejectedRequests } from './requests-of-person.ts';
import type { TextSearch } from './text-search.ts';

type Counts = EraseResult['data'];

export type Erased =
  | { readonly kind: 'erased'; readonly counts: Counts }
  /** Imports on their way may still add the person. */
  | { readonly kind: 'imports open'; readonly importIds: readonly string[] };

/** Erases the person from each account in turn; if any of them has an import on its way, erases nothing. */
export async function erasePerson(
  accounts: readonly AccountAccess[],
  search: TextSearch,
  query: PersonToFind,
): Promise<Erased> {
  const importIds: string[] = [];
  for (const account of accounts) importIds.push(...(await account.enter(findOpenImports)));
  if (importIds.length > 0) return { kind: 'imports open', importIds };
  const parts: Counts[] = [];
  for (const account of accounts) {
    const erased = await eraseIn(account, search, query);
    if (erased.kind === 'imports open') return erased;
    parts.push(erased.counts);
  }
  return { kind: 'erased', counts: addCounts(parts) };
}

/** What an erasure's committed transactions have done so far. */
interface Progress {
  readonly parts: Partial<Counts>[];
  /** Includes the numbers of leads that have already been deleted. */
  readonly phones: Set<string>;
  readonly rejected: RejectedRequests;
  /** One lead per person, for as many people as the audit log names. */
  readonly people: Map<string, LeadToErase>;
}

/** New leads from all accounts share write batches and may have to wait for a step, so keep it short. */
const BATCH_SIZE = 200;
/** The first round erases everything stored when the request arrived. Later rounds catch leads that have come in since.
 * If a sender adds leads faster than we can erase them, we stop. */
const MAX_ROUNDS = 5;
const MAX_NAMED = 5;

/** A small number of leads is erased in one transaction. Otherwise most are erased in earlier steps, each of which
 * leaves consistent data: after an interruption, sending the request again erases the rest. */
async function eraseIn(account: AccountAccess, search: TextSearch, query: PersonToFind): Promise<Erased> {
  const progress: Progress = {
    parts: [],
    phones: new Set(),
    rejected: new RejectedRequests(search),
    people: new Map(),
  };
  let isRecorded = false;
  try {
    let found = await findAndNote(account, query, progress);
    // Runs without the account's lock, because there may be many rows and new leads must not wait for them. Has to
    // happen before any lead is deleted, because the leads tell us which phone numbers belong to the person.
    await eraseRejectedRows(account.enter, search, found.identifiers, (rows) =>
      progress.parts.push({ refused_rows: rows }),
    );
    for (let round = 1; found.leads.length > BATCH_SIZE && round < MAX_ROUNDS; round++) {
      await eraseSteps(account, found, progress);
      found = await findAndNote(account, query, progress);
    }
    const erased = await finish(account, query, found.identifiers, progress);
    isRecorded = erased.kind === 'erased';
    return erased;
  } finally {
    // If the erasure fails halfway, the audit log must still record what was erased.
    if (!isRecorded) await recordPartialErasure(account, progress).catch(() => {});
  }
}

async function findAndNote(
  account: AccountAccess,
  query: PersonToFind,
  { phones, people }: Progress,
): Promise<FoundPerson> {
  const { identifiers, leads } = await account.enter((scope) => findPerson(scope, query));
  for (const phone of identifiers.phones) phones.add(phone);
  for (const lead of leads) {
    if (people.size === MAX_NAMED) break;
    people.set(lead.personId, lead);
  }
  return { identifiers: { ...identifiers, phones: [...phones] }, leads };
}

/** Erases rejected requests first, because they are found by the leads' phone numbers, and then leads without an email,
 * because they are found through the leads that have one. */
async function eraseSteps(
  account: AccountAccess,
  { identifiers, leads }: FoundPerson,
  { parts, rejected }: Progress,
): Promise<void> {
  await rejected.searchAhead(account.enter, identifiers);
  const received = await account.enter(async (scope) => {
    await lockRequestLog(scope);
    return rejected.erase(scope, identifiers);
  });
  parts.push({ received });
  const hasEmail = ({ email }: LeadToErase): boolean => foldEmail(email).includes('@');
  const inOrder = [...leads.filter((lead) => !hasEmail(lead)), ...leads.filter(hasEmail)];
  for (let from = 0; from < inOrder.length; from += BATCH_SIZE) {
    const erased = await account.enter(async (scope) => {
      await lockRequestLog(scope);
      await lockAccount(scope);
      const remaining = await keepExisting(scope, inOrder.slice(from, from + BATCH_SIZE));
      return eraseLeads(scope, remaining);
    });
    parts.push(erased);
  }
}

/** A parallel request may erase the same leads. Counting a lead twice would delete a contact that other leads still
 * use. */
async function keepExisting(scope: AccountScope, leads: readonly LeadToErase[]): Promise<LeadToErase[]> {
  const rows = await scope.transaction
    .selectFrom('leads as l')
    .select('l.id')
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(leads.map(({ id }) => id)))
    .execute();
  const ids = new Set(rows.map(({ id }) => fromUuid(id)));
  return leads.filter(({ id }) => ids.has(id));
}

async function finish(
  account: AccountAccess,
  query: PersonToFind,
  identifiers: PersonIdentifiers,
  progress: Progress,
): Promise<Erased> {
  await progress.rejected.searchAhead(account.enter, identifiers);
  const { received, erased } = await account.enter(async (scope) => {
    // Held until the audit entry is committed, because that entry stops rejected requests still in memory from being
    // logged. The erasure below also covers requests logged since the first step.
    await lockRequestLog(scope);
    const received = await progress.rejected.erase(scope, identifiers);
    await lockAccount(scope);
    const importIds = await findOpenImports(scope);
    if (importIds.length > 0) return { received, erased: { kind: 'imports open', importIds } as const };
    await discardUploads(scope);
    // Search again now that the lock keeps new leads out.
    const { leads } = await findPerson(scope, query);
    const last = await eraseLeads(scope, leads.slice(0, BATCH_SIZE));
    const counts = addCounts([...progress.parts, { received }, last]);
    await record(scope, counts, progress);
    return { received, erased: { kind: 'erased', counts } as const };
  });
  progress.parts.push({ received });
  return erased;
}

async function recordPartialErasure(account: AccountAccess, progress: Progress): Promise<void> {
  const counts = addCounts(progress.parts);
  if (Object.values(counts).every((count) => count === 0)) return;
  await account.enter((scope) => record(scope, counts, progress));
}

const record = (scope: AccountScope, counts: Counts, { people }: Progress): Promise<void> =>
  recordAudit(scope, 'person.erased', describePeople([...people.values()]), { ...counts });

async function findOpenImports(scope: AccountScope): Promise<string[]> {
  const ids = await findImports(scope, ['uploading', 'queued', 'running', 'stopped']);
  return ids.map((id) => showId('imp', id));
}

/** Files that nobody has started to import may contain the person too. They can be uploaded again. */
async function discardUploads(scope: AccountScope): Promise<void> {
  for (const id of await findImports(scope, ['ready'])) await cancelImport(scope, id);
}

async function findImports(scope: AccountScope, statuses: readonly Import['status'][]): Promise<string[]> {
  const rows = await scope.transaction
    .selectFrom('imports as i')
    .select('i.id')
    .where('i.account_id', '=', scope.accountId)
    .where('i.status', 'in', statuses)
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}

function addCounts(parts: readonly Partial<Counts>[]): Counts {
  const sum = (name: keyof Counts): number => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
  return {
    leads: sum('leads'),
    contacts: sum('contacts'),
    deliveries: sum('deliveries'),
    refused_rows: sum('refused_rows'),
    received: sum('received'),
    crm_records: sum('crm_records'),
  };
}
