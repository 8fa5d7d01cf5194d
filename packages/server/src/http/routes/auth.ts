// Signing up and in, second factors, sessions, members and invitations: the part of better-auth that the dashboard uses,
// and nothing else of it. Its errors leave in our shape.

import type { ErrorCode } from '@leadline/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  BY_ADDRESS,
  BY_PAIR,
  BY_PERSON,
  type Counted,
  countAttempts,
  forgetAttempts,
  INVITATIONS,
} from '../../auth/attempts.ts';
import { auditTeam, type TeamAction } from '../../auth/audit-team.ts';
import { CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import { describeFault, namesNothing, readFields } from '../../auth/check-fields.ts';
import { clientNetwork } from '../../auth/client-network.ts';
import type { Mailer } from '../../auth/mailer.ts';
import { reaches } from '../../auth/reaches.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { maySignUp, type SignUp } from '../../auth/sign-up-policy.ts';
import { toUuid } from '../../ids.ts';
import type { Logger } from '../../log.ts';
import { admitBySession, type Gate, openSessions } from '../admit.ts';
import { ApiError } from '../errors.ts';
import { isSameOrigin } from '../same-origin.ts';
import { takesAnything } from '../schema.ts';

export interface AuthParts {
  readonly signUp: SignUp;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

/** Of a call that is not to be made often: whom it is about, besides the address it comes from. */
type About = 'email' | 'user' | 'account' | 'nobody';
type Fields = Readonly<Record<string, unknown>>;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly counts?: About;
  /** Only an owner may call it, of the account the session works for. */
  readonly isForOwners?: boolean;
  readonly audit?: TeamAction;
}

const CALLS: Readonly<Record<string, Call>> = {
  'sign-up/email': { method: 'POST', counts: 'nobody' },
  'sign-in/email': { method: 'POST', counts: 'email' },
  'sign-out': { method: 'POST' },
  'request-password-reset': { method: 'POST', counts: 'email' },
  'reset-password': { method: 'POST', counts: 'nobody' },
  'change-password': { method: 'POST', counts: 'user' },
  'update-user': { method: 'POST' },
  'list-sessions': { method: 'GET' },
  'revoke-session': { method: 'POST' },
  'revoke-other-sessions': { method: 'POST' },
  'two-factor/enable': { method: 'POST', counts: 'user' },
  'two-factor/disable': { method: 'POST', counts: 'user' },
  'two-factor/verify-totp': { method: 'POST', counts: 'user' },
  'two-factor/verify-backup-code': { method: 'POST', counts: 'user' },
  'organization/set-active': { method: 'POST' },
  'organization/list-members': { method: 'GET' },
  // The ids it shows let in whoever signs up with the address that was invited.
  'organization/list-invitations': { method: 'GET', isForOwners: true },
  'organization/invite-member': {
    method: 'POST',
    isForOwners: true,
    counts: 'account', // each is a mail to whomever they name
    audit: 'member.invited',
  },
  'organization/cancel-invitation': { method: 'POST', isForOwners: true, audit: 'member.uninvited' },
  'organization/get-invitation': { method: 'GET' },
  'organization/accept-invitation': { method: 'POST', audit: 'member.joined' },
  'organization/update-member-role': { method: 'POST', isForOwners: true, audit: 'member.role_changed' },
  'organization/remove-member': { method: 'POST', isForOwners: true, audit: 'member.removed' },
  'organization/leave': { method: 'POST', audit: 'member.left' },
};

export function addAuth(app: FastifyInstance, gate: Gate, { signUp, mailer, logger }: AuthParts): void {
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
        const body = checkFields(request);
        if (path === 'request-password-reset' && mailer.way === 'none') {
          throw new ApiError('not available', 'mail is not set up here; ask whoever runs this installation');
        }
        if (path.startsWith('organization/')) await checkReach(sessions, request, body);
        const counted = await countCall(sessions, request, path, call.counts, body);
        if (path === 'sign-up/email' && !(await maySignUp(sessions.db, signUp, String(body.email)))) {
          throw new ApiError('not allowed', 'sign-up is closed here; ask for an invitation');
        }
        const answer = await sessions.auth.handler(toWebRequest(request, sessions, call, body));
        const text = await answer.text();
        for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
        if (!answer.ok) throw toApiError(answer.status, text);
        // Who knows the password has not been guessing. (To ask for a mail proves nothing.)
        if (path === 'sign-in/email') await forgetAttempts(sessions.db, counted);
        const signedIn =
          request.signedIn ?? (call.audit === undefined ? null : await sessions.find(request, null));
        if (call.audit !== undefined && signedIn !== null)
          await auditTeam(sessions, signedIn, call.audit, body, readJson(text), logger);
        return reply.header('Cache-Control', 'no-store').type('application/json').send(text);
      },
    });
  }
}

function checkFields({ body, query }: FastifyRequest): Fields {
  const fields = readFields(body);
  if (fields === null) throw new ApiError('invalid input', 'the body must be an object');
  const fault = describeFault(fields);
  if (fault !== null) throw new ApiError('invalid input', fault);
  if (namesNothing({ ...(query as Fields), ...fields })) throw nothingThere();
  return fields;
}

/** Who is not signed in is told so by the library. */
async function checkReach(sessions: Sessions, request: FastifyRequest, body: Fields): Promise<void> {
  const signedIn = request.signedIn ?? (await sessions.find(request, null));
  if (signedIn !== null && !(await reaches(sessions, signedIn, { ...(request.query as Fields), ...body })))
    throw nothingThere();
}

const nothingThere = (): ApiError => new ApiError('not found', 'there is nothing by this id');

/** Throws when there were too many. Gives back those counts that a success takes back. */
async function countCall(
  sessions: Sessions,
  request: FastifyRequest,
  path: string,
  about: About | undefined,
  body: Fields,
): Promise<readonly Counted[]> {
  if (about === undefined) return [];
  const network = clientNetwork(request.ip);
  const own: Counted[] = [];
  if (about === 'email') {
    const email = String(body.email).toLowerCase();
    // From elsewhere they can still sign in while somebody guesses; only many who guess keep them out.
    own.push({ subject: `${path} ${email} from ${network}`, limit: BY_PAIR });
    own.push({ subject: `${path} ${email}`, limit: BY_PERSON });
  } else if (about === 'user') {
    const signedIn = await sessions.find(request, null); // half signed in: the library counts wrong codes itself
    if (signedIn !== null) own.push({ subject: `${path} ${signedIn.user.id}`, limit: BY_PAIR });
  } else if (about === 'account') {
    own.push({ subject: `${path} of ${request.signedIn?.accountId}`, limit: INVITATIONS });
    own.push({ subject: `${path} to ${String(body.email).toLowerCase()}`, limit: BY_PAIR });
  }
  const wait = await countAttempts(sessions.db, [...own, { subject: `from ${network}`, limit: BY_ADDRESS }]);
  if (wait > 0) {
    throw new ApiError('rate limited', `too many attempts; try again in ${Math.ceil(wait / 60)} min`, wait);
  }
  return own;
}

function toWebRequest(
  request: FastifyRequest,
  { auth }: Sessions,
  { isForOwners }: Call,
  body: Fields,
): Request {
  const { baseURL = '' } = auth.options;
  const url = new URL(request.url, baseURL);
  // The account that is meant is the one in which the caller was found to be an owner, whatever they name, and whatever
  // account the session works for by the time the library looks.
  const accountId = isForOwners ? request.signedIn?.accountId : null;
  const named = accountId == null ? {} : { organizationId: toUuid(accountId) };
  if (named.organizationId !== undefined) url.searchParams.set('organizationId', named.organizationId);
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
