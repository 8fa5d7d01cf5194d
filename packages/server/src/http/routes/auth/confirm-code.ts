// Asks users with two-factor sign-in for a code before a change to it.

import type { FastifyRequest } from 'fastify';
import { tidyBackupCode } from '../../../auth/two-factor/backup-codes.ts';
import { confirmIdentity } from '../../../auth/users/confirm-identity.ts';
import { toDomainError } from '../../../auth/users/library-errors.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { CallContext } from './auth-call.ts';
import { readJson, toWebRequest } from './library-request.ts';

export async function confirmCode(request: FastifyRequest, context: CallContext): Promise<void> {
  const { sessions, signedIn, fields } = context;
  if (signedIn === null || !signedIn.user.hasTwoFactor) return; // the library will reject the request, or nothing is on
  const code = typeof fields.code === 'string' ? fields.code.trim() : '';
  if (code === '')
    throw new DomainError(
      'two_factor_required',
      'enter a code from your authenticator app, or a backup code',
      { field: 'code' },
    );
  // The password first: a code works only once.
  const password = typeof fields.password === 'string' ? fields.password : undefined;
  await confirmIdentity(sessions.db, { ...signedIn, hasSecondFactor: true }, password);
  const isTotp = /^\d{6}$/.test(code);
  const url = `/api/auth/two-factor/${isTotp ? 'verify-totp' : 'verify-backup-code'}`;
  const { headers, ip } = request;
  const answer = await sessions.auth.handler(
    toWebRequest(
      { headers, ip, signedIn, routeOptions: { url } },
      sessions,
      { method: 'POST', takes: ['code'] },
      { fields: { code: isTotp ? code : tidyBackupCode(code) }, isMailWithheld: false },
    ),
  );
  if (!answer.ok) throw toDomainError(answer.status, readJson(await answer.text()));
}
