// Adds the provider to the auth library, which handles state, PKCE and the session. Its own plugin for this reads the
// discovery document only once, at startup, without a time limit, and keeps the provider's tokens; this one reads it
// when needed and throws the tokens away.

import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import type { Installation } from '../../db/installation.ts';
import { admitSsoUser } from './admit-sso-user.ts';
import { Discovery } from './discovery.ts';
import { IdTokens } from './id-tokens.ts';
import type { ProviderClient } from './provider-client.ts';
import { SSO_PROVIDER_ID, type SsoConfig } from './sso-config.ts';
import { exchangeCode, readUserInfo, toAuthorizationUrl } from './sso-requests.ts';

export interface SsoOptions {
  readonly config: SsoConfig;
  readonly client: ProviderClient;
}

type OAuthProvider = AuthContext['socialProviders'][number];

type Exchange = { readonly idToken: string; readonly accessToken: string } | { readonly failure: unknown };

export function ssoPlugin(db: Installation, sso: SsoOptions | null) {
  return {
    id: 'leadline-sso',
    init: () => (sso === null ? {} : { context: { socialProviders: [makeProvider(db, sso)] } }),
  } satisfies BetterAuthPlugin;
}

function makeProvider(db: Installation, { config, client }: SsoOptions): OAuthProvider {
  const discovery = new Discovery(client, config.issuer);
  const idTokens = new IdTokens(client, config);
  return {
    id: SSO_PROVIDER_ID,
    name: config.name,
    issuer: config.issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => (profile as { readonly subject: string }).subject,
    createAuthorizationURL: async ({ state, codeVerifier, idTokenNonce = '', redirectURI }) =>
      toAuthorizationUrl(config, await discovery.get(), {
        state,
        codeVerifier,
        nonce: idTokenNonce,
        redirectURI,
      }),
    // The library hides errors of this step, so we keep ours for the next. It also stores any tokens it sees.
    validateAuthorizationCode: async ({ code, codeVerifier = '', redirectURI }) => {
      const exchange: Exchange = await discovery
        .get()
        .then((metadata) => exchangeCode(config, client, metadata, { code, codeVerifier, redirectURI }))
        .catch((failure: unknown) => ({ failure }));
      return { raw: exchange };
    },
    getUserInfo: async ({ raw, expectedIdTokenNonce = '' }) => {
      const exchange = raw as unknown as Exchange;
      if ('failure' in exchange) throw exchange.failure;
      const metadata = await discovery.get();
      const claims = await idTokens.verify(exchange.idToken, metadata.jwksUri, expectedIdTokenNonce);
      const { email, isEmailVerified, name } = await readUserInfo(
        client,
        metadata,
        claims,
        exchange.accessToken,
      );
      // The issuer is part of it, in case the operator changes providers.
      const subject = `${config.issuer} ${claims.sub}`;
      await admitSsoUser(db, config, { subject, email, isEmailVerified });
      return { user: { email, emailVerified: isEmailVerified, name }, data: { subject } };
    },
  };
}
