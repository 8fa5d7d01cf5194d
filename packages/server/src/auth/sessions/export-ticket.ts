// Permission to download an export, given to someone who has just confirmed their identity: browsers can't send a password
// with a download. It only works in the session that got it, for a minute, so it is of no use to anyone who reads a log.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthSecret } from '../cookies/auth-secrets.ts';

export interface TicketHolder {
  readonly sessionId: string;
  readonly accountId: string;
}

type Secrets = readonly Pick<AuthSecret, 'value'>[];

const VALID_MS = 60_000;

export function makeExportTicket([secret]: Secrets, holder: TicketHolder, now: Date): string {
  if (secret === undefined) throw new Error('no secret to sign with');
  const expires = String(now.getTime() + VALID_MS);
  return `${expires}.${sign(secret, holder, expires).toString('base64url')}`;
}

/** Also accepts what was signed with an earlier secret. */
export function isExportTicket(secrets: Secrets, holder: TicketHolder, ticket: string, now: Date): boolean {
  const [expires = '', signature = ''] = ticket.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = sign(secret, holder, expires);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned && now.getTime() < Number(expires);
}

const sign = (
  { value }: Pick<AuthSecret, 'value'>,
  { sessionId, accountId }: TicketHolder,
  expires: string,
) =>
  createHmac('sha256', value)
    .update(JSON.stringify(['account export', sessionId, accountId, expires]))
    .digest();
