// Authenticates callers by API key or session, checks roles, and applies the rate limit.

import type { Role } from '@leadline/contract';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { isKey } from '../../accounts/keys/key-format.ts';
import type { FormerHolder, KeyHolder, Keys } from '../../accounts/keys/key-ring.ts';
import type { Caller } from '../../accounts/profile/caller.ts';
import { hasSessionCookie } from '../../auth/cookies/session-cookie.ts';
import {
  hasRole as isAtLeast,
  type Member,
  type Sessions,
  type SignedIn,
} from '../../auth/sessions/sessions.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { WindowCounter } from '../../platform/base/window-counter.ts';
import type { Actor } from '../../platform/db/account-scope.ts';
import { limitRate, limitRejected } from '../limits/limit-rate.ts';
import { limitStranger } from '../limits/limit-strangers.ts';
import { canUse, checkKeyAccess, type KeyAccess } from './key-access.ts';
import { type OwnHosts, requireOwnPage } from './own-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is admitted. */
    caller: Caller | null;
    /** The account that owns the key, if it was rejected because it was revoked or sent in the wrong place. */
    rejectedAccount: string | null;
    /** The key that was sent, if it exists, even if it was rejected: `key_…`. */
    keyActor: Actor | null;
    /** The key that leads are sent with, if it can do nothing else. Null for other keys. */
    sendingKey: { readonly name: string; readonly isPublic: boolean } | null;
    /** The signed-in user. Only set on routes that use sessions. */
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** The minimum role for signed-in users. Defaults to viewer for reads and rep for writes. */
    role?: Role;
    /** What an API key must be allowed to do. Without it, only keys with full access are admitted. */
    keyAccess?: KeyAccess;
    /** Whether it hands out leads in bulk, which the owners of the account can keep to themselves. */
    exportsLeads?: true | 'without limit';
    /** Whether members can still call a route that isn't a read while their account is waiting to be deleted. */
    worksWhenClosed?: true;
  }
}

export interface Gate {
  readonly keys: Keys;
  /** Requests of keys, members and accounts. */
  readonly requests: WindowCounter;
  readonly unknownKeys: WindowCounter;
  /** Null if SECRET_KEY is not set, in which case nobody can sign in. */
  readonly sessions: Sessions | null;
  /** Where the dashboard is. */
  readonly hosts: OwnHosts;
}

const READS = new Set(['GET', 'HEAD']);

const EXPORTS_REFUSED: Readonly<Record<Role, string>> = {
  owner: 'in this account, only owners can export leads; ask one of them',
  manager: 'in this account, only owners and managers can export leads; ask an owner',
  rep: 'in this account, only owners, managers and reps can export leads; ask an owner',
  viewer: 'you can’t export leads',
};

/** A hook for routes shared by the API and the dashboard. Accepts an API key or a session; if both are sent, the key is
 * used. */
export const admitCaller = (gate: Gate) => {
  const byKey = admitByHeader(gate);
  const bySession = admitBySession(gate);
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (headerKey(request) === null && hasSessionCookie(request)) {
      bySession(request, reply).then(() => done(), done);
    } else byKey(request, reply, done);
  };
};

/** A hook for routes that require a signed-in user, so that a leaked key can't be used to create more keys. */
export const admitBySession =
  (gate: Gate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const signedIn = await getSignedIn(gate, request, reply);
    // Responses to a session are private: no shared caching, no content sniffing.
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    rejectOtherAccount(request, signedIn);
    const isTest = request.headers['x-leadline-mode'] === 'test';
    const { accountId, user } = signedIn;
    const member =
      accountId === null ? null : await openSessions(gate).findMember(user.id, accountId, isTest);
    if (member === null) throw new DomainError('not_a_member', 'you are not a member of this account');
    if (lacksTwoFactor(signedIn, member))
      throw new DomainError(
        'two_factor_required',
        user.hasTwoFactor
          ? 'this account requires two-factor sign-in; enter a code to go on'
          : 'this account requires two-factor sign-in; turn it on first',
      );
    const isRead = READS.has(request.method);
    const {
      role: needed = isRead ? 'viewer' : 'rep',
      worksWhenClosed = isRead,
      exportsLeads,
    } = request.routeOptions.config;
    const isExport =
      exportsLeads === true ||
      (exportsLeads === 'without limit' && (request.query as { limit?: string }).limit === undefined);
    if (!isAtLeast(member.role, needed)) {
      throw new DomainError('role_required', `requires the ${needed} role`);
    }
    if (isExport && !isAtLeast(member.role, member.exportRole))
      throw new DomainError('export_not_allowed', EXPORTS_REFUSED[member.exportRole]);
    if (member.isClosed && !worksWhenClosed)
      throw new DomainError(
        'account_closed',
        'this account is about to be deleted and can only be read; an owner can cancel the deletion',
      );
    request.caller = member;
    limitRate(gate.requests, request.caller, reply);
  };

