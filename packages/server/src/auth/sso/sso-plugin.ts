// Adds the provider to the auth library, which handles state, PKCE and the session. Its own plugin for this reads the
// discovery document only once, at startup, without a time limit, and keeps the provider's tokens in clear; ours reads it
// when needed, and passes on only the refresh token, for sso-checks.ts.

import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import type { Installation } from '../../platform/db/installation.ts';
import { admitSsoUser } from './admit-sso-user.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { SSO_PROVIDER_ID } from './sso-config.ts';
import type { Tokens } from './sso-requests.ts';
import { ssoVisits } from './sso-visit.ts';

type LibraryProvider = AuthContext['socialProviders'][number];

type Exchange = { readonly tokens: Tokens } | { readonly failure: unknown };

export function ssoPlugin(db: Installation, sso: OidcProvider | null) {
  return {
    id: 'leadline-sso',
    init: () => (sso === null ? {} : { context: { socialProviders: [adapt(db, sso)] } }),
  } satisfies BetterAuthPlugin;
}

const adapt = (db: Installation, provider: OidcProvider): LibraryProvider => ({
  id: SSO_PROVIDER_ID,
  name: provider.config.name,
  issuer: provider.config.issuer,
  requiresIdTokenNonce: true,
  accountSubject: ({ profile }) => (profile as { readonly subject: string }).subject,
  createAuthorizationURL: ({ state, codeVerifier, idTokenNonce: nonce = '', redirectURI }) => {
    const isSilent = ssoVisits.getStore()?.isSilent === true;
    return provider.toAuthorizationUrl({ state, codeVerifier, nonce, redirectURI, isSilent });
  },
  // The library hides errors of this step, so we keep ours for the next. It also stores any tokens it sees.
  validateAuthorizationCode: async ({ code, codeVerifier = '', redirectURI }) => {
    const exchange: Exchange = await provider
      .exchangeCode({ code, codeVerifier, redirectURI })
      .then((tokens) => ({ tokens }))
      .catch((failure: unknown) => ({ failure }));
    return { raw: exchange };
  },
  getUserInfo: async ({ raw, expectedIdTokenNonce = '' }) => {
    const exchange = raw as unknown as Exchange;
    if ('failure' in exchange) throw exchange.failure;
    const { subject, email, isEmailVerified, name } = await provider.identify(
      exchange.tokens,
      expectedIdTokenNonce,
    );
    await admitSsoUser(db, provider.config, { subject, email, isEmailVerified });
    const visit = ssoVisits.getStore();
    if (visit !== undefined) visit.renewal = { subject, refreshToken: exchange.tokens.refreshToken };
    return { user: { email, emailVerified: isEmailVerified, name }, data: { subject } };
  },
});
