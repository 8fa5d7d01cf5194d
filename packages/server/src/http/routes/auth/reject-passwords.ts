// With OIDC_ONLY, people can't sign in around the identity provider.

import { DomainError } from '../../../platform/base/domain-error.ts';
import type { AuthParts } from './auth-call.ts';

const WITH_PASSWORD: readonly string[] = [
  'change-password',
  'request-password-reset',
  'reset-password',
  'sign-in/email',
  'sign-up/email',
  'two-factor/enable',
  'two-factor/verify-backup-code',
  'two-factor/verify-totp',
];

export function rejectPasswords({ sso }: Pick<AuthParts, 'sso'>, path: string): void {
  if (sso?.isOnly === true && WITH_PASSWORD.includes(path))
    throw new DomainError('passwords_off', `passwords are switched off; sign in with ${sso.name}`);
}
