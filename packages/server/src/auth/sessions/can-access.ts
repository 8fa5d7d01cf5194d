// Checks that the caller may use the IDs in a call: accounts they belong to, and invitations that were sent to them or
// belong to their current account. We report all other IDs as unknown; the library would reveal that they exist.

import type { Installation } from '../../platform/db/installation.ts';
import type { Sessions, SignedIn } from './sessions.ts';

type Fields = Readonly<Record<string, unknown>>;

export async function canAccess(
  { db }: Sessions,
  { user, accountId }: SignedIn,
  given: Fields,
): Promise<boolean> {
  const account = textOf(given.organizationId);
  const invitation = textOf(given.invitationId ?? given.id);
  return (
    (account === null || (await isMember(db, user.id, account))) &&
    (invitation === null ||
      (await isInvited(db, user.email, invitation)) ||
      (accountId !== null && (await isInvitationOf(db, accountId, invitation))))
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isMember = async (db: Installation, userId: string, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

const isInvitationOf = async (db: Installation, accountId: string, invitationId: string): Promise<boolean> =>
  (await db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', invitationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

const isInvited = async (db: Installation, email: string, invitationId: string): Promise<boolean> =>
  (await db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', invitationId)
    .where('email', '=', email)
    .executeTakeFirst()) !== undefined;
