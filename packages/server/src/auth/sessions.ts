// Identifies the signed-in user from the session cookie, and their role in the session's account.

import type { Membership, Role } from '@leadline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../accounts/caller.ts';
import { limitsOf } from '../accounts/limits-of.ts';
import { FairQueue } from '../base/fair-queue.ts';
import { fromUuid } from '../base/ids.ts';
import { LimitPerMinute } from '../base/limit-per-minute.ts';
import { type AccountDatabase, enterAccount } from '../db/account-scope.ts';
import type { Installation } from '../db/installation.ts';
import type { Presence } from '../db/tables.ts';
import type { Auth } from './auth.ts';
import { clientNetwork } from './client-network.ts';
import type { RenewCookies } from './renew-cookies.ts';
import { hasSessionCookie, readSessionToken } from './session-cookie.ts';
import { SessionOwners } from './session-owners.ts';

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
  /** Whether the user proved more than a password: by their own second factor, or to the identity provider. */
  readonly hasSecondFactor: boolean;
  /** The session's account, or null if the user doesn't have one yet. */
  readonly accountId: string | null;
}

/** A user's role in an account, and that account's limits. */
export interface Member extends Caller {
  readonly role: Role;
  /** Whether the account only admits members with two-factor sign-in. */
  readonly requiresTwoFactor: boolean;
}

interface Versions {
  readonly settings_version: number;
  readonly model_version: number;
}

const isHere = ({ presence }: { readonly presence: Presence }): boolean =>
  presence === 'here' || presence === 'leaving';

export class Sessions {
  readonly auth: Auth;
  readonly db: Installation;
  readonly #accounts: AccountDatabase;
  readonly #renewCookies: RenewCookies;
  /** Sessions take turns, because they are looked up before the rate limit is known. */
  readonly #turns = new FairQueue({
    maxRunning: 3,
    maxRunningPerAccount: 2,
    maxWaitingPerAccount: 40,
    maxWaiting: 1_000,
  });
  readonly #owners = new SessionOwners();
  readonly #perUser: LimitPerMinute;

  /** `db` is the directory, `accounts` the data of accounts. */
  constructor(
    auth: Auth,
    db: Installation,
    accounts: AccountDatabase,
    renewCookies: RenewCookies,
    requestsPerMinute = USER_REQUESTS_PER_MINUTE,
  ) {
    this.auth = auth;
    this.db = db;
    this.#accounts = accounts;
    this.#renewCookies = renewCookies;
    this.#perUser = new LimitPerMinute(requestsPerMinute, 'requests');
  }

  /** The Cookie header to pass on to the library. */
  cookieOf({ headers: { cookie } }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return cookie === undefined ? undefined : this.#renewCookies(cookie);
  }

  /** Null if nobody is signed in. If `reply` is given, it receives the refreshed cookie. */
  async find(request: FastifyRequest, reply: FastifyReply | null): Promise<SignedIn | null> {
    const cookie = this.cookieOf(request);
    if (cookie === undefined || !hasSessionCookie(request)) return null;
    const token = readSessionToken(cookie, this.auth.options.advanced.useSecureCookies);
    const owner = token === null ? null : this.#owners.find(token);
    if (owner !== null) this.#perUser.admit(owner);
    const { headers, response } = await this.#turns.run(owner ?? `from ${clientNetwork(request.ip)}`, () =>
      this.#getSession(cookie, reply),
    );
    for (const setCookie of headers.getSetCookie()) reply?.header('Set-Cookie', setCookie);
    if (response === null) return null;
    const { session, user } = response;
    const userId = fromUuid(user.id);
    if (owner === null) this.#perUser.admit(userId);
    this.#owners.add(session.token, userId);
    const hasTwoFactor = user.twoFactorEnabled ?? false;
    return {
      sessionId: fromUuid(session.id),
      user: {
        id: userId,
        name: user.name,
        email: user.email,
        isEmailVerified: user.emailVerified,
        hasTwoFactor,
      },
      hasSecondFactor: hasTwoFactor || session.signInMethod === 'sso',
      accountId: session.activeOrganizationId ? fromUuid(session.activeOrganizationId) : null,
    };
  }

  #getSession(cookie: string, reply: FastifyReply | null) {
    return this.auth.api
      .getSession({
        headers: new Headers({ cookie }),
        // Don't refresh the session if there is no reply to send the new cookie with.
        query: { disableRefresh: reply === null },
        returnHeaders: true,
      })
      .catch(async (error: unknown) => {
        await sql`select 1`.execute(this.db); // throws if the database is down; the library's error wouldn't say so
        throw error;
      });
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
      actor: `user_${userId}`,
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

  /** From the account's cell. */
  #readVersions(userId: string, accountId: string): Promise<Versions> {
    return enterAccount(this.#accounts, { accountId, actor: `user_${userId}` }, async ({ transaction }) => {
      const { rows } = await sql<Versions>`
        select leadline.live_settings_version(${accountId}) as settings_version,
          leadline.live_model_version(${accountId}) as model_version`.execute(transaction);
      return rows[0] as Versions;
    });
  }

  /** The IDs of those sessions that haven't ended, and whose user is still a member of the account they started in,
   * hasn't switched to another and has the second factor that it may require by now. */
  async findActive(sessions: readonly SignedIn[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      select s.id from unnest(
        ${sessions.map(({ sessionId }) => sessionId)}::uuid[], ${sessions.map(({ accountId }) => accountId)}::uuid[]
      ) as w (id, account_id)
      join leadline.sessions s on s.id = w.id and s.active_account_id = w.account_id and s.expires_at > now()
      join leadline.members m on m.user_id = s.user_id and m.account_id = w.account_id
      join leadline.accounts a on a.id = w.account_id
      join leadline.users u on u.id = s.user_id
      where not a.requires_two_factor or u.two_factor_enabled or s.sign_in_method = 'sso'`.execute(this.db);
    return new Set(rows.map(({ id }) => fromUuid(id)));
  }

  async listMemberships(userId: string): Promise<Membership[]> {
    const rows = await this.db
      .selectFrom('members as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .where('m.user_id', '=', userId)
      .select(['a.id', 'a.name', 'a.delete_at', 'm.role', 'a.requires_two_factor'])
      .orderBy('m.id')
      .execute();
    return rows.map(({ id, name, role, requires_two_factor, delete_at }) => ({
      account_id: `acct_${fromUuid(id)}`,
      name,
      role,
      requires_two_factor,
      delete_at: delete_at?.toISOString() ?? null,
    }));
  }

  async setAccount(sessionId: string, accountId: string | null): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ active_account_id: accountId })
      .where('id', '=', sessionId)
      .execute();
  }
}
