// Sign-up, sign-in, two-factor, sessions, members and invitations. Only exposes the better-auth calls that the
// dashboard uses, and translates their errors.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { findKnownDevice, readDeviceToken } from '../../../auth/cookies/known-devices.ts';
import { rejectCommonPassword } from '../../../auth/passwords/common-passwords.ts';
import { uncountAttempt } from '../../../auth/security/attempts.ts';
import { canAccess } from '../../../auth/sessions/can-access.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions/sessions.ts';
import { auditTeam } from '../../../auth/users/audit-team.ts';
import { checkFields, hasMalformedId, readFields } from '../../../auth/users/check-fields.ts';
import { secondFactorMissing } from '../../../auth/users/confirm-identity.ts';
import { toDomainError } from '../../../auth/users/library-errors.ts';
import { clientNetwork } from '../../../platform/base/client-network.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { FairQueue, type FairQueueOptions } from '../../../platform/base/fair-queue.ts';
import { throwOutage } from '../../../platform/db/outages.ts';
import { admitBySession, admitUser, type Gate, openSessions } from '../../admission/admit.ts';
import { requireOwnPage } from '../../admission/own-page.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { checkText, skipValidation } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';
import { countersOf, rejectExhausted, rejectTooMany } from './attempt-counters.ts';
import type { AuthParts, Call, CallContext, Calls, Fields } from './auth-call.ts';
import { confirmCode } from './confirm-code.ts';
import { readJson, toWebRequest } from './library-request.ts';
import { noteFailure, noteSuccess } from './note-security.ts';
import { PASSWORDS } from './passwords.ts';
import { rejectPasswords } from './reject-passwords.ts';
import { SESSIONS } from './sessions.ts';
import { SIGN_IN } from './sign-in.ts';
import { SIGN_UP } from './sign-up.ts';
import { addSso } from './sso.ts';
import { TEAM } from './team.ts';
import { TWO_FACTOR } from './two-factor.ts';
import { VERIFICATION } from './verification.ts';

export const CALLS: Calls = {
  ...SIGN_UP,
  ...SIGN_IN,
  ...PASSWORDS,
  ...VERIFICATION,
  ...SESSIONS,
  ...TWO_FACTOR,
  ...TEAM,
};

/** Each hash takes 19 MiB and about 30 ms of a core, so a flood of sign-ins would otherwise slow down everyone who sends
 * leads. Networks take turns. The last in a full queue waits about two seconds. */
export const PASSWORD_QUEUE: FairQueueOptions = {
  maxRunning: 2,
  maxRunningPerAccount: 2, // here, per network
  maxWaitingPerAccount: 16,
  maxWaiting: 100,
  rejection: () =>
    new DomainError(
      'rate_limited',
      'too many people are signing in at the moment; try again in a few seconds',
      { retryAfterSeconds: 3 },
    ),
};