/** A hook for signed-in users, who may not have an account yet. */
export const admitUser =
  (gate: Gate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await getSignedIn(gate, request, reply);
  };

/** All browser windows share the session's account. A window that still shows another account must not write to this
 * one. */
function rejectOtherAccount({ headers }: FastifyRequest, { accountId }: SignedIn): void {
  const shownAccount = headers['x-leadline-account'];
  if (shownAccount === undefined || shownAccount === `acct_${accountId}`) return;
  throw new DomainError('account_switched', 'you switched accounts in another window; reload this page');
}

/** Rechecks long-lived requests, since the key may have been revoked, the session ended or the member removed or seeing other
 * leads than before. Returns
 * the requests that are no longer admitted. Keys are cached, and one query checks all sessions. */
export const findExpelled =
  ({ keys, sessions }: Gate) =>
  async (requests: readonly FastifyRequest[]): Promise<FastifyRequest[]> => {
    const expelled: FastifyRequest[] = [];
    const bySession: [request: FastifyRequest, signedIn: SignedIn][] = [];
    for (const request of requests) {
      const key = headerKey(request);
      if (key === null && request.signedIn !== null) bySession.push([request, request.signedIn]);
      else if (key === null || !(await isOpen(keys, key))) expelled.push(request);
    }
    if (bySession.length === 0) return expelled;
    const active = await sessions?.findActive(bySession.map(([, signedIn]) => signedIn));
    for (const [request, { sessionId }] of bySession) {
      const seesAll = request.caller?.limitedTo === null;
      if (active?.get(sessionId)?.seesAll !== seesAll) expelled.push(request);
    }
    return expelled;
  };

async function isOpen(keys: Keys, key: string): Promise<boolean> {
  const holder = await keys.find(key);
  return holder !== null && !holder.isClosed;
}

const lacksTwoFactor = ({ hasSecondFactor }: SignedIn, { requiresTwoFactor }: Member): boolean =>
  requiresTwoFactor && !hasSecondFactor;

/** The signed-in user, who may not have an account yet. */
async function getSignedIn(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
  if (headerKey(request) !== null && !hasSessionCookie(request))
    throw new DomainError('not_signed_in', 'this call needs a signed-in user; API keys can’t make it');
  requireOwnPage(gate, request);
  const signedIn = await openSessions(gate).find(request, reply);
  if (signedIn === null) throw new DomainError('not_signed_in', 'please sign in again');
  request.signedIn = signedIn;
  return signedIn;
}

export function openSessions({ sessions }: Gate): Sessions {
  if (sessions !== null) return sessions;
  throw new DomainError('not_available', 'SECRET_KEY is not set on this installation');
}

/** A hook for routes that expect the key in a header. Rejects requests before their body is read. */
export const admitByHeader = (gate: Gate) => admitWith(gate, headerKey, 'header');

/** The same for routes that expect the key in the path. Such a key can only send leads. */
export const admitByPath = (gate: Gate) =>
  admitWith(gate, ({ params }) => (params as { token: string }).token, 'url');

type KeyPlace = 'header' | 'url';

