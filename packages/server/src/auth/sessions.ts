// Identifies the signed-in user from the session cookie, and their role in the session's account.

import type { Membership, Role } from '@leadline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../accounts/caller.ts';
import { limitsOf } from '../accounts/limits-of.ts';
import { fromUuid } from '../base/ids.ts';
import type { Installation } from '../db/installation.ts';
import type { Auth } from './auth.ts';
import { COOKIE_PREFIX } from './cookie-prefix.ts';
import type { RenewCookies } from './renew-cookies.ts';

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

export class Sessions {
  readonly auth: Auth;
  readonly db: Installation;
  readonly #renewCookies: RenewCookies;

  constructor(auth: Auth, db: Installation, renewCookies: RenewCookies) {
    this.auth = auth;
    this.db = db;
    this.#renewCookies = renewCookies;
  }

  /** The Cookie header to pass on to the library. */
  cookieOf({ headers: { cookie } }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return cookie === undefined ? undefined : this.#renewCookies(cookie);
  }

  /** Null if nobody is signed in. If `reply` is given, it receives the refreshed cookie. */
  async find(request: FastifyRequest, reply: FastifyReply | null): Promise<SignedIn | null> {
    const cookie = this.cookieOf(request);
    if (cookie === undefined || !hasSessionCookie(request)) return null;
    const { headers, response } = await this.auth.api
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
    for (const setCookie of headers.getSetCookie()) reply?.header('Set-Cookie', setCookie);
    if (response === null) return null;
    const { session, user } = response;
    const hasTwoFactor = user.twoFactorEnabled ?? false;
    return {
      sessionId: fromUuid(session.id),
      user: {
        id: fromUuid(user.id),
        name: user.name,
        email: user.email,
        isEmailVerified: user.emailVerified,
        hasTwoFactor,
      },
      hasSecondFactor: hasTwoFactor || session.signInMethod === 'sso',
      accountId: session.activeOrganizationId ? fromUuid(session.activeOrganizationId) : null,
    };
  }

  /** The user's membership in the account, or in its test account. Never cached, so that removed members lose access
   * immediately. */
  async findMember(userId: string, accountId: string, isTest: boolean): Promise<Member | null> {
    const row = await this.db
      .selectFrom('members as m')
      .innerJoin('accounts as a', (join) =>
        isTest ? join.onRef('a.test_of', '=', 'm.account_id') : join.onRef('a.id', '=', 'm.account_id'),
      )
      .innerJoin('accounts as live', 'live.id', 'm.account_id')
      .innerJoin('plans as p', 'p.name', 'a.plan')
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
      ])
      .executeTakeFirst();
    if (row === undefined) return null;
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
      ai: row.ai,
      aiMonthlyDollars: row.ai_monthly_dollars,
    };
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

export const hasSessionCookie = ({ headers }: FastifyRequest): boolean =>
  headers.cookie?.includes(`${COOKIE_PREFIX}.session_token=`) ?? false;
