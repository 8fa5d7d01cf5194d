// Signing up and in, second factors, sessions, members and invitations: the part of better-auth that the dashboard uses,
// and nothing else of it. Its errors leave in our shape and our words. (Invitations are accepted in members.ts.)

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFull, MAX_MEMBERS } from '../../accounts/most-members.ts';
import {
  type AttemptLimit,
  BY_ADDRESS,
  BY_PAIR,
  BY_PERSON,
  type Counted,
  countAttempts,
  forgetAttempts,
  INVITATIONS,
  RESETS,
  SIGN_UPS,
  takeBackAttempt,
} from '../../auth/attempts.ts';
import { auditTeam, type TeamAction } from '../../auth/audit-team.ts';
import { CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import { tidyBackupCode } from '../../auth/backup-codes.ts';
import { describeFault, namesNothing, readFields } from '../../auth/check-fields.ts';
import { clientNetwork } from '../../auth/client-network.ts';
import { forgetLinks } from '../../auth/forget-links.ts';
import { toDomainError } from '../../auth/library-errors.ts';
import type { Mailer } from '../../auth/mailer.ts';
import { reaches } from '../../auth/reaches.ts';
import type { Sessions, SignedIn } from '../../auth/sessions.ts';
import { maySignUp, type SignUp } from '../../auth/sign-up-policy.ts';
import { DomainError } from '../../base/domain-error.ts';
import { toUuid } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import { admitBySession, type Gate, openSessions } from '../admit.ts';
import { isSameOrigin } from '../same-origin.ts';
import { checkText, takesAnything } from '../schema.ts';

export interface AuthParts {
  readonly signUp: SignUp;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

/** Of a call that is not to be made often: whom it is about, besides the address it comes from. */
type About = 'email' | 'mailed' | 'user' | 'invited' | 'newcomer' | 'nobody';
type Fields = Readonly<Record<string, unknown>>;

interface Call {
  readonly method: 'GET' | 'POST';
  /** What is passed on of the body, or of the address. The library takes more, and looks up whatever it is given. */
  readonly takes?: readonly string[];
  readonly counts?: About;
  /** What the caller must be at least, in the account the session works for and the page shows; that one is meant,
   * whatever they name. Without it anybody may call. */
  readonly role?: 'viewer' | 'owner';
  readonly audit?: TeamAction;
}

export const CALLS: Readonly<Record<string, Call>> = {
  'sign-up/email': { method: 'POST', takes: ['name', 'email', 'password'], counts: 'newcomer' },
  'sign-in/email': { method: 'POST', takes: ['email', 'password'], counts: 'email' },
  'sign-out': { method: 'POST' },
  'request-password-reset': { method: 'POST', takes: ['email'], counts: 'mailed' },
  'reset-password': { method: 'POST', takes: ['newPassword', 'token'], counts: 'nobody' },
  'change-password': {
    method: 'POST',
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    counts: 'user',
  },
  'update-user': { method: 'POST', takes: ['name'] },
  'list-sessions': { method: 'GET' },
  'revoke-session': { method: 'POST', takes: ['token'] },
  'revoke-other-sessions': { method: 'POST' },
  'two-factor/enable': { method: 'POST', takes: ['password'], counts: 'user' },
  'two-factor/disable': { method: 'POST', takes: ['password'], counts: 'user' },
  'two-factor/verify-totp': { method: 'POST', takes: ['code'], counts: 'user' },
  'two-factor/verify-backup-code': { method: 'POST', takes: ['code'], counts: 'user' },
  'organization/set-active': { method: 'POST', takes: ['organizationId'] },
  'organization/list-members': { method: 'GET', role: 'viewer' },
  // The ids it shows let in whoever signs up with the address that was invited.
  'organization/list-invitations': { method: 'GET', role: 'owner' },
  'organization/invite-member': {
    method: 'POST',
    takes: ['email', 'role'],
    role: 'owner',
    counts: 'invited', // each is a mail to whomever they name
    audit: 'member.invited',
  },
  'organization/cancel-invitation': {
    method: 'POST',
    takes: ['invitationId'],
    role: 'owner',
    audit: 'member.uninvited',
  },
  'organization/get-invitation': { method: 'GET', takes: ['id'] },
};

export function addAuth(app: FastifyInstance, gate: Gate, { signUp, mailer, logger }: AuthParts): void {
  for (const [path, call] of Object.entries(CALLS)) {
    app.route({
      method: call.method,
      url: `/api/auth/${path}`,
      schema: { hide: true },
      validatorCompiler: takesAnything,
      config: { role: call.role ?? 'viewer' },
      ...(call.role === undefined ? {} : { onRequest: admitBySession(gate) }),
      handler: async (request, reply) => {
        if (!isSameOrigin(request))
          throw new DomainError('cross_site_request', 'this request came from another site');
        const sessions = openSessions(gate);
        const fields = takeFields(request, path, call);
        if (path === 'request-password-reset' && mailer.way === 'none') {
          throw new DomainError(
            'not_available',
            'email is not set up on this installation; ask its operator',
          );
        }
        // By us as well: the library takes a database that is away for somebody who is not signed in.
        const signedIn = request.signedIn ?? (await sessions.find(request, null));
        if (signedIn !== null && !(await reaches(sessions, signedIn, fields))) throw nothingThere();
        if (path === 'organization/invite-member') await refuseFull(sessions, signedIn);
        const { own, network } = countedOf(request, path, call.counts, fields, signedIn);
        await refuseTooMany(sessions, [...network, ...own]);
        if (path === 'sign-up/email' && !(await maySignUp(sessions.db, signUp, String(fields.email)))) {
          throw new DomainError('sign_up_closed', 'sign-up is closed; ask for an invitation');
        }
        const answer = await sessions.auth.handler(toWebRequest(request, sessions, call, fields));
        const text = await answer.text();
        for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
        if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status}`);
        if (!answer.ok) throw toDomainError(answer.status, readJson(text));
        // Who knows the password, the code or the link has not been guessing. (To ask for a mail proves nothing.)
        if (call.counts !== 'mailed') for (const each of network) await takeBackAttempt(sessions.db, each);
        if (path === 'sign-in/email') await forgetAttempts(sessions.db, own);
        if (path === 'change-password' && signedIn !== null) await forgetLinks(sessions.db, signedIn.user.id);
        if (call.audit !== undefined && signedIn !== null)
          await auditTeam(sessions, signedIn, call.audit, fields, readJson(text), logger);
        return reply.header('Cache-Control', 'no-store').type('application/json').send(text);
      },
    });
  }
}

function takeFields({ body, query }: FastifyRequest, path: string, { method, takes = [] }: Call): Fields {
  const given = method === 'GET' ? (query as Fields) : readFields(body);
  if (given === null) throw new DomainError('invalid_input', 'the body must be an object');
  const fields = Object.fromEntries(
    takes.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') checkText(name, value);
  const fault = describeFault(fields);
  if (fault !== null) throw new DomainError('invalid_input', fault);
  if (namesNothing(fields)) throw nothingThere();
  return path === 'two-factor/verify-backup-code'
    ? { ...fields, code: tidyBackupCode(String(fields.code)) }
    : fields;
}

const nothingThere = (): DomainError => new DomainError('not_found', 'no record with this ID');

async function refuseFull({ db }: Sessions, signedIn: SignedIn | null): Promise<void> {
  if (signedIn?.accountId != null && (await isFull(db, signedIn.accountId)))
    throw new DomainError('limit_reached', `an account can have up to ${MAX_MEMBERS} members`);
}

interface CountedCall {
  /** Where it comes from, unless it is known who calls: an office does not lock itself out by its own work. */
  readonly network: readonly Counted[];
  /** Whom it is about. */
  readonly own: readonly Counted[];
}

/** What a call counts against. */
function countedOf(
  request: FastifyRequest,
  path: string,
  about: About | undefined,
  { email: given }: Fields,
  signedIn: SignedIn | null,
): CountedCall {
  const from = clientNetwork(request.ip);
  const email = String(given).toLowerCase();
  // Apart whatever is written as an address: by `x from 192.0.2.1` nobody counts against somebody there.
  const each = (limit: AttemptLimit, ...subject: readonly (string | null)[]): Counted => ({
    subject: JSON.stringify([path, ...subject]),
    limit,
  });
  const network = [each(BY_ADDRESS, 'from', from)];
  switch (about) {
    case undefined:
      return { network: [], own: [] };
    case 'nobody':
      return { network, own: [] };
    case 'newcomer':
      return { network, own: [each(SIGN_UPS, 'all from', from)] };
    case 'mailed':
      return { network, own: [each(RESETS, 'to', email)] };
    case 'email':
      // From elsewhere they can still sign in while somebody guesses; only many who guess keep them out.
      return { network, own: [each(BY_PAIR, 'as', email, from), each(BY_PERSON, 'as', email)] };
    case 'user':
      // Half signed in: the library counts wrong codes itself.
      if (signedIn === null) return { network, own: [] };
      return { network: [], own: [each(BY_PAIR, 'by', signedIn.user.id)] };
    case 'invited':
      if (signedIn === null) return { network, own: [] };
      return {
        network: [],
        own: [
          each(INVITATIONS, 'of', signedIn.accountId),
          each(INVITATIONS, 'by', signedIn.user.id),
          each(BY_PAIR, 'of', signedIn.accountId, email),
          each(INVITATIONS, 'to', email),
        ],
      };
  }
}

async function refuseTooMany({ db }: Sessions, counted: readonly Counted[]): Promise<void> {
  const wait = await countAttempts(db, counted);
  if (wait > 0) {
    throw new DomainError(
      'too_many_attempts',
      `too many attempts; try again in ${Math.ceil(wait / 60)} min`,
      { retryAfterSeconds: wait },
    );
  }
}

function toWebRequest(
  request: FastifyRequest,
  { auth }: Sessions,
  { method, role }: Call,
  fields: Fields,
): Request {
  const { baseURL = '' } = auth.options;
  const url = new URL(request.routeOptions.url ?? '', baseURL);
  // Whatever account the session works for by the time the library looks.
  const accountId = role === undefined ? null : request.signedIn?.accountId;
  const passed = { ...fields, ...(accountId == null ? {} : { organizationId: toUuid(accountId) }) };
  if (method === 'GET')
    for (const [name, value] of Object.entries(passed)) url.searchParams.set(name, String(value));
  const { cookie, 'user-agent': agent } = request.headers;
  return new Request(url, {
    method,
    headers: {
      'content-type': 'application/json',
      // Ours: whether the page is ours was looked at already, by the host it was asked from.
      origin: url.origin,
      [CLIENT_ADDRESS_HEADER]: request.ip,
      ...(cookie === undefined ? {} : { cookie }),
      ...(agent === undefined ? {} : { 'user-agent': agent.slice(0, 500) }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(passed) } : {}),
  });
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
