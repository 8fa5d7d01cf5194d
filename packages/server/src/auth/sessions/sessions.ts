// Identifies the signed-in user from the session cookie, and their role in the session's account.

import type { Membership, RepLeads, Role } from '@leadline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { EXPORT_ROLES, isLimited } from '../../accounts/profile/account-security.ts';
import type { Caller } from '../../accounts/profile/caller.ts';
import { limitsOf } from '../../accounts/profile/limits-of.ts';
import { clientNetwork } from '../../platform/base/client-network.ts';
import { FairQueue } from '../../platform/base/fair-queue.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { WindowCounter } from '../../platform/base/window-counter.ts';
import { type AccountDatabase, actingAs, enterAccount } from '../../platform/db/account-scope.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { throwOutage } from '../../platform/db/outages.ts';
import type { Presence } from '../../platform/db/tables.ts';
import type { RenewCookies } from '../cookies/renew-cookies.ts';
import { hasSessionCookie, readSessionToken } from '../cookies/session-cookie.ts';
import { type SsoChecks, ssoAge } from '../sso/sso-checks.ts';
import type { Auth } from './auth.ts';
import { endSession } from './own-sessions.ts';
import { isWithinLimits, readSessionState, type SessionState } from './session-state.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages call it on their own, so that it never counts as a use of the session. */
    runsInBackground?: true;
  }
}

/** Requests of one user in a minute, with all sessions and in all accounts. */
const USER_REQUESTS_PER_MINUTE = 1_200;

export interface SignedIn {
  readonly sessionId: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly isEmailVerified: boolean;
    readonly hasTwoFactor: boolean;
  };
  /** Whether the user proved more than a password in this session: by their own second factor, or to the identity
   * provider. */
  readonly hasSecondFactor: boolean;
  /** The session's account, or null if the user doesn't have one yet. */
  readonly accountId: string | null;
}

interface ReturningSession extends Pick<SignedIn, 'sessionId' | 'accountId'> {
  readonly userId: string;
  readonly isSso: boolean;
}

interface SsoRules {
  readonly checks: SsoChecks | null;
  /** Whether passwords are switched off. */
  readonly isOnly: boolean;
}

/** A user's role in an account, and that account's limits. */
export interface Member extends Caller {
  readonly role: Role;
  /** Whether the account only admits members with two-factor sign-in. */
  readonly requiresTwoFactor: boolean;
  /** The least role that may download leads in bulk. */
  readonly exportRole: Role;
}

interface Versions {
  readonly settings_version: number;
  readonly model_version: number;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, rep: 1, manager: 2, owner: 3 };

/** Whether a role is at least as much as another. */
export const hasRole = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

const isHere = ({ presence }: { readonly presence: Presence }): boolean =>
  presence === 'here' || presence === 'leaving';

const MAX_SESSIONS = 10_000;

