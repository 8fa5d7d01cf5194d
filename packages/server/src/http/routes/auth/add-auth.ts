// Sign-up, sign-in, two-factor, sessions, members and invitations. Only exposes the better-auth calls that the
// dashboard uses, and translates their errors.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { uncountAttempt } from '../../../auth/attempts.ts';
import { auditTeam } from '../../../auth/audit-team.ts';
import { canAccess } from '../../../auth/can-access.ts';
import { checkFields, hasMalformedId, readFields } from '../../../auth/check-fields.ts';
import { clientNetwork } from '../../../auth/client-network.ts';
import { rejectCommonPassword } from '../../../auth/common-passwords.ts';
import { findKnownDevice, readDeviceToken } from '../../../auth/known-devices.ts';
import { toDomainError } from '../../../auth/library-errors.ts';
import { PasswordQueue } from '../../../auth/password-queue.ts';
import type { Sessions } from '../../../auth/sessions.ts';
import { DomainError } from '../../../base/domain-error.ts';
import { admitBySession, type Gate, openSessions } from '../../admit.ts';
import { requireOwnPage } from '../../own-page.ts';
import { checkText, skipValidation } from '../../schema.ts';
import type { App } from '../../typed-app.ts';
import { countersOf, rejectExhausted, rejectTooMany } from './attempt-counters.ts';
import {
  type AuthParts,
  type Call,
  type CallContext,
  type Calls,
  type Fields,
  MAX_AUTH_BODY_BYTES,
} from './auth-call.ts';
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

export function addAuth(app: App, gate: Gate, parts: AuthParts): void {
  addSso(app, gate, parts);
  const passwords = new PasswordQueue();
  for (const [path, call] of Object.entries(CALLS)) {
    app.route({
      method: call.method,
      url: `/api/auth/${path}`,
      bodyLimit: MAX_AUTH_BODY_BYTES,
      schema: { hide: true },
      validatorCompiler: skipValidation,
      config: { role: call.role ?? 'viewer' },
      ...(call.role === undefined ? {} : { onRequest: admitBySession(gate) }),
      handler: async (request, reply) => {
        requireOwnPage(gate, request);
        const sessions = openSessions(gate);
        const fields = takeFields(request, call);
        rejectPasswords(parts, path);
        call.checkSetup?.(parts);
        if (call.choosesPassword !== undefined)
          rejectCommonPassword(call.choosesPassword, fields[call.choosesPassword]);
        // Look up the session ourselves first: the library would report a database outage as "not signed in".
        const signedIn = request.signedIn ?? (await sessions.find(request, null));
        if (signedIn !== null && !(await canAccess(sessions, signedIn, fields))) throw noSuchRecord();
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
        const ask = () => askLibrary(toWebRequest(request, sessions, call, context), sessions, reply);
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
        return reply.header('Cache-Control', 'no-store').type('application/json').send(extended);
      },
    });
  }
}

const deviceTokenOf = ({ headers }: FastifyRequest, { auth }: Sessions): string | null =>
  readDeviceToken(headers.cookie, auth.options.advanced.useSecureCookies);

/** Returns the body of a successful response and throws otherwise. */
async function askLibrary(request: Request, { auth }: Sessions, reply: FastifyReply): Promise<string> {
  const answer = await auth.handler(request);
  const text = await answer.text();
  for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status}`);
  if (!answer.ok) throw toDomainError(answer.status, readJson(text));
  return text;
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
