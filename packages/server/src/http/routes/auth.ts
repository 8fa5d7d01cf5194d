// Signing up and in, second factors, sessions, members and invitations: the part of better-auth that the dashboard uses,
// and nothing else of it. Its errors leave in our shape.

import type { ErrorCode, Role } from '@leadline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuditAction, recordAudit } from '../../audit/record-audit.ts';
import { BY_ADDRESS, BY_SUBJECT, countAttempt, forgetAttempts } from '../../auth/attempts.ts';
import { CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import type { Mailer } from '../../auth/mailer.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { maySignUp, type SignUp } from '../../auth/sign-up-policy.ts';
import { fromUuid, showId } from '../../ids.ts';
import { admitBySession, type Gate, openSessions } from '../admit.ts';
import { ApiError } from '../errors.ts';
import { isSameOrigin } from '../same-origin.ts';
import { takesAnything } from '../schema.ts';

export interface AuthParts {
  readonly signUp: SignUp;
  readonly mailer: Mailer;
}

/** Of a call that gives something away to whoever tries often: whom it is about, besides the address it comes from. */
type Guessed = 'email' | 'user' | 'nobody';

interface Call {
  readonly method: 'GET' | 'POST';
  readonly guessed?: Guessed;
  /** Only an owner may call it, of the account the session works for. */
  readonly isForOwners?: boolean;
  readonly audit?: AuditAction;
}

const CALLS: Readonly<Record<string, Call>> = {
  'sign-up/email': { method: 'POST', guessed: 'nobody' },
  'sign-in/email': { method: 'POST', guessed: 'email' },
  'sign-out': { method: 'POST' },
  'request-password-reset': { method: 'POST', guessed: 'email' },
  'reset-password': { method: 'POST', guessed: 'nobody' },
  'change-password': { method: 'POST', guessed: 'user' },
  'update-user': { method: 'POST' },
  'list-sessions': { method: 'GET' },
  'revoke-session': { method: 'POST' },
  'revoke-other-sessions': { method: 'POST' },
  'two-factor/enable': { method: 'POST', guessed: 'user' },
  'two-factor/disable': { method: 'POST', guessed: 'user' },
  'two-factor/verify-totp': { method: 'POST', guessed: 'user' },
  'two-factor/verify-backup-code': { method: 'POST', guessed: 'user' },
  'organization/set-active': { method: 'POST' },
  'organization/list-members': { method: 'GET' },
  // The ids it shows let in whoever signs up with the address that was invited.
  'organization/list-invitations': { method: 'GET', isForOwners: true },
  'organization/invite-member': { method: 'POST', isForOwners: true, audit: 'member.invited' },
  'organization/cancel-invitation': { method: 'POST', isForOwners: true, audit: 'member.uninvited' },
  'organization/get-invitation': { method: 'GET' },
  'organization/accept-invitation': { method: 'POST', audit: 'member.joined' },
  'organization/update-member-role': { method: 'POST', isForOwners: true, audit: 'member.role_changed' },
  'organization/remove-member': { method: 'POST', isForOwners: true, audit: 'member.removed' },
  'organization/leave': { method: 'POST', audit: 'member.left' },
};

export function addAuth(app: FastifyInstance, gate: Gate, { signUp, mailer }: AuthParts): void {
  for (const [path, call] of Object.entries(CALLS)) {
    app.route({
      method: call.method,
      url: `/api/auth/${path}`,
      schema: { hide: true },
      validatorCompiler: takesAnything,
      config: { role: call.isForOwners ? 'owner' : 'viewer' },
      ...(call.isForOwners ? { onRequest: admitBySession(gate) } : {}),
      handler: async (request, reply) => {
        if (!isSameOrigin(request)) throw new ApiError('not allowed', 'the request comes from another site');
        const sessions = openSessions(gate);
        const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
        if (path === 'request-password-reset' && mailer.way === 'none') {
          throw new ApiError('not available', 'mail is not set up here; ask whoever runs this installation');
        }
        if ('role' in body && !isRole(body.role)) {
          throw new ApiError('invalid input', `role must be one of ${ROLES.join(', ')}`);
        }
        checkIds({ ...(request.query as Record<string, unknown>), ...body });
        const subject = await countGuess(sessions, request, path, call.guessed, body);
        if (path === 'sign-up/email' && !(await maySignUp(sessions.db, signUp, String(body.email)))) {
          throw new ApiError('not allowed', 'sign-up is closed here; ask for an invitation');
        }
        const answer = await sessions.auth.handler(toWebRequest(request, sessions, call, body));
        const text = await answer.text();
        for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
        if (!answer.ok) throw toApiError(answer.status, text);
        // Who knows the password has not been guessing. (To ask for a mail proves nothing.)
        if (path === 'sign-in/email' && subject !== null) await forgetAttempts(sessions.db, subject);
        if (call.audit !== undefined) await auditTeam(sessions, request, reply, call.audit, body, text);
        return reply.header('Cache-Control', 'no-store').type('application/json').send(text);
      },
    });
  }
}

/** A link that was cut short names nothing; the database would take it for a fault of ours. */
function checkIds(given: Readonly<Record<string, unknown>>): void {
  for (const name of ['id', 'organizationId', 'memberId', 'memberIdOrEmail', 'invitationId']) {
    const value = given[name];
    if (value === undefined || (typeof value === 'string' && IS_ID.test(value))) continue;
    throw new ApiError('not found', 'there is nothing by this id');
  }
}

const IS_ID = /^(?:[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})$/i;

/** Throws when there were too many. Gives back what was counted. */
async function countGuess(
  sessions: Sessions,
  request: FastifyRequest,
  path: string,
  guessed: Guessed | undefined,
  body: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  if (guessed === undefined) return null;
  const whom =
    guessed === 'email'
      ? String(body.email).toLowerCase()
      : guessed === 'user'
        ? (await sessions.find(request, null))?.user.id // half signed in: the library counts wrong codes itself
        : undefined;
  const subject = whom === undefined ? null : `${path} ${whom}`;
  const waits = [
    await countAttempt(sessions.db, `address ${request.ip}`, BY_ADDRESS),
    subject === null ? null : await countAttempt(sessions.db, subject, BY_SUBJECT),
  ];
  const wait = Math.max(...waits.map((each) => each ?? 0));
  if (wait > 0) {
    throw new ApiError('rate limited', `too many attempts; try again in ${Math.ceil(wait / 60)} min`, wait);
  }
  return subject;
}

function toWebRequest(
  request: FastifyRequest,
  { auth }: Sessions,
  { isForOwners }: Call,
  { organizationId, ...body }: Readonly<Record<string, unknown>>,
): Request {
  const { baseURL = '' } = auth.options;
  const url = new URL(request.url, baseURL);
  // The account that is meant is the session's, in which the caller was found to be an owner; not another one they name.
  const named = isForOwners || organizationId === undefined ? {} : { organizationId };
  if (isForOwners) url.searchParams.delete('organizationId');
  const { cookie, 'user-agent': agent } = request.headers;
  return new Request(url, {
    method: request.method,
    headers: {
      'content-type': 'application/json',
      // Ours: whether the page is ours was looked at already, by the host it was asked from.
      origin: url.origin,
      [CLIENT_ADDRESS_HEADER]: request.ip,
      ...(cookie === undefined ? {} : { cookie }),
      ...(agent === undefined ? {} : { 'user-agent': agent.slice(0, 500) }),
    },
    ...(request.method === 'POST' ? { body: JSON.stringify({ ...body, ...named }) } : {}),
  });
}

const ROLES: readonly Role[] = ['owner', 'rep', 'viewer'];
const isRole = (role: unknown): boolean => ROLES.some((each) => each === role);

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'not signed in',
  403: 'not allowed',
  404: 'not found',
  422: 'invalid input',
  429: 'rate limited',
};

function toApiError(status: number, text: string): ApiError {
  if (status >= 500) throw new Error(`better-auth answered ${status}`);
  const { message = '' } = readJson(text);
  return new ApiError(CODES[status] ?? 'invalid input', typeof message === 'string' ? message : '');
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

async function auditTeam(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  action: AuditAction,
  body: Readonly<Record<string, unknown>>,
  text: string,
): Promise<void> {
  const signedIn = request.signedIn ?? (await sessions.find(request, reply));
  if (signedIn === null) return;
  const answer = readJson(text);
  const inner = (answer.invitation ?? answer.member ?? answer) as Readonly<Record<string, unknown>>;
  const accountId = inner.organizationId ?? body.organizationId ?? signedIn.accountId;
  const subject = inner.userId ?? inner.id ?? body.memberId ?? body.invitationId ?? signedIn.user.id;
  await recordAudit(
    sessions.db,
    fromUuid(String(accountId)),
    `user_${signedIn.user.id}`,
    action,
    showId('user', fromUuid(String(action === 'member.joined' ? signedIn.user.id : subject))),
    inner.role === undefined ? {} : { role: inner.role },
  );
}