export class Sessions {
  readonly auth: Auth;
  readonly db: Installation;
  readonly #accounts: AccountDatabase;
  readonly #renewCookies: RenewCookies;
  /** Null without single sign-on. */
  readonly sso: SsoChecks | null;
  readonly #isSsoOnly: boolean;
  /** Sessions take turns, because they are looked up before the rate limit is known. */
  readonly #turns = new FairQueue({
    maxRunning: 3,
    maxRunningPerAccount: 2,
    maxWaitingPerAccount: 40,
    maxWaiting: 1_000,
  });
  /** Whose session a token is, once the library has confirmed it. A token that a caller made up has no owner, so nobody can pass for
   * many users by sending many tokens. */
  readonly #owners = new LRUCache<string, string>({ max: MAX_SESSIONS });
  readonly #requests = new WindowCounter();
  readonly #requestsPerMinute: number;

  /** `db` is the directory, `accounts` the data of accounts. */
  constructor(
    auth: Auth,
    db: Installation,
    accounts: AccountDatabase,
    renewCookies: RenewCookies,
    { checks, isOnly }: SsoRules = { checks: null, isOnly: false },
    requestsPerMinute = USER_REQUESTS_PER_MINUTE,
  ) {
    this.auth = auth;
    this.db = db;
    this.#accounts = accounts;
    this.#renewCookies = renewCookies;
    this.sso = checks;
    this.#isSsoOnly = isOnly;
    this.#requestsPerMinute = requestsPerMinute;
  }

  #admit(userId: string): void {
    const max = this.#requestsPerMinute;
    this.#requests.admit(userId, max, `the limit is ${max} requests per minute`);
  }

  /** The Cookie header to pass on to the library. */
  cookieOf({ headers: { cookie } }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return cookie === undefined ? undefined : this.#renewCookies(cookie);
  }

  /** Null if nobody is signed in. If `reply` is given, it receives the refreshed cookie. Throws `sso_check_required` or
   * `sso_unavailable` for a session that the identity provider has to confirm first. */
  async find(request: FastifyRequest, reply: FastifyReply | null): Promise<SignedIn | null> {
    const cookie = this.cookieOf(request);
    if (cookie === undefined || !hasSessionCookie(request)) return null;
    const token = readSessionToken(cookie, this.auth.options.advanced.useSecureCookies);
    const owner = token === null ? null : (this.#owners.get(token) ?? null);
    if (owner !== null) this.#admit(owner);
    const { headers, response } = await this.#turns.run(owner ?? `from ${clientNetwork(request.ip)}`, () =>
      this.#getSession(cookie, reply),
    );
    if (response === null) {
      // Removes the cookie of a session that is gone.
      for (const setCookie of headers.getSetCookie()) reply?.header('Set-Cookie', setCookie);
      return null;
    }
    const { session, user } = response;
    const userId = fromUuid(user.id);
    if (owner === null) this.#admit(userId);
    const sessionId = fromUuid(session.id);
    const state = await this.#turns.run(userId, () =>
      readSessionState(this.db, sessionId, !isBackground(request)),
    );
    if (state === null) return null;
    if (state.isOver || this.#isBarred(state)) {
      await endSession(this.db, userId, sessionId);
      return null;
    }
    if (state.ssoAge !== null) await this.sso?.require(sessionId, state.ssoAge);
    for (const setCookie of headers.getSetCookie()) reply?.header('Set-Cookie', setCookie);
    this.#owners.set(session.token, userId);
    const hasTwoFactor = user.twoFactorEnabled ?? false;
    return {
      sessionId,
      user: {
        id: userId,
        name: user.name,
        email: user.email,
        isEmailVerified: user.emailVerified,
        hasTwoFactor,
      },
      hasSecondFactor: (hasTwoFactor && session.secondFactorAt != null) || session.signInMethod === 'sso',
      accountId: session.activeOrganizationId ? fromUuid(session.activeOrganizationId) : null,
    };
  }

  /** The session of a browser that comes back from the identity provider, if it is within its limits. */
  async findReturning(request: Pick<FastifyRequest, 'headers'>): Promise<ReturningSession | null> {
    const cookie = this.cookieOf(request);
    if (cookie === undefined || !hasSessionCookie(request)) return null;
    const { response } = await this.#getSession(cookie, null);
    if (response === null) return null;
    const sessionId = fromUuid(response.session.id);
    const state = await readSessionState(this.db, sessionId, false);
    if (state === null || state.isOver) return null;
    const account = response.session.activeOrganizationId;
    return {
      sessionId,
      userId: fromUuid(response.user.id),
      isSso: state.ssoAge !== null,
      accountId: account ? fromUuid(account) : null,
    };
  }

  /** Whether people can no longer sign in the way this session was opened. */
  #isBarred({ ssoAge }: SessionState): boolean {
    return ssoAge === null ? this.#isSsoOnly : ssoAge === 'over' && this.sso === null;
  }

  #getSession(cookie: string, reply: FastifyReply | null) {
    return throwOutage(
      () =>
        this.auth.api.getSession({
          headers: new Headers({ cookie }),
          // Don't refresh the session if there is no reply to send the new cookie with.
          query: { disableRefresh: reply === null },
          returnHeaders: true,
        }),
      ({ response }) => response !== null,
    );
  }

  /** The user's membership in the account, or in its test account. Never cached, so that removed members lose access
   * immediately. */
  async findMember(userId: string, accountId: string, isTest: boolean): Promise<Member | null> {
    const query = this.db
      .selectFrom('members as m')
      .innerJoin('accounts as a', (join) =>
        isTest ? join.onRef('a.test_of', '=', 'm.account_id') : join.onRef('a.id', '=', 'm.account_id'),
      )
      .innerJoin('plans as p', 'p.name', 'a.plan')
      .innerJoin('accounts as live', 'live.id', 'm.account_id')
      .innerJoin('plans as lp', 'lp.name', 'live.plan')
      .innerJoin(limitsOf(sql.ref('a.id')).as('l'), (join) => join.onTrue())
      .where('m.user_id', '=', userId)
      .where('m.account_id', '=', accountId)
      .select([
        'm.role',
        'a.id',
        'm.account_id',
        'live.requires_two_factor',
        'live.lead_exports',
        'live.rep_leads',
        'a.delete_at',
        'a.ai',
        'a.ai_monthly_dollars',
        'p.name',
        'l.monthly_leads',
        'l.storage_bytes',
        'p.requests_per_minute',
        'lp.account_requests_per_minute',
        'a.presence',
      ])
      .select(sql<number>`leadline.live_settings_version(m.account_id)`.as('settings_version'))
      .select(sql<number>`leadline.live_model_version(m.account_id)`.as('model_version'));
    const row = await this.#turns.run(userId, () => query.executeTakeFirst());
    if (row === undefined) return null;
    const versions = isHere(row) ? row : await this.#readVersions(userId, accountId);
    return {
      role: row.role,
      requiresTwoFactor: row.requires_two_factor,
      exportRole: EXPORT_ROLES[row.lead_exports],
      actor: `user_${userId}`,
      limitedTo: isLimited(row.role, row.rep_leads) ? userId : null,
      accountId: fromUuid(row.id),
      liveAccountId: fromUuid(row.account_id),
      isClosed: row.delete_at !== null,
      plan: row.name,
      monthlyLimit: row.monthly_leads,
      storageLimit: row.storage_bytes,
      requestsPerMinute: row.requests_per_minute,
      accountRequestsPerMinute: row.account_requests_per_minute,
      ai: row.ai,
      aiMonthlyDollars: row.ai_monthly_dollars,
      settingsVersion: versions.settings_version,
      modelVersion: versions.model_version,
    };
  }

  /** From the account's own database. */
  #readVersions(userId: string, accountId: string): Promise<Versions> {
    return enterAccount(this.#accounts, actingAs(`user_${userId}`, accountId), async ({ transaction }) => {
      const { rows } = await sql<Versions>`
        select leadline.live_settings_version(${accountId}) as settings_version,
          leadline.live_model_version(${accountId}) as model_version`.execute(transaction);
      return rows[0] as Versions;
    });
  }

  /** The IDs of those sessions that haven't ended, and whose user is still a member of the account they started in,
   * hasn't switched to another and has the second factor that it may require by now; each with whether its user sees all
   * leads. */
  async findActive(sessions: readonly SignedIn[]): Promise<ReadonlyMap<string, { seesAll: boolean }>> {
    const { rows } = await sql<{ id: string; role: Role; rep_leads: RepLeads }>`
      select s.id, m.role, a.rep_leads from unnest(
        ${sessions.map(({ sessionId }) => sessionId)}::uuid[], ${sessions.map(({ accountId }) => accountId)}::uuid[]
      ) as w (id, account_id)
      join leadline.sessions s on s.id = w.id and s.active_account_id = w.account_id and s.expires_at > now()
      join leadline.members m on m.user_id = s.user_id and m.account_id = w.account_id
      join leadline.accounts a on a.id = w.account_id
      join leadline.users u on u.id = s.user_id
      where ${isWithinLimits} and coalesce(${ssoAge} <> 'over', not ${this.#isSsoOnly}) and (not a.requires_two_factor or s.sign_in_method = 'sso'
        or (u.two_factor_enabled and s.second_factor_at is not null))`.execute(this.db);
    return new Map(
      rows.map(({ id, role, rep_leads }) => [fromUuid(id), { seesAll: !isLimited(role, rep_leads) }]),
    );
  }

  async listMemberships(userId: string): Promise<Membership[]> {
    const rows = await this.db
      .selectFrom('members as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .where('m.user_id', '=', userId)
      .select([
        'a.id',
        'a.name',
        'a.delete_at',
        'm.role',
        'a.requires_two_factor',
        'a.lead_exports',
        'a.rep_leads',
      ])
      .orderBy('m.id')
      .execute();
    return rows.map(({ id, name, role, requires_two_factor, lead_exports, rep_leads, delete_at }) => ({
      account_id: `acct_${fromUuid(id)}`,
      name,
      role,
      requires_two_factor,
      can_export_leads: hasRole(role, EXPORT_ROLES[lead_exports]),
      sees_all_leads: !isLimited(role, rep_leads),
      delete_at: delete_at?.toISOString() ?? null,
    }));
  }

  async noteSecondFactor(sessionId: string): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ second_factor_at: new Date() })
      .where('id', '=', sessionId)
      .execute();
  }

  async setAccount(sessionId: string, accountId: string | null): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ active_account_id: accountId })
      .where('id', '=', sessionId)
      .execute();
  }
}

/** Requests that a page makes while nobody uses it keep no session alive. */
const isBackground = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers['x-leadline-background'] !== undefined || routeOptions.config.runsInBackground === true;
