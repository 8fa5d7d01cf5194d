// Sign-up, sign-in, two-factor, sessions, members and invitations. Only exposes the better-auth calls that the
// dashboard uses, and translates their errors.

import type { FastifyRequest } from 'fastify';
import { uncountAttempt } from '../../../auth/attempts.ts';
import { auditTeam } from '../../../auth/audit-team.ts';
import { canAccess } from '../../../auth/can-access.ts';
import { describeInvalidField, hasMalformedId, readFields } from '../../../auth/check-fields.ts';
import { toDomainError } from '../../../auth/library-errors.ts';
import { DomainError } from '../../../base/domain-error.ts';
import { admitBySession, type Gate, openSessions } from '../../admit.ts';
import { isSameOrigin } from '../../same-origin.ts';
import { checkText, skipValidation } from '../../schema.ts';
import type { App } from '../../typed-app.ts';
import { countersOf, rejectTooMany } from './attempt-counters.ts';
import type { AuthParts, Call, Calls, Fields } from './auth-call.ts';
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

export const CALLS: Calls = { ...SIGN_UP, ...SIGN_IN, ...PASSWORDS, ...SESSIONS, ...TWO_FACTOR, ...TEAM };

export function addAuth(app: App, gate: Gate, parts: AuthParts): void {
  addSso(app, gate, parts);
  for (const [path, call] of Object.entries(CALLS)) {
    app.route({
      method: call.method,
      url: `/api/auth/${path}`,
      schema: { hide: true },
      validatorCompiler: skipValidation,
      config: { role: call.role ?? 'viewer' },
      ...(call.role === undefined ? {} : { onRequest: admitBySession(gate) }),
      handler: async (request, reply) => {
        if (!isSameOrigin(request))
          throw new DomainError('cross_site_request', 'this request came from another site');
        const sessions = openSessions(gate);
        const fields = takeFields(request, call);
        rejectPasswords(parts, path);
        call.checkSetup?.(parts);
        // Look up the session ourselves first: the library would report a database outage as "not signed in".
        const signedIn = request.signedIn ?? (await sessions.find(request, null));
        if (signedIn !== null && !(await canAccess(sessions, signedIn, fields))) throw noSuchRecord();
        const { own, network } = countersOf(request, path, call.counts, fields, signedIn);
        const context = { parts, sessions, fields, signedIn, own };
        await call.checkBeforeCounting?.(context);
        await rejectTooMany(sessions, [...network, ...own]);
        await call.checkAfterCounting?.(context);
        const answer = await sessions.auth.handler(toWebRequest(request, sessions, call, fields));
        const text = await answer.text();
        for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
        if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status}`);
        if (!answer.ok) {
          const failure = toDomainError(answer.status, readJson(text));
          noteFailure(request, path, context, failure);
          throw failure;
        }
        // Someone who knew the password, code or link wasn't guessing. Requesting an email doesn't prove anything.
        if (call.counts !== 'mailed')
          for (const attempt of network) await uncountAttempt(sessions.db, attempt);
        await call.onSuccess?.(context);
        await noteSuccess(request, reply, path, context, readJson(text));
        if (call.audit !== undefined && signedIn !== null)
          await auditTeam(sessions, signedIn, call.audit, fields, readJson(text), parts.logger);
        return reply.header('Cache-Control', 'no-store').type('application/json').send(text);
      },
    });
  }
}

function takeFields(
  { body, query }: Pick<FastifyRequest, 'body' | 'query'>,
  { method, takes = [], tidyFields }: Call,
): Fields {
  const given = method === 'GET' ? (query as Fields) : readFields(body);
  if (given === null) throw new DomainError('invalid_input', 'the body must be an object');
  const fields = Object.fromEntries(
    takes.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') checkText(name, value);
  const fault = describeInvalidField(fields);
  if (fault !== null) throw new DomainError('invalid_input', fault);
  if (hasMalformedId(fields)) throw noSuchRecord();
  return tidyFields?.(fields) ?? fields;
}

const noSuchRecord = (): DomainError => new DomainError('not_found', 'no record with this ID');
