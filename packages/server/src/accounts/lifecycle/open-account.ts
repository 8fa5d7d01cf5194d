// Creates an account for a user who signed up. The user who signed up with the setup token takes over the account created
// when the installation first started, along with the keys printed then.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId, showId } from '../../platform/base/ids.ts';
import { type Actor, actingAs, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { renameAccount } from '../profile/rename-account.ts';
import { addAccount } from './add-account.ts';
import { findFirstAccount } from './find-first-account.ts';
import { isSetUpBy } from './setup-token.ts';

export interface AccountCreator {
  readonly id: string;
  readonly email: string;
}

const MAX_ACCOUNTS = 20;

/** If `isClosed`, only the first user may create an account. */
export function openAccount(
  db: Installation,
  user: AccountCreator,
  name: string,
  plan: string,
  isClosed: boolean,
): Promise<{ readonly accountId: string }> {
  const actor: Actor = `user_${user.id}`;
  return inTransaction(db, async (trx) => {
    // Run one at a time, so that two users can't both take over the first account.
    await sql`select pg_advisory_xact_lock(hashtext('leadline.open_account'))`.execute(trx);
    const own = await trx.selectFrom('members').select('id').where('user_id', '=', user.id).execute();
    if (isClosed && (await hasMembers(trx)))
      throw new DomainError('sign_up_closed', 'this installation does not allow new accounts');
    if (own.length >= MAX_ACCOUNTS)
      throw new DomainError('limit_reached', `you can have up to ${MAX_ACCOUNTS} accounts`);
    const accountId = (await findUnclaimed(trx, user.id)) ?? (await addAccount(trx, actor, user.email, plan));
    const scope = scopeWithin(trx, actingAs(actor, accountId));
    await renameAccount(scope, name);
    await trx
      .insertInto('members')
      .values({ id: makeId(), account_id: accountId, user_id: user.id, role: 'owner' })
      .execute();
    await recordAudit(scope, 'member.joined', showId('user', user.id), { role: 'owner' });
    return { accountId };
  });
}

/** The first account, if nobody has taken it over and the operator let the user set up Leadline. It may contain leads that
 * others must not see. */
async function findUnclaimed(db: Installation, userId: string): Promise<string | null> {
  if ((await hasMembers(db)) || !(await isSetUpBy(db, userId))) return null;
  return findFirstAccount(db);
}

async function hasMembers(db: Installation): Promise<boolean> {
  const member = await db.selectFrom('members').select('id').limit(1).executeTakeFirst();
  return member !== undefined;
}
