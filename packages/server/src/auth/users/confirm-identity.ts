// Makes sure that it is really the user, and not someone at their unlocked computer, before something is deleted or all
// data is exported.

import { DomainError } from '../../platform/base/domain-error.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { isPassword } from '../passwords/password.ts';
import type { SignedIn } from '../sessions/sessions.ts';

/** For users without a password, who can prove who they are by signing in again. */
const FRESH_MS = 10 * 60_000;

export const secondFactorMissing = (): DomainError =>
  new DomainError(
    'two_factor_required',
    'you signed in with a password alone; sign in again with your second factor',
  );

export async function confirmIdentity(
  db: Installation,
  { sessionId, user, hasSecondFactor }: SignedIn,
  password: string | undefined,
): Promise<void> {
  if (user.hasTwoFactor && !hasSecondFactor) throw secondFactorMissing();
  const credential = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', user.id)
    .where('password', 'is not', null)
    .executeTakeFirst();
  if (credential?.password != null) {
    if (password === undefined || !(await isPassword(password, credential.password)))
      throw new DomainError('wrong_password', 'the password is wrong', { field: 'password' });
    return;
  }
  const { created_at } = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  if (Date.now() - created_at.getTime() > FRESH_MS)
    throw new DomainError('session_too_old', 'please sign out, sign in again and repeat this');
}
