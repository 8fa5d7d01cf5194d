// Reads the provider's discovery document when it is first needed, so that the API starts even if the provider is down.

import type { ProviderClient } from './provider-client.ts';
import { isSafeProviderUrl } from './sso-config.ts';
import { ssoUnavailable } from './sso-errors.ts';

export interface ProviderMetadata {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userInfoEndpoint: string | null;
  readonly jwksUri: string;
  readonly signsInBody: boolean;
  readonly offersOfflineAccess: boolean;
}

const FRESH_MS = 60 * 60 * 1000;
/** While the provider is down, we ask this often at most, however many people try to sign in. */
const RETRY_MS = 5_000;

export class Discovery {
  readonly #client: ProviderClient;
  readonly #issuer: string;
  #known: ProviderMetadata | null = null;
  #checkAt = 0;
  #failure: unknown = null;
  #running: Promise<ProviderMetadata> | null = null;

  constructor(client: ProviderClient, issuer: string) {
    this.#client = client;
    this.#issuer = issuer;
  }

  get(): Promise<ProviderMetadata> {
    if (performance.now() < this.#checkAt) {
      if (this.#known !== null) return Promise.resolve(this.#known);
      if (this.#failure !== null) return Promise.reject(this.#failure);
    }
    this.#running ??= this.#refresh().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #refresh(): Promise<ProviderMetadata> {
    try {
      this.#known = await this.#load();
      this.#checkAt = performance.now() + FRESH_MS;
      this.#failure = null;
      return this.#known;
    } catch (error) {
      this.#checkAt = performance.now() + RETRY_MS;
      this.#failure = error;
      // Endpoints rarely change, so the ones we know are better than none.
      if (this.#known !== null) return this.#known;
      throw error;
    }
  }

  async #load(): Promise<ProviderMetadata> {
    const url = `${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await this.#client.send(url);
    if (status !== 200 || body === null) throw ssoUnavailable(new Error(`discovery returned ${status}`));
    // Otherwise, a document from elsewhere could name keys that sign tokens for our issuer.
    if (body.issuer !== this.#issuer) throw ssoUnavailable(new Error('discovery names another issuer'));
    const {
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
      userinfo_endpoint: userInfoEndpoint,
      jwks_uri: jwksUri,
    } = body;
    if (
      !isSafeProviderUrl(authorizationEndpoint) ||
      !isSafeProviderUrl(tokenEndpoint) ||
      !isSafeProviderUrl(jwksUri)
    )
      throw ssoUnavailable(new Error('discovery lacks an endpoint'));
    const { token_endpoint_auth_methods_supported: methods, scopes_supported: scopes } = body;
    return {
      authorizationEndpoint,
      tokenEndpoint,
      userInfoEndpoint: isSafeProviderUrl(userInfoEndpoint) ? userInfoEndpoint : null,
      jwksUri,
      signsInBody: Array.isArray(methods) && !methods.includes('client_secret_basic'),
      offersOfflineAccess: Array.isArray(scopes) && scopes.includes('offline_access'),
    };
  }
}
