// Adds a member to an account that was created on the command line. New users get a password, which is returned only
// once.

import { randomBytes } from 'node:crypto';
import type { Role } from '@leadline/contract';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { hashPassword } from '../../auth/passwords/password.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import { asOperator, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';

interface AddedMember {
  readonly userId: string;
  /** Null if the user already has a password. */
  readonly password: string | null;
}

/** `isKnown` means the operator has confirmed that the existing user with this email is the right person. */
interface Names {
  readonly name?: string;
  /** For an account that has none yet. */
  readonly accountName?: string;
}

export async function addMember(
  db: Installation,
  accountId: string,
  email: string,
  role: Role,
  isKnown = false,
  { name = nameBy(email), accountName = nameBy(email) }: Names = {},
): Promise<AddedMember> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new DomainError('invalid_input', `${email} is not a valid email address`);
  const password = randomBytes(12).toString('base64url');
  const hash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', '=', accountId)
      .where('test_of', 'is', null)
      .executeTakeFirst();
    if (account === undefined) throw new DomainError('not_found', 'no such account');
    if (account.name === '') {
      await trx.updateTable('accounts').set({ name: accountName }).where('id', '=', accountId).execute();
    }
    const known = await trx
      .selectFrom('users')
      .select(['id', 'created_at'])
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    // We don't verify emails at sign-up, so the existing user may be someone else.
    if (known !== undefined && !isKnown)
      throw new DomainError(
        'email_taken',
        `${email} signed up on ${known.created_at.toISOString().slice(0, 10)}; pass --known if you are sure it is the right person`,
      );
    const userId =
      known === undefined ? await addUser(trx, email.toLowerCase(), name, hash) : fromUuid(known.id);
    const added = await trx
      .insertInto('members')
      .values({ id: makeId(), account_id: accountId, user_id: userId, role })
      .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n)
      throw new DomainError('already_member', `${email} is already a member`);
    await recordAudit(scopeWithin(trx, asOperator(accountId)), 'member.joined', showId('user', userId), {
      role,
    });
    return { userId, password: known === undefined ? password : null };
  });
}

async function addUser(db: Installation, email: string, name: string, hash: string): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ id: makeId(), email, name, email_verified: false, two_factor_enabled: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The library compares provider_user_id to the user's ID as text, including dashes.
  await db
    .insertInto('credentials')
    .values({ id: makeId(), user_id: id, provider_id: 'credential', provider_user_id: id, password: hash })
    .execute();
  return fromUuid(id);
}

/** Uses the part before the @ until they choose a name. */
const nameBy = (email: string): string => (email.split('@')[0] as string).replaceAll('.', ' ');
