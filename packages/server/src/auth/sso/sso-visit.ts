// What the library can't pass on to the provider: the rules for signing up, which depend on the request.

import { AsyncLocalStorage } from 'node:async_hooks';

export interface SsoVisit {
  /** Throws if a person with this email, who is new here, may not sign up. */
  readonly admitNewcomer: (email: string) => Promise<void>;
}

export const ssoVisits = new AsyncLocalStorage<SsoVisit>();
