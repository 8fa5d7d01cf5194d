// Writes the calls that concern a user's sign-in to the security log and sends the emails about them. A failure to do
// so is logged, but doesn't fail a call that has already happened.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookie } from '../../../auth/cookies/known-devices.ts';
import { type Client, describeClient } from '../../../auth/security/client.ts';
import { isSecure, noteSignIn } from '../../../auth/security/note-sign-in.ts';
import {
  recordFailedSignIn,
  recordSecurityEvent,
  type SecurityEvent,
} from '../../../auth/security/security-log.ts';
import {
  type MailParts,
  type SecurityMail,
  sendSecurityMail,
} from '../../../auth/security/security-mails.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { fromUuid } from '../../../platform/base/ids.ts';
import { describeError } from '../../../platform/base/log.ts';
import type { CallContext, Fields } from './auth-call.ts';

interface Noted {
  readonly event: SecurityEvent;
  readonly mail?: SecurityMail;
}

/** What a successful call of someone who is signed in means. */
const CHANGES: Readonly<Record<string, Noted>> = {
  'sign-out': { event: { action: 'user.signed_out' } },
  'change-password': { event: { action: 'user.password_changed' }, mail: 'password_changed' },
  'revoke-session': { event: { action: 'user.session_revoked' } },
  'revoke-other-sessions': { event: { action: 'user.sessions_revoked' } },
  'two-factor/disable': { event: { action: 'user.two_factor_off' }, mail: 'two_factor_off' },
  'two-factor/generate-backup-codes': {
    event: { action: 'user.backup_codes_renewed' },
    mail: 'backup_codes_renewed',
  },
  'two-factor/verify-backup-code': { event: { action: 'user.backup_code_used' }, mail: 'backup_code_used' },
};

/** How the user of a successful call signed in. */
const SIGN_INS: Readonly<Record<string, SecurityEvent>> = {
  'sign-up/email': { action: 'user.signed_up' },
  'sign-in/email': { action: 'user.signed_in', details: { method: 'password' } },
  'two-factor/verify-totp': {
    action: 'user.signed_in',
    details: { method: 'password', second_factor: 'code' },
  },
  'two-factor/verify-backup-code': {
    action: 'user.signed_in',
    details: { method: 'password', second_factor: 'backup_code' },
  },
};

const TURNED_ON: Noted = { event: { action: 'user.two_factor_on' }, mail: 'two_factor_on' };

export async function noteSuccess(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  context: CallContext,
  answer: Fields,
): Promise<void> {
  const parts = mailParts(context);
  const { signedIn } = context;
  const client = clientOf(request);
  try {
    const change = path === 'two-factor/verify-totp' ? turnedOn(context) : CHANGES[path];
    const user = signedIn?.user ?? userOf(answer);
    if (user === null) return; // for example, the second step of signing in is still to come
    if (change !== undefined && (signedIn !== null || path === 'two-factor/verify-backup-code')) {
      await recordSecurityEvent(parts.db, user.id, change.event, client);
      if (change.mail !== undefined) sendSecurityMail(parts, user, change.mail, client);
    }
    const signIn = SIGN_INS[path];
    // Signing in over another session starts a new one.
    const arrived = path.startsWith('sign-') ? userOf(answer) : signedIn === null ? user : null;
    if (signIn === undefined || arrived === null) return;
    const token = await noteSignIn(parts, arrived, signIn, client, request.headers.cookie);
    reply.header('Set-Cookie', deviceCookie(token, isSecure(parts)));
  } catch (error) {
    parts.logger.error({ ...describeError(error), path }, 'failed to write security log entry');
  }
}

/** Runs in the background, so that response times don't reveal whether an email is registered. */
export function noteFailure(
  request: FastifyRequest,
  path: string,
  context: CallContext,
  error: unknown,
): void {
  const isWrong = error instanceof DomainError && error.code === 'wrong_credentials';
  if (path !== 'sign-in/email' || !isWrong) return;
  const { sessions, fields, parts } = context;
  recordFailedSignIn(sessions.db, String(fields.email), clientOf(request)).catch((error: unknown) =>
    parts.logger.error({ ...describeError(error), path }, 'failed to write security log entry'),
  );
}

const turnedOn = ({ signedIn }: CallContext): Noted | undefined =>
  signedIn === null || signedIn.user.hasTwoFactor ? undefined : TURNED_ON;

export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client =>
  describeClient(ip, headers['user-agent']);

export const mailParts = ({
  sessions: { db, auth },
  parts: { mailer, logger },
}: Pick<CallContext, 'sessions' | 'parts'>): MailParts => ({
  db,
  mailer,
  logger,
  publicUrl: auth.options.baseURL ?? '',
});

function userOf({ user }: Fields): { readonly id: string; readonly email: string } | null {
  const { id, email } = (user ?? {}) as Fields;
  return typeof id === 'string' && typeof email === 'string' ? { id: fromUuid(id), email } : null;
}
