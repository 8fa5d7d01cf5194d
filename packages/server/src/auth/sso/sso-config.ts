// Single sign-on with one OpenID Connect provider, configured by the operator.

export interface SsoConfig {
  /** Exactly as the provider spells it in its discovery document and ID tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The label of the button: "Sign in with …". */
  readonly name: string;
  /** In lower case. Null if users of any domain may sign in. */
  readonly allowedDomains: readonly string[] | null;
  /** Whether passwords are switched off. */
  readonly isOnly: boolean;
}

/** How the auth library and the credentials table call the provider. */
export const SSO_PROVIDER_ID = 'oidc';

/** Plain HTTP is only for providers on the same machine, as in tests. */
export function isSafeProviderUrl(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname))
  );
}
