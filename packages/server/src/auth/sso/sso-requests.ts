// The requests to the provider: the redirect there, code or refresh token for tokens, and user info.

import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { describeInvalidName } from '../../accounts/profile/check-name.ts';
import type { ProviderMetadata } from './discovery.ts';
import type { ProviderClient, ProviderResponse } from './provider-client.ts';
import type { SsoConfig } from './sso-config.ts';
import { ssoFailed, ssoUnavailable } from './sso-errors.ts';

export interface Authorization {
  readonly state: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectURI: string;
  /** Only if the provider needs to ask the person nothing. */
  readonly isSilent: boolean;
}

export interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

export function toAuthorizationUrl(
  { clientId }: SsoConfig,
  { authorizationEndpoint, offersOfflineAccess }: ProviderMetadata,
  { state, codeVerifier, nonce, redirectURI, isSilent }: Authorization,
): URL {
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectURI,
    // Most providers only return a refresh token if they are asked for one.
    scope: `openid email profile${offersOfflineAccess ? ' offline_access' : ''}`,
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(isSilent ? { prompt: 'none' } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

export async function exchangeCode(
  config: SsoConfig,
  client: ProviderClient,
  metadata: ProviderMetadata,
  {
    code,
    codeVerifier,
    redirectURI,
  }: { readonly code: string } & Pick<Authorization, 'codeVerifier' | 'redirectURI'>,
): Promise<Tokens> {
  const { status, body } = await askForTokens(config, client, metadata, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    code_verifier: codeVerifier,
  });
  const idToken = textOf(body?.id_token);
  if (status !== 200 || idToken === null) throw ssoFailed(new Error(`token endpoint returned ${status}`));
  return {
    idToken,
    accessToken: textOf(body?.access_token) ?? '',
    refreshToken: textOf(body?.refresh_token),
  };
}

/** Null if the provider says that the token no longer works: the person was disabled, or signed out there. Throws if it
 * says anything else, such as that our client secret is wrong: that says nothing about the person. */
export async function exchangeRefreshToken(
  config: SsoConfig,
  client: ProviderClient,
  metadata: ProviderMetadata,
  refreshToken: string,
): Promise<{ readonly idToken: string | null; readonly refreshToken: string | null } | null> {
  const { status, body } = await askForTokens(config, client, metadata, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  if (status === 400 && body?.error === 'invalid_grant') return null;
  if (status !== 200 || textOf(body?.access_token) === null)
    throw ssoUnavailable(new Error(`token endpoint returned ${status}`));
  return { idToken: textOf(body?.id_token), refreshToken: textOf(body?.refresh_token) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function askForTokens(
  { clientId, clientSecret }: SsoConfig,
  client: ProviderClient,
  { tokenEndpoint, signsInBody }: ProviderMetadata,
  fields: Readonly<Record<string, string>>,
): Promise<ProviderResponse> {
  const form = new URLSearchParams({
    ...fields,
    ...(signsInBody ? { client_id: clientId, client_secret: clientSecret } : {}),
  });
  return client.send(tokenEndpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signsInBody ? {} : { authorization: basicAuthorization(clientId, clientSecret) }),
    },
    body: form.toString(),
  });
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
