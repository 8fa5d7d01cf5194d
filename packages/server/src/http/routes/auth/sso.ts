// Single sign-on: starts it, and receives people when they come back from the provider. Whatever happens there, they end
// up on one of our own pages.

import { AUTH_PATHS } from '@leadline/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redeemSetupToken } from '../../../accounts/setup-token.ts';
import { type AttemptCounter, uncountAttempt } from '../../../auth/attempts.ts';
import { clientNetwork } from '../../../auth/client-network.ts';
import { deviceCookie } from '../../../auth/known-devices.ts';
import { CLIENT_ADDRESS_HEADER } from '../../../auth/library-client.ts';
import { isSecure, noteSignIn } from '../../../auth/note-sign-in.ts';
import type { Sessions } from '../../../auth/sessions.ts';
import { signUpState } from '../../../auth/sign-up-policy.ts';
import { readSetupCookie, setupCookie } from '../../../auth/sso/setup-cookie.ts';
import { SSO_PROVIDER_ID } from '../../../auth/sso/sso-config.ts';
import { ssoDenied, ssoFailed } from '../../../auth/sso/sso-errors.ts';
import { ssoVisits } from '../../../auth/sso/sso-visit.ts';
import { DomainError } from '../../../base/domain-error.ts';
import { fromUuid } from '../../../base/ids.ts';
import { describeError } from '../../../base/log.ts';
import { type Gate, openSessions } from '../../admit.ts';
import { isOwnHost, requireOwnPage } from '../../own-page.ts';
import { skipValidation } from '../../schema.ts';
import type { App } from '../../typed-app.ts';
import { countersOf, rejectTooMany } from './attempt-counters.ts';
import { type AuthParts, MAX_AUTH_BODY_BYTES } from './auth-call.ts';
import { checkSignUp, requireSetupToken } from './check-sign-up.ts';
import { readJson } from './library-request.ts';
import { readNextPath } from './next-path.ts';
import { clientOf, mailParts } from './note-security.ts';

/** What the provider may send back. Anything else is ignored. */
const PARAMETERS = ['code', 'state', 'iss', 'error'] as const;
const MAX_PARAMETER_LENGTH = 8_192;
/** Marks the URL that the library sends new users to. */
const NEW_USER = '#new';