export function addAuth(app: App, { gate, ...parts }: AuthParts & PartsOf<'gate'>): void {
  addSso(app, { gate, ...parts });
  const passwords = new FairQueue(PASSWORD_QUEUE);
  for (const [path, call] of Object.entries(CALLS)) {
    app.route({
      method: call.method,
      url: `/api/auth/${path}`,
      bodyLimit: SMALL_BODY,
      schema: { hide: true },
      validatorCompiler: skipValidation,
      config: { role: call.role ?? 'viewer' },
      onRequest: admissionOf(call, gate),
      handler: async (request, reply) => {
        const sessions = openSessions(gate);
        const fields = takeFields(request, call);
        rejectPasswords(parts, path);
        call.checkSetup?.(parts);
        if (call.choosesPassword !== undefined)
          await rejectCommonPassword(call.choosesPassword, fields[call.choosesPassword]);
        // Look up the session ourselves first: the library would report a database outage as "not signed in".
        const signedIn = request.signedIn ?? (await findSignedIn(request, sessions, call));
        if (signedIn !== null && !(await canAccess(sessions, signedIn, fields))) throw noSuchRecord();
        if (call.needsSecondFactor && signedIn?.user.hasTwoFactor && !signedIn.hasSecondFactor)
          throw secondFactorMissing();
        const deviceToken = deviceTokenOf(request, sessions);
        const knownDevice =
          call.counts === 'email'
            ? await findKnownDevice(sessions.db, String(fields.email), deviceToken)
            : null;
        const counters = countersOf(request, path, call.counts, fields, signedIn, knownDevice);
        const context: CallContext = {
          parts,
          sessions,
          fields,
          signedIn,
          deviceToken,
          own: counters.own,
          network: clientNetwork(request.ip),
          refundable: [],
          isMailWithheld: false,
        };
        await call.checkBeforeCounting?.(context);
        await rejectExhausted(sessions, counters);
        await rejectTooMany(sessions, counters.inOrder);
        await call.checkAfterCounting?.(context);
        const ask = async (): Promise<string> => {
          if (call.answer !== undefined) return JSON.stringify(await call.answer(context));
          if (call.confirmsCode) await confirmCode(request, context);
          return askLibrary(toWebRequest(request, sessions, call, context), sessions, reply);
        };
        const text = await (call.hashes ? passwords.run(context.network, ask) : ask()).catch(
          async (error: unknown) => {
            noteFailure(request, path, context, error);
            for (const attempt of context.refundable) await uncountAttempt(sessions.db, attempt);
            throw error;
          },
        );
        // Someone who knew the password, code or link wasn't guessing. Requesting an email doesn't prove anything.
        if (call.counts !== 'reset')
          for (const attempt of counters.network) await uncountAttempt(sessions.db, attempt);
        await call.onSuccess?.(context, readJson(text));
        await noteSuccess(request, reply, path, context, readJson(text));
        if (call.audit !== undefined && signedIn !== null)
          await auditTeam(sessions, signedIn, call.audit, fields, readJson(text), parts.logger);
        const extended =
          call.extendAnswer === undefined
            ? text
            : JSON.stringify({ ...readJson(text), ...call.extendAnswer(context) });
        return reply
          .header('Cache-Control', 'no-store')
          .type('application/json')
          .send(withoutToken(extended));
      },
    });
  }
}

type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Before the body is read. */
function admissionOf({ role, needsSession }: Call, gate: Gate): Admission {
  if (role !== undefined) return admitBySession(gate);
  if (needsSession) return admitUser(gate);
  return async (request) => requireOwnPage(gate, request);
}

const UNCONFIRMED: ReadonlySet<unknown> = new Set(['sso_check_required', 'sso_unavailable']);

const findSignedIn = (request: FastifyRequest, sessions: Sessions, call: Call): Promise<SignedIn | null> =>
  sessions.find(request, null).catch((error: unknown) => {
    if (call.worksUnconfirmed && error instanceof DomainError && UNCONFIRMED.has(error.code)) return null;
    throw error;
  });

const deviceTokenOf = ({ headers }: FastifyRequest, { auth }: Sessions): string | null =>
  readDeviceToken(headers.cookie, auth.options.advanced.useSecureCookies);

/** Returns the body of a successful response and throws otherwise. */
async function askLibrary(request: Request, { auth }: Sessions, reply: FastifyReply): Promise<string> {
  const answer = await throwOutage(
    () => auth.handler(request),
    ({ ok }) => ok,
  );
  const text = await answer.text();
  for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status}`);
  if (!answer.ok) throw toDomainError(answer.status, readJson(text));
  return text;
}

/** The session's token belongs in its cookie, where scripts can't read it. */
function withoutToken(text: string): string {
  const { token, ...rest } = readJson(text);
  return token === undefined ? text : JSON.stringify(rest);
}

function takeFields(
  { body, query }: Pick<FastifyRequest, 'body' | 'query'>,
  { method, takes = [], reads = [], tidyFields }: Call,
): Fields {
  const given = method === 'GET' ? (query as Fields) : readFields(body);
  if (given === null) throw new DomainError('invalid_input', 'the body must be an object');
  const fields = Object.fromEntries(
    [...takes, ...reads].flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') checkText(name, value);
  checkFields(fields);
  if (hasMalformedId(fields)) throw noSuchRecord();
  return tidyFields?.(fields) ?? fields;
}

const noSuchRecord = (): DomainError => new DomainError('not_found', 'no record with this ID');
