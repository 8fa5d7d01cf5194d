// What can go wrong with single sign-on, with sentences for the person who tries.

import { DomainError } from '../../platform/base/domain-error.ts';

const RETRY_SECONDS = 10;

export const ssoUnavailable = (cause?: unknown): DomainError =>
  Object.assign(
    new DomainError(
      'sso_unavailable',
      'your organization’s sign-in service can’t be reached; try again in a moment',
      { retryAfterSeconds: RETRY_SECONDS },
    ),
    { cause },
  );

export const ssoFailed = (cause?: unknown): DomainError =>
  Object.assign(new DomainError('sso_failed', 'single sign-on failed; try again'), { cause });

export const ssoDenied = (): DomainError =>
  new DomainError('sso_denied', 'your organization’s sign-in service did not let you in');

/** For a session that the provider has to confirm, in the browser. */
export const ssoCheckRequired = (): DomainError =>
  new DomainError(
    'sso_check_required',
    'your organization’s sign-in service has to confirm that you are still signed in; reload this page',
  );

/** The provider wants to ask the person something, or they are no longer signed in there. */
export const ssoLoginRequired = (): DomainError =>
  new DomainError('sso_login_required', 'sign in again with your organization’s sign-in service');
