// Verifies ID tokens (OpenID Connect Core, section 3.1.3.7): signature, issuer, audience, expiry and nonce.

import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { ProviderClient } from './provider-client.ts';
import type { SsoConfig } from './sso-config.ts';
import { ssoFailed } from './sso-errors.ts';

/** Only public-key algorithms: with HS256, the client secret would be enough to forge a token. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 60;
/** Longer than anyone takes between the provider's redirect and our request for the token. */
const MAX_AGE = '10 minutes';

export class IdTokens {
  readonly #client: ProviderClient;
  readonly #config: Pick<SsoConfig, 'issuer' | 'clientId'>;
  #keys: { readonly uri: string; readonly find: JWTVerifyGetKey } | null = null;

  constructor(client: ProviderClient, config: Pick<SsoConfig, 'issuer' | 'clientId'>) {
    this.#client = client;
    this.#config = config;
  }

  /** `nonce` is null for tokens that come with a refresh token: no request of a browser led to them. */
  async verify(
    token: string,
    jwksUri: string,
    nonce: string | null,
  ): Promise<JWTPayload & { readonly sub: string }> {
    const { issuer, clientId } = this.#config;
    const { payload } = await jwtVerify(token, this.#keysAt(jwksUri), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE,
      requiredClaims: ['sub', 'exp', 'iat', ...(nonce === null ? [] : ['nonce'])],
    }).catch((error: unknown) => {
      throw error instanceof DomainError ? error : ssoFailed(error);
    });
    const { sub, aud, azp } = payload;
    if (nonce !== null && payload.nonce !== nonce) throw ssoFailed(new Error('nonce mismatch'));
    const isForOthersToo = Array.isArray(aud) && aud.length > 1;
    if ((isForOthersToo || azp !== undefined) && azp !== clientId)
      throw ssoFailed(new Error('issued to another client'));
    if (typeof sub !== 'string' || sub === '') throw ssoFailed(new Error('no subject'));
    return { ...payload, sub };
  }

  /** jose caches the keys and asks for new ones when a token is signed with an unknown key, at most every 30 seconds. */
  #keysAt(uri: string): JWTVerifyGetKey {
    if (this.#keys?.uri !== uri) {
      const find = createRemoteJWKSet(new URL(uri), {
        [customFetch]: async (url) => {
          const { status, body } = await this.#client.send(url);
          return new Response(JSON.stringify(body), { status });
        },
      });
      this.#keys = { uri, find };
    }
    return this.#keys.find;
  }
}
