// The three requests of the authorization code flow: the redirect to the provider, code for tokens, and user info.

import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { describeInvalidName } from '../../accounts/check-name.ts';
import type { ProviderMetadata } from './discovery.ts';
import type { ProviderClient } from './provider-client.ts';
import type { SsoConfig } from './sso-config.ts';
import { ssoFailed } from './sso-errors.ts';

interface Authorization {
  readonly state: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectURI: string;
}

export function toAuthorizationUrl(
  { clientId }: SsoConfig,
  { authorizationEndpoint }: ProviderMetadata,
  { state, codeVerifier, nonce, redirectURI }: Authorization,
): URL {
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectURI,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

export async function exchangeCode(
  { clientId, clientSecret }: SsoConfig,
  client: ProviderClient,
  { tokenEndpoint, signsInBody }: ProviderMetadata,
  {
    code,
    codeVerifier,
    redirectURI,
  }: { readonly code: string } & Pick<Authorization, 'codeVerifier' | 'redirectURI'>,
): Promise<{ readonly idToken: string; readonly accessToken: string }> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    code_verifier: codeVerifier,
    ...(signsInBody ? { client_id: clientId, client_secret: clientSecret } : {}),
  });
  const { status, body } = await client.send(tokenEndpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signsInBody ? {} : { authorization: basicAuthorization(clientId, clientSecret) }),
    },
    body: form.toString(),
  });
  const { id_token: idToken, access_token: accessToken } = body ?? {};
  if (status !== 200 || typeof idToken !== 'string')
    throw ssoFailed(new Error(`token endpoint returned ${status}`));
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : '' };
}

/** RFC 6749, section 2.3.1: both are form-encoded first. */
function basicAuthorization(clientId: string, clientSecret: string): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

export interface UserInfo {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
}

/** Many providers put the email only in the user info. */
export async function readUserInfo(
  client: ProviderClient,
  { userInfoEndpoint }: ProviderMetadata,
  claims: JWTPayload & { readonly sub: string },
  accessToken: string,
): Promise<UserInfo> {
  if (typeof claims.email === 'string') return toUserInfo(claims);
  if (userInfoEndpoint === null) throw ssoFailed(new Error('no email'));
  const { status, body } = await client.send(userInfoEndpoint, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  // OpenID Connect Core, section 5.3.2: it may be another user's.
  if (status !== 200 || body?.sub !== claims.sub)
    throw ssoFailed(new Error('user info is not for this user'));
  return toUserInfo(body);
}

function toUserInfo({
  email,
  email_verified,
  name,
  preferred_username,
}: Readonly<Record<string, unknown>>): UserInfo {
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email)) throw ssoFailed(new Error('no email'));
  return {
    email: email.toLowerCase(),
    isEmailVerified: email_verified === true || email_verified === 'true', // some providers send text
    name: [name, preferred_username, email.slice(0, email.indexOf('@'))].find(isName)?.trim() ?? 'New user',
  };
}

const isName = (text: unknown): text is string =>
  typeof text === 'string' && describeInvalidName(text) === null;
