// What the library can't pass on to the provider and back: the rules for signing up, which depend on the request, whether
// the provider may ask the person something, and the refresh token.

import { AsyncLocalStorage } from 'node:async_hooks';

export interface SsoVisit {
  /** Throws if a person with this email, who is new here, may not sign up. */
  readonly admitNewcomer: (email: string) => Promise<void>;
  readonly isSilent?: boolean;
  /** Who came back, and with what to ask the provider for them again. */
  renewal?: { readonly subject: string; readonly refreshToken: string | null };
}

export const ssoVisits = new AsyncLocalStorage<SsoVisit>();
