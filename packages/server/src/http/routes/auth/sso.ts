// Single sign-on: starts it, and receives people when they come back from the provider. Whatever happens there, they end
// up on one of our own pages.

import { AUTH_PATHS } from '@leadline/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redeemSetupToken } from '../../../accounts/lifecycle/setup-token.ts';
import { deviceCookie } from '../../../auth/cookies/known-devices.ts';
import { type AttemptCounter, uncountAttempt } from '../../../auth/security/attempts.ts';
import { CLIENT_ADDRESS_HEADER } from '../../../auth/security/library-client.ts';
import { isSecure, noteSignIn } from '../../../auth/security/note-sign-in.ts';
import { endSession } from '../../../auth/sessions/own-sessions.ts';
import type { Sessions } from '../../../auth/sessions/sessions.ts';
import { readSetupCookie, setupCookie } from '../../../auth/sso/setup-cookie.ts';
import { SSO_PROVIDER_ID } from '../../../auth/sso/sso-config.ts';
import { ssoDenied, ssoFailed, ssoLoginRequired } from '../../../auth/sso/sso-errors.ts';
import { type SsoVisit, ssoVisits } from '../../../auth/sso/sso-visit.ts';
import { signUpState } from '../../../auth/users/sign-up-policy.ts';
import { clientNetwork } from '../../../platform/base/client-network.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { fromUuid } from '../../../platform/base/ids.ts';
import { describeError } from '../../../platform/base/log.ts';
import { throwOutage } from '../../../platform/db/outages.ts';
import { type Gate, openSessions } from '../../admission/admit.ts';
import { isOwnHost, requireOwnPage } from '../../admission/own-page.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { skipValidation } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';
import { countersOf, rejectTooMany } from './attempt-counters.ts';
import type { AuthParts } from './auth-call.ts';
import { checkSignUp, requireSetupToken } from './check-sign-up.ts';
import { readJson } from './library-request.ts';
import { readNextPath } from './next-path.ts';
import { clientOf, mailParts } from './note-security.ts';

/** What the provider may send back. Anything else is ignored. */
const PARAMETERS = ['code', 'state', 'iss', 'error'] as const;
const MAX_PARAMETER_LENGTH = 8_192;
/** Marks the URL that the library sends new users to. */
const NEW_USER = '#new';
/** Marks the URLs of a visit that only confirms the session the browser has. */
const CONFIRMATION = '#confirm';
/** What the provider answers if it would have to ask the person something (OpenID Connect Core, section 3.1.2.6). */
const NOT_SILENTLY: ReadonlySet<string | null> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

