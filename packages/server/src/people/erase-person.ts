// Erases a person: their leads and all that was kept because of them. What is left says that somebody was erased, and
// when, but not who.

import type { EraseResult } from '@leadline/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { fromUuid, showId } from '../base/ids.ts';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { forgetLeads } from '../erasure/forget-leads.ts';
import { foldEmail } from '../leads/contact.ts';
import type { LeadToForget } from '../leads/delete-leads.ts';
import { holdReceived } from '../request-log/lock-request-log.ts';
import { peopleOf } from './export-person.ts';
import { findPerson, type PersonFound, type Who } from './find-person.ts';
import { eraseRefusedRows } from './refused-rows.ts';
import { eraseRefusedRequests } from './requests-of-person.ts';

type Counts = EraseResult['data'];

export type Erased =
  | { readonly kind: 'erased'; readonly counts: Counts }
  /** Files that are still to be read may name the person. */
  | { readonly kind: 'imports open'; readonly importIds: readonly string[] };

/** In several accounts one after the other, and in none while a file is open in any. */
export async function erasePerson(accounts: readonly AccountAccess[], who: Who): Promise<Erased> {
  const importIds: string[] = [];
  for (const account of accounts) importIds.push(...(await account.enter(findOpenImports)));
  if (importIds.length > 0) return { kind: 'imports open', importIds };
  const parts: Counts[] = [];
  for (const account of accounts) {
    const erased = await eraseIn(account, who);
    if (erased.kind === 'imports open') return erased;
    parts.push(erased.counts);
  }
  return { kind: 'erased', counts: addCounts(parts) };
}

/** What an erasure has done so far, in transactions that are over. */
interface Progress {
  readonly parts: Partial<Counts>[];
  /** Also of leads that are gone by now. */
  readonly numbers: Set<string>;
  /** A lead of each, of as many as the audit log names. */
  readonly people: Map<string, LeadToForget>;
}

/** Leads of all accounts are written in common batches, and may wait for so many to go. */
const AT_ONCE = 200;
/** Whatever was there when it was asked goes in the first round. What came in since is looked for so often: who sends
 * faster than we erase is not waited for. */
const MAX_ROUNDS = 5;
const MAX_NAMED = 5;

/** Few leads go in one transaction. Many go in steps before it, each whole by itself: whatever stops them, who asks again
 * finds what is left. */
async function eraseIn(account: AccountAccess, who: Who): Promise<Erased> {
  const progress: Progress = { parts: [], numbers: new Set(), people: new Map() };
  let isSaid = false;
  try {
    let found = await findNoting(account, who, progress);
    // By itself and without the account's lock: they may be many, and leads that come in must not wait for it. Before any
    // lead goes: the leads say which numbers are the person's.
    const refused = await account.enter((scope) => eraseRefusedRows(scope, found.signature));
    progress.parts.push({ refused_rows: refused });
    for (let round = 1; found.leads.length > AT_ONCE && round < MAX_ROUNDS; round++) {
      await eraseSteps(account, found, progress);
      found = await findNoting(account, who, progress);
    }
    const erased = await finish(account, who, found.signature, progress);
    isSaid = erased.kind === 'erased';
    return erased;
  } finally {
    // What went is said, also when the rest could not go.
    if (!isSaid) await recordPart(account, progress).catch(() => {});
  }
}

async function findNoting(
  account: AccountAccess,
  who: Who,
  { numbers, people }: Progress,
): Promise<PersonFound> {
  const { signature, leads } = await account.enter((scope) => findPerson(scope, who));
  for (const number of signature.numbers) numbers.add(number);
  for (const lead of leads) {
    if (people.size === MAX_NAMED) break;
    people.set(lead.personId, lead);
  }
  return { signature: { ...signature, numbers: [...numbers] }, leads };
}

/** Those without an address first: they are found by those with it. And refused requests before all, by their numbers. */
async function eraseSteps(
  account: AccountAccess,
  { signature, leads }: PersonFound,
  { parts }: Progress,
): Promise<void> {
  const received = await account.enter(async (scope) => {
    await holdReceived(scope);
    return eraseRefusedRequests(scope, signature);
  });
  parts.push({ received });
  const hasAddress = ({ email }: LeadToForget): boolean => foldEmail(email).includes('@');
  const inOrder = [...leads.filter((lead) => !hasAddress(lead)), ...leads.filter(hasAddress)];
  for (let from = 0; from < inOrder.length; from += AT_ONCE) {
    const forgotten = await account.enter(async (scope) => {
      await holdReceived(scope);
      await lockAccount(scope);
      const some = await stillThere(scope, inOrder.slice(from, from + AT_ONCE));
      return forgetLeads(scope, some);
    });
    parts.push(forgotten);
  }
}

/** Somebody else may erase them, too; a lead that is counted twice would take the contact of another along. */
async function stillThere(scope: AccountScope, leads: readonly LeadToForget[]): Promise<LeadToForget[]> {
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
  who: Who,
  signature: PersonFound['signature'],
  progress: Progress,
): Promise<Erased> {
  const { received, erased } = await account.enter(async (scope) => {
    // Until the entry is in the audit log: it keeps refused requests that are not written down yet from being. Those that
    // were written down since the first step are among these.
    await holdReceived(scope);
    const received = await eraseRefusedRequests(scope, signature);
    await lockAccount(scope);
    const importIds = await findOpenImports(scope);
    if (importIds.length > 0) return { received, erased: { kind: 'imports open', importIds } as const };
    // Once more, now that none comes in.
    const { leads } = await findPerson(scope, who);
    const forgotten = await forgetLeads(scope, leads.slice(0, AT_ONCE));
    const counts = addCounts([...progress.parts, { received }, forgotten]);
    await record(scope, counts, progress);
    return { received, erased: { kind: 'erased', counts } as const };
  });
  progress.parts.push({ received });
  return erased;
}

/** An erasure that was not finished. */
async function recordPart(account: AccountAccess, progress: Progress): Promise<void> {
  const counts = addCounts(progress.parts);
  if (Object.values(counts).every((count) => count === 0)) return;
  await account.enter((scope) => record(scope, counts, progress));
}

const record = (scope: AccountScope, counts: Counts, { people }: Progress): Promise<void> =>
  recordAudit(scope, 'person.erased', peopleOf([...people.values()]), { ...counts });

async function findOpenImports(scope: AccountScope): Promise<string[]> {
  const rows = await scope.transaction
    .selectFrom('imports as i')
    .select('i.id')
    .where('i.account_id', '=', scope.accountId)
    .where('i.status', 'in', ['uploading', 'ready', 'queued', 'running', 'stopped'])
    .execute();
  return rows.map(({ id }) => showId('imp', fromUuid(id)));
}

function addCounts(parts: readonly Partial<Counts>[]): Counts {
  const sum = (name: keyof Counts): number => parts.reduce((all, each) => all + (each[name] ?? 0), 0);
  return {
    leads: sum('leads'),
    contacts: sum('contacts'),
    deliveries: sum('deliveries'),
    refused_rows: sum('refused_rows'),
    received: sum('received'),
  };
}