const admitWith =
  (gate: Gate, keyOf: (request: FastifyRequest) => string | null, place: KeyPlace) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const key = keyOf(request);
    const holder = key === null ? null : findHolder(gate, key);
    if (holder instanceof Promise) {
      holder.then((found) => admit(gate, request, reply, key, found, place)).then(() => done(), done);
      return;
    }
    // Synchronous if the key is cached, to avoid promises on the hot path.
    try {
      admit(gate, request, reply, key, holder, place);
      done();
    } catch (error) {
      done(error as Error);
    }
  };

export async function admitByKey(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
): Promise<void> {
  admit(gate, request, reply, key, key === null ? null : await findHolder(gate, key), 'header');
}

const findHolder = ({ keys }: Gate, key: string): KeyHolder | null | Promise<KeyHolder | null> =>
  isKey(key) ? keys.find(key) : null;

function admit(
  { keys, requests, unknownKeys }: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
  holder: KeyHolder | null,
  place: KeyPlace,
): void {
  if (key === null) throw new DomainError('missing_api_key', 'send it in the X-API-KEY header');
  if (holder === null) {
    const isWellFormed = isKey(key);
    const former = isWellFormed ? keys.formerHolder(key) : null;
    if (former !== null) {
      request.keyActor = former.holder.actor;
      request.rejectedAccount = former.holder.accountId;
      limitRejected(requests, former.holder);
    } else if (isWellFormed)
      limitStranger(unknownKeys, request.ip, 'too many requests with unknown API keys');
    request.allowedOrigins = former?.holder.allowedOrigins ?? null;
    throw describeRejectedKey(isWellFormed, former);
  }
  request.keyActor = holder.actor;
  request.allowedOrigins = holder.allowedOrigins;
  if ((holder.scope === 'intake') !== (place === 'url')) {
    request.rejectedAccount = holder.accountId;
    limitRejected(requests, holder);
    throw new DomainError(
      'misplaced_api_key',
      place === 'header'
        ? 'this key only works in an intake URL'
        : 'this key belongs in the X-API-KEY header, never in a URL',
    );
  }
  limitRate(requests, holder, reply);
  if (holder.isClosed)
    throw new DomainError(
      'account_closed',
      'this account is about to be deleted; an owner can cancel this in the dashboard',
    );
  try {
    checkKeyAccess(holder.scope, request.routeOptions.config.keyAccess);
  } catch (error) {
    request.rejectedAccount = holder.accountId;
    throw error;
  }
  const { scope, name } = holder;
  request.sendingKey = scope === 'intake' || scope === 'send' ? { name, isPublic: scope === 'intake' } : null;
  request.caller = holder;
}

function describeRejectedKey(isWellFormed: boolean, former: FormerHolder | null): DomainError {
  if (!isWellFormed)
    return new DomainError('invalid_api_key', 'unknown API key; check that you copied all of it');
  if (former === null || former.expiredAt === null)
    return new DomainError('revoked_api_key', 'this key was revoked or belongs to another installation');
  const time = former.expiredAt.toISOString().slice(0, 16).replace('T', ' at ');
  return new DomainError(
    'expired_api_key',
    `this API key expired on ${time} UTC; ask an owner for a new one`,
  );
}

export function headerKey({ headers }: FastifyRequest): string | null {
  const key = headers['x-api-key'];
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : null;
}

/** Whether the signed-in caller of an admitted request has at least this role. */
export const hasRole = ({ caller }: Pick<FastifyRequest, 'caller'>, role: Role): boolean =>
  caller !== null && 'role' in caller && isAtLeast((caller as Member).role, role);

/** Whether the caller of an admitted request uses a key that may do this. */
export const keyMay = ({ caller }: Pick<FastifyRequest, 'caller'>, access: KeyAccess): boolean =>
  caller !== null && 'scope' in caller && canUse((caller as KeyHolder).scope, access);

/** How the caller is identified in the audit log. */
export const actorOf = (request: FastifyRequest): Actor => callerOf(request).actor;

/** The user of a request that was admitted by its session. */
export function userOf({ signedIn }: Pick<FastifyRequest, 'signedIn'>): SignedIn {
  if (signedIn === null) throw new Error('route without an admission hook');
  return signedIn;
}

/** The caller of an admitted request. */
export function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === null) throw new Error('route without an admission hook');
  return caller;
}
