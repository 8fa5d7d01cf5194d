// Limits invitations, so that nobody can use them to send mass email. Over a limit of their own, people have to wait. Over
// a limit that accounts share, an invitation is created but not emailed: otherwise, one account could keep another from
// inviting someone.

import {
  type AttemptCounter,
  countAttempts,
  INVITATION_MAILS,
  INVITATIONS,
  NEW_ACCOUNT_INVITATIONS,
  NEW_ACCOUNT_MAILS,
  REPEATED_INVITATIONS,
} from '../../../auth/security/attempts.ts';
import { requireVerifiedEmail } from '../../../auth/users/verify-email.ts';
import type { Installation } from '../../../platform/db/installation.ts';
import { counter, rejectTooMany } from './attempt-counters.ts';
import type { CallContext } from './auth-call.ts';

const NEW_FOR_MS = 7 * 24 * 60 * 60 * 1000;

export async function limitInvitations(context: CallContext): Promise<void> {
  const { parts, sessions, fields, signedIn } = context;
  if (signedIn?.accountId == null) return; // not admitted
  requireVerifiedEmail(parts.mailer, signedIn, 'invite people');
  const email = String(fields.email).toLowerCase();
  const isNew = await isNewAccount(sessions.db, signedIn.accountId);
  const own: AttemptCounter[] = [
    counter(REPEATED_INVITATIONS, 'invitations of', signedIn.accountId, email),
    counter(isNew ? NEW_ACCOUNT_INVITATIONS : INVITATIONS, 'invitations of', signedIn.accountId),
    counter(INVITATIONS, 'invitations by', signedIn.user.id),
  ];
  await rejectTooMany(sessions, own, 'too_many_invitations', 'invitations today');
  const shared: AttemptCounter[] = [
    counter(INVITATION_MAILS, 'invitations to', email),
    ...(isNew ? [counter(NEW_ACCOUNT_MAILS, 'invitations of new accounts')] : []),
  ];
  context.isMailWithheld = (await countAttempts(sessions.db, shared)) > 0;
  context.refundable.push(...own, ...(context.isMailWithheld ? [] : shared));
}

async function isNewAccount(db: Installation, accountId: string): Promise<boolean> {
  const { created_at } = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Date.now() - created_at.getTime() < NEW_FOR_MS;
}