export function addSso(app: App, { gate, ...parts }: AuthParts & PartsOf<'gate'>): void {
  app.post(AUTH_PATHS.signInSso, {
    bodyLimit: SMALL_BODY,
    schema: { hide: true },
    validatorCompiler: skipValidation,
    config: { role: 'viewer' },
    onRequest: async (request) => requireOwnPage(gate, request),
    handler: async (request, reply) => {
      const sessions = openSessions(gate);
      if (parts.sso === null)
        throw new DomainError('not_available', 'single sign-on is not set up on this installation');
      await rejectTooMany(sessions, startCounters(request));
      const { next, setupToken, silent } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
      const isSilent = silent === true;
      const isFirst = (await signUpState(sessions.db, parts.signUp)) === 'first';
      if (isFirst) await requireSetupToken(sessions, setupToken);
      const { url, cookies } = await start(sessions, request, { path: readNextPath(next), isSilent });
      for (const cookie of cookies) reply.header('Set-Cookie', cookie);
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

interface Visit {
  /** Where to go afterwards. */
  readonly path: string;
  /** Only if the provider needs to ask the person nothing. */
  readonly isSilent: boolean;
}

async function start(
  sessions: Sessions,
  request: FastifyRequest,
  { path, isSilent }: Visit,
): Promise<{ readonly url: string; readonly cookies: readonly string[] }> {
  const { baseURL } = sessions.auth.options;
  const failed = new URLSearchParams({ next: path, ...(isSilent ? { silent: 'yes' } : {}) });
  const toProvider = toLibrary(request, sessions, '/api/auth/sign-in/social', {
    provider: SSO_PROVIDER_ID,
    callbackURL: `${baseURL}${path}${isSilent ? CONFIRMATION : ''}`,
    newUserCallbackURL: `${baseURL}${path}${isSilent ? CONFIRMATION : NEW_USER}`,
    errorCallbackURL: `${baseURL}/sign-in?${failed}`,
    disableRedirect: true,
  });
  const answer = await throwOutage(
    () => ssoVisits.run({ isSilent, admitNewcomer: nobody }, () => sessions.auth.handler(toProvider)),
    ({ ok }) => ok,
  );
  const { url } = readJson(await answer.text());
  if (!answer.ok || typeof url !== 'string') throw ssoFailed();
  return { url, cookies: answer.headers.getSetCookie() };
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
    const network = clientNetwork(request.ip);
    const newcomer = { email, setupToken, invitation: 'verified', network } as const;
    refundable.push(...(await checkSignUp(sessions, parts.signUp, newcomer)));
  };
  const before = await sessions.findReturning(request);
  const visit: SsoVisit = { admitNewcomer };
  const answer = await ssoVisits.run(visit, () =>
    sessions.auth.handler(toLibrary(request, sessions, url.pathname + url.search)),
  );
  const cookies = answer.headers.getSetCookie();
  const session = await sessions.auth.api.getSession({
    headers: new Headers({ cookie: toCookieHeader(cookies) }),
  });
  const target = URL.parse(answer.headers.get('location') ?? '', url.href);
  if (session === null || target === null) {
    for (const counter of refundable) await uncountAttempt(sessions.db, counter);
    return startAgain(sessions, request, reply, target);
  }
  // Nobody was guessing.
  for (const path of ['sign-in/sso', 'callback/sso'])
    for (const counter of countersOf(request, path, 'nobody', {}, null).network)
      await uncountAttempt(sessions.db, counter);
  const opened = { sessionId: fromUuid(session.session.id), userId: fromUuid(session.user.id) };
  if (target.hash === CONFIRMATION) {
    // The visit confirms the session that the browser has. It opens none: that would extend the session's limits.
    await endSession(sessions.db, opened.userId, opened.sessionId);
    if (before === null || !before.isSso || before.userId !== opened.userId) throw ssoLoginRequired();
    await sessions.sso?.keep(before.sessionId, visit.renewal);
    return readNextPath(target.pathname + target.search);
  }
  await sessions.sso?.keep(opened.sessionId, visit.renewal);
  if (before !== null) {
    // The browser has another session from now on, which shows the same account.
    if (before.userId === opened.userId) await sessions.setAccount(opened.sessionId, before.accountId);
    await endSession(sessions.db, before.userId, before.sessionId);
  }
  if (setupToken !== null) {
    if (target.hash === NEW_USER) await redeemSetupToken(sessions.db, setupToken, session.user.email);
    reply.header('Set-Cookie', setupCookie('', isSecure(mail)));
  }
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
  const user = { id: fromUuid(session.user.id), email: session.user.email };
  const action = target.hash === NEW_USER ? 'user.signed_up' : 'user.signed_in';
  const event = { action, details: { method: 'sso' } } as const;
  const token = await noteSignIn(mail, user, event, clientOf(request), request.headers.cookie);
  reply.header('Set-Cookie', deviceCookie(token, isSecure(mail)));
  // Leaves out the origin, so that this can't lead anywhere else.
  return readNextPath(target.pathname + target.search);
}

/** Signing up happens when people come back. */
const nobody = (): Promise<void> => Promise.reject(new Error('nobody signs up here'));

/** Where to go if the provider said no, but that isn't the last word. */
async function startAgain(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  target: URL | null,
): Promise<string> {
  const parameters = target?.searchParams ?? new URLSearchParams();
  const reason = parameters.get('error');
  const path = readNextPath(parameters.get('next'));
  if (NOT_SILENTLY.has(reason))
    return `/sign-in?${new URLSearchParams({ sso_error: ssoLoginRequired().code, next: path })}`;
  if (reason === 'invalid_scope' && (await sessions.sso?.askForLess())) {
    const { url, cookies } = await start(sessions, request, { path, isSilent: parameters.has('silent') });
    for (const cookie of cookies) reply.header('Set-Cookie', cookie);
    return url;
  }
  throw explain(target);
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
