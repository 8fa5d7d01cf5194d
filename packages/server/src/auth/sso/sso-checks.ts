// Confirms with the provider that people whose sessions were opened by single sign-on may still come in. A session is good
// for an hour after the provider last confirmed its user. From half an hour on, we ask with the refresh token, if the provider
// gave us one; without one, the browser has to visit the provider, which usually shows nothing.
//
// A provider that can't be reached says nothing about anyone: until the hour is over, the session stays good, and then it
// waits for the provider. One process at a time asks for a session, because many providers take a refresh token that
// is used twice for a stolen one.

import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeError, type Logger } from '../../platform/base/log.ts';
import { makeTextSeal, type TextSeal } from '../../platform/base/sealed-text.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { ssoCheckRequired, ssoUnavailable } from './sso-errors.ts';

/** How long a session is good after the provider has confirmed its user. */
export const SSO_HOUR = sql`interval '1 hour'`;
const ASK_AFTER = sql`interval '30 minutes'`;
/** Longer than asking takes: three requests of up to 5 s. Then, the process that asked has died. */
const LEASE_SECONDS = 20;
/** While the session is still good, we don't ask more often than this. */
const RETRY_SECONDS = 60;
const WAIT_STEP_MS = 200;
const MAX_WAIT_MS = 10_000;

/** Closes and opens with the ID of the session. */
export const makeSsoSeal = (secretKeys: SecretKeys): TextSeal =>
  makeTextSeal(secretKeys, 'leadline single sign-on');

/** `fresh`: nothing to do; `due`: still good, but ask; `over`: not good until the provider has confirmed it. */
export type SsoAge = 'fresh' | 'due' | 'over';

/** Of a session `s`. Null unless it was opened by single sign-on. */
export const ssoAge = sql<SsoAge | null>`case
  when s.sign_in_method <> 'sso' then null
  when coalesce(s.sso_checked_at, s.created_at) > now() - ${ASK_AFTER} then 'fresh'
  when coalesce(s.sso_checked_at, s.created_at) > now() - ${SSO_HOUR} then 'due'
  else 'over' end`;

/** What is encrypted. The issuer, so that no provider gets the token of another. */
interface Renewal {
  readonly issuer: string;
  readonly subject: string;
  readonly refreshToken: string;
}

interface SsoChecksParts {
  readonly db: Installation;
  readonly provider: OidcProvider;
  readonly seal: TextSeal;
  readonly logger: Pick<Logger, 'warn'>;
}

export class SsoChecks {
  readonly #parts: SsoChecksParts;
  readonly #asking = new Map<string, Promise<void>>();

  constructor(parts: SsoChecksParts) {
    this.#parts = parts;
  }

  /** See OidcProvider. */
  askForLess(): Promise<boolean> {
    return this.#parts.provider.askForLess();
  }

  /** Throws unless the session is good. */
  async require(sessionId: string, age: SsoAge): Promise<void> {
    if (age === 'fresh') return;
    const asking = this.#ask(sessionId, age);
    if (age === 'over') return asking;
    // Nobody has to wait for it yet.
    asking.catch(() => {});
  }

  /** Keeps what the provider gave us when it confirmed the user just now. */
  async keep(
    sessionId: string,
    renewal: { readonly subject: string; readonly refreshToken: string | null } | undefined,
  ): Promise<void> {
    await this.#parts.db
      .updateTable('sessions')
      .set({
        sso_checked_at: sql<Date>`now()`,
        sso_asked_at: null,
        sso_token:
          renewal === undefined || renewal.refreshToken === null
            ? null
            : this.#close(sessionId, renewal.subject, renewal.refreshToken),
      })
      .where('id', '=', sessionId)
      .execute();
  }

