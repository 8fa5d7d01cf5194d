// An account for somebody who has signed up. The first one takes over the account that was made when a fresh
// installation started, so that the keys printed then are theirs.

import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { makeId, showId } from '../base/ids.ts';
import { type Actor, scopeWithin } from '../db/account-scope.ts';
import { type Installation, inTransaction } from '../db/installation.ts';
import { addAccount } from './add-account.ts';
import { findFirstAccount } from './find-first-account.ts';

export interface Opener {
  readonly id: string;
  readonly email: string;
}

const MAX_ACCOUNTS = 20;
const CLAIMED_WITHIN_MS = 60 * 60 * 1000;

/** With `isClosed`, only the first person to sign up may open one. */
export function openAccount(
  db: Installation,
  user: Opener,
  name: string,
  plan: string,
  isClosed: boolean,
): Promise<{ readonly accountId: string }> {
  const actor: Actor = `user_${user.id}`;
  return inTransaction(db, async (trx) => {
    // One after the other: two who open the first account at once must not both take it over.
    await sql`select pg_advisory_xact_lock(hashtext('leadline.open_account'))`.execute(trx);
    const own = await trx.selectFrom('members').select('id').where('user_id', '=', user.id).execute();
    if (isClosed && (await hasMembers(trx)))
      throw new DomainError('sign_up_closed', 'new accounts are closed on this installation');
    if (own.length >= MAX_ACCOUNTS)
      throw new DomainError('limit_reached', `you can have up to ${MAX_ACCOUNTS} accounts`);
    const accountId = (await findUnclaimed(trx)) ?? (await addAccount(trx, actor, user.email, plan));
    await trx.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
    await trx
      .insertInto('members')
      .values({ id: makeId(), account_id: accountId, user_id: user.id, role: 'owner' })
      .execute();
    await recordAudit(scopeWithin(trx, { accountId, actor }), 'member.joined', showId('user', user.id), {
      role: 'owner',
    });
    return { accountId };
  });
}

/** The first account, while nobody has signed up, and only shortly after it was made: later it may hold leads that are
 * not for whoever comes along. The operator can still add a member to it. */
async function findUnclaimed(db: Installation): Promise<string | null> {
  return (await hasMembers(db)) ? null : findFirstAccount(db, CLAIMED_WITHIN_MS);
}

async function hasMembers(db: Installation): Promise<boolean> {
  const anybody = await db.selectFrom('members').select('id').limit(1).executeTakeFirst();
  return anybody !== undefined;
}