export function addSso(app: App, gate: Gate, parts: AuthParts): void {
  app.post(AUTH_PATHS.signInSso, {
    bodyLimit: MAX_AUTH_BODY_BYTES,
    schema: { hide: true },
    validatorCompiler: skipValidation,
    config: { role: 'viewer' },
    handler: async (request, reply) => {
      requireOwnPage(gate, request);
      const sessions = openSessions(gate);
      if (parts.sso === null)
        throw new DomainError('not_available', 'single sign-on is not set up on this installation');
      await rejectTooMany(sessions, startCounters(request));
      const { next, setupToken } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
      const isFirst = (await signUpState(sessions.db, parts.signUp)) === 'first';
      if (isFirst) await requireSetupToken(sessions, setupToken);
      const callbackURL = `${sessions.auth.options.baseURL}${readNextPath(next)}`;
      const answer = await sessions.auth.handler(
        toLibrary(request, sessions, '/api/auth/sign-in/social', {
          provider: SSO_PROVIDER_ID,
          callbackURL,
          newUserCallbackURL: callbackURL + NEW_USER,
          disableRedirect: true,
        }),
      );
      const { url } = readJson(await answer.text());
      if (!answer.ok || typeof url !== 'string') throw ssoFailed();
      for (const cookie of answer.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
      if (isFirst)
        reply.header(
          'Set-Cookie',
          setupCookie(String(setupToken).trim(), isSecure(mailParts({ sessions, parts }))),
        );
      return reply.header('Cache-Control', 'no-store').send({ success: true, data: { url } });
    },
  });

  // Comes from another site by nature. The state, which is bound to a cookie, protects it instead.
  app.get(AUTH_PATHS.ssoCallback, {
    schema: { hide: true },
    validatorCompiler: skipValidation,
    handler: async (request, reply) => {
      reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      try {
        return reply.redirect(await finish(gate, parts, request, reply));
      } catch (error) {
        const { code } = error instanceof DomainError ? error : new DomainError('internal_error', '');
        const level = code === 'internal_error' ? 'error' : 'warn';
        parts.logger[level]({ ...describeError(error), code }, 'single sign-on failed');
        return reply.redirect(`/sign-in?sso_error=${code}`);
      }
    },
  });
}

async function finish(
  gate: Gate,
  parts: AuthParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const sessions = openSessions(gate);
  if (parts.sso === null) throw new DomainError('not_available', '');
  if (!isOwnHost(gate.hosts, request)) throw new DomainError('wrong_host', '');
  await rejectTooMany(sessions, countersOf(request, 'callback/sso', 'nobody', {}, null).network);
  const given = request.query as Readonly<Record<string, unknown>>;
  const url = new URL(AUTH_PATHS.ssoCallback, sessions.auth.options.baseURL);
  for (const name of PARAMETERS) {
    const value = given[name];
    if (typeof value === 'string' && value.length <= MAX_PARAMETER_LENGTH) url.searchParams.set(name, value);
  }
  const mail = mailParts({ sessions, parts });
  const setupToken = readSetupCookie(request.headers.cookie, isSecure(mail));
  const refundable: AttemptCounter[] = [];
  const admitNewcomer = async (email: string): Promise<void> => {
    const newcomer = { email, setupToken, network: clientNetwork(request.ip) };
    refundable.push(...(await checkSignUp(sessions, parts.signUp, newcomer)));
  };
  const answer = await ssoVisits.run({ admitNewcomer }, () =>
    sessions.auth.handler(toLibrary(request, sessions, url.pathname + url.search)),
  );
  const cookies = answer.headers.getSetCookie();
  const session = await sessions.auth.api.getSession({
    headers: new Headers({ cookie: toCookieHeader(cookies) }),
  });
  const target = URL.parse(answer.headers.get('location') ?? '', url.href);
  if (session === null || target === null) {
    for (const counter of refundable) await uncountAttempt(sessions.db, counter);
    throw explain(target);
  }
  if (setupToken !== null) {
    if (target.hash === NEW_USER) await redeemSetupToken(sessions.db, setupToken, session.user.email);
    reply.header('Set-Cookie', setupCookie('', isSecure(mail)));
  }
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
  for (const path of ['sign-in/sso', 'callback/sso'])
    for (const counter of countersOf(request, path, 'nobody', {}, null).network)
      await uncountAttempt(sessions.db, counter);
  const user = { id: fromUuid(session.user.id), email: session.user.email };
  const action = target.hash === NEW_USER ? 'user.signed_up' : 'user.signed_in';
  const event = { action, details: { method: 'sso' } } as const;
  const token = await noteSignIn(mail, user, event, clientOf(request), request.headers.cookie);
  reply.header('Set-Cookie', deviceCookie(token, isSecure(mail)));
  // Leaves out the origin, so that this can't lead anywhere else.
  return readNextPath(target.pathname + target.search);
}

const startCounters = (request: FastifyRequest) =>
  countersOf(request, 'sign-in/sso', 'nobody', {}, null).network;

/** The library reports failures in the URL it redirects to. */
function explain(target: URL | null): DomainError {
  const reason = target?.searchParams.get('error') ?? '';
  return reason === 'access_denied' ? ssoDenied() : ssoFailed(new Error(reason));
}

function toLibrary(request: FastifyRequest, { auth }: Sessions, path: string, body?: object): Request {
  const url = new URL(path, auth.options.baseURL);
  const { cookie, 'user-agent': agent } = request.headers;
  return new Request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url.origin,
      [CLIENT_ADDRESS_HEADER]: request.ip,
      ...(cookie === undefined ? {} : { cookie }),
      ...(agent === undefined ? {} : { 'user-agent': agent.slice(0, 500) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const toCookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