  #ask(sessionId: string, age: SsoAge): Promise<void> {
    const key = `${sessionId} ${age}`;
    const running = this.#asking.get(key);
    if (running !== undefined) return running;
    const asking = this.#askOrWait(sessionId, age).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #askOrWait(sessionId: string, age: SsoAge): Promise<void> {
    const claimed = await this.#claim(sessionId, age === 'over' ? LEASE_SECONDS : RETRY_SECONDS);
    if (claimed === 'waits') return age === 'over' ? this.#waitForOther(sessionId) : undefined;
    if (claimed === 'confirmed') return;
    if (claimed === 'none') throw ssoCheckRequired();
    await this.#askProvider(sessionId, claimed.sealed);
  }

  async #claim(
    sessionId: string,
    retrySeconds: number,
  ): Promise<{ readonly sealed: Buffer } | 'waits' | 'confirmed' | 'none'> {
    const { rows } = await sql<{ sealed: Buffer }>`
      update leadline.sessions s set sso_asked_at = now()
      where s.id = ${sessionId} and s.sso_token is not null and ${ssoAge} <> 'fresh'
        and (s.sso_asked_at is null or s.sso_asked_at < now() - make_interval(secs => ${retrySeconds}))
      returning s.sso_token as sealed`.execute(this.#parts.db);
    return rows[0] ?? this.#look(sessionId);
  }

  async #look(sessionId: string): Promise<'waits' | 'confirmed' | 'none'> {
    const { rows } = await sql<{ is_fresh: boolean; has_token: boolean }>`
      select ${ssoAge} = 'fresh' as is_fresh, s.sso_token is not null as has_token
      from leadline.sessions s where s.id = ${sessionId}`.execute(this.#parts.db);
    const [found] = rows;
    if (found?.is_fresh) return 'confirmed';
    return found?.has_token ? 'waits' : 'none';
  }

  /** While another process, or a request that came before the hour was over, is asking. */
  async #waitForOther(sessionId: string): Promise<void> {
    const until = performance.now() + MAX_WAIT_MS;
    while (performance.now() < until) {
      await pause(WAIT_STEP_MS);
      const { rows } = await sql<{ age: SsoAge; has_token: boolean; is_asking: boolean }>`
        select ${ssoAge} as age, s.sso_token is not null as has_token,
          coalesce(s.sso_asked_at > now() - make_interval(secs => ${LEASE_SECONDS}), false) as is_asking
        from leadline.sessions s where s.id = ${sessionId}`.execute(this.#parts.db);
      const [found] = rows;
      if (found === undefined || !found.has_token) throw ssoCheckRequired();
      if (found.age !== 'over') return;
      if (!found.is_asking) break;
    }
    throw ssoUnavailable();
  }

  async #askProvider(sessionId: string, sealed: Buffer): Promise<void> {
    const { db, provider, logger } = this.#parts;
    const renewal = this.#open(sessionId, sealed);
    try {
      const next = renewal === null ? null : await provider.confirm(renewal.refreshToken, renewal.subject);
      if (renewal !== null && next !== null)
        return await this.keep(sessionId, { subject: renewal.subject, refreshToken: next });
    } catch (error) {
      logger.warn(describeError(error), 'the identity provider did not confirm a session; retrying');
      // Others needn't wait for an answer any longer. Once the hour is over, the next request asks again.
      await sql`update leadline.sessions set sso_asked_at = now() - make_interval(secs => ${LEASE_SECONDS})
        where id = ${sessionId}`.execute(db);
      throw ssoUnavailable(error);
    }
    // Ends it now, without waiting for the hour.
    await sql`update leadline.sessions s set sso_token = null, sso_asked_at = null,
      sso_checked_at = least(coalesce(s.sso_checked_at, s.created_at), now() - ${SSO_HOUR})
      where s.id = ${sessionId}`.execute(db);
    throw ssoCheckRequired();
  }

  #close(sessionId: string, subject: string, refreshToken: string): Buffer {
    const { provider, seal } = this.#parts;
    const renewal: Renewal = { issuer: provider.config.issuer, subject, refreshToken };
    return seal.close(sessionId, JSON.stringify(renewal));
  }

  /** Null if it can't be read, or belongs to another provider. */
  #open(sessionId: string, sealed: Buffer): Renewal | null {
    const { provider, seal } = this.#parts;
    const text = seal.open(sessionId, sealed);
    const renewal = text === null ? null : (JSON.parse(text) as Renewal);
    return renewal?.issuer === provider.config.issuer ? renewal : null;
  }
}
