// The operator's identity provider: where to send people, who comes back, and whether somebody may still come in.

import { Discovery } from './discovery.ts';
import { IdTokens } from './id-tokens.ts';
import type { ProviderClient } from './provider-client.ts';
import type { SsoConfig } from './sso-config.ts';
import {
  type Authorization,
  exchangeCode,
  exchangeRefreshToken,
  readUserInfo,
  type Tokens,
  toAuthorizationUrl,
  type UserInfo,
} from './sso-requests.ts';

export interface SsoOptions {
  readonly config: SsoConfig;
  readonly client: ProviderClient;
}

/** A person at this provider. The issuer is part of the subject, in case the operator changes providers. */
export interface Arrival extends UserInfo {
  readonly subject: string;
}

export class OidcProvider {
  readonly config: SsoConfig;
  readonly #client: ProviderClient;
  readonly #discovery: Discovery;
  readonly #idTokens: IdTokens;
  /** Many providers offer refresh tokens, but not to every client. */
  #refusesOfflineAccess = false;

  constructor({ config, client }: SsoOptions) {
    this.config = config;
    this.#client = client;
    this.#discovery = new Discovery(client, config.issuer);
    this.#idTokens = new IdTokens(client, config);
  }

  async toAuthorizationUrl(authorization: Authorization): Promise<URL> {
    const metadata = await this.#discovery.get();
    const offersOfflineAccess = metadata.offersOfflineAccess && !this.#refusesOfflineAccess;
    return toAuthorizationUrl(this.config, { ...metadata, offersOfflineAccess }, authorization);
  }

  /** After the provider has refused our scope. Returns whether to ask again, for less. */
  async askForLess(): Promise<boolean> {
    const { offersOfflineAccess } = await this.#discovery.get();
    const asksForLess = offersOfflineAccess && !this.#refusesOfflineAccess;
    this.#refusesOfflineAccess = true;
    return asksForLess;
  }

  async exchangeCode(
    code: { readonly code: string } & Pick<Authorization, 'codeVerifier' | 'redirectURI'>,
  ): Promise<Tokens> {
    return exchangeCode(this.config, this.#client, await this.#discovery.get(), code);
  }

  async identify({ idToken, accessToken }: Tokens, nonce: string): Promise<Arrival> {
    const metadata = await this.#discovery.get();
    const claims = await this.#idTokens.verify(idToken, metadata.jwksUri, nonce);
    const info = await readUserInfo(this.#client, metadata, claims, accessToken);
    return { ...info, subject: this.#subjectOf(claims.sub) };
  }

  /** Asks whether the person with this refresh token may still come in. Returns the token for the next time, or null if
   * they may not, as far as the provider says. Throws if it says nothing. */
  async confirm(refreshToken: string, subject: string): Promise<string | null> {
    const metadata = await this.#discovery.get();
    const answer = await exchangeRefreshToken(this.config, this.#client, metadata, refreshToken);
    if (answer === null) return null;
    if (answer.idToken !== null) {
      const { sub } = await this.#idTokens.verify(answer.idToken, metadata.jwksUri, null);
      if (this.#subjectOf(sub) !== subject) return null;
    }
    return answer.refreshToken ?? refreshToken;
  }

  #subjectOf(sub: string): string {
    return `${this.config.issuer} ${sub}`;
  }
}
