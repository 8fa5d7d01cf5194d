import { forgetOtherDevices } from '../../../auth/cookies/known-devices.ts';
import { tidyBackupCode } from '../../../auth/two-factor/backup-codes.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { CallContext, Calls } from './auth-call.ts';

export const TWO_FACTOR: Calls = {
  'two-factor/enable': {
    method: 'POST',
    needsSession: true,
    takes: ['password'],
    counts: 'user',
    hashes: true,
  },
  'two-factor/disable': {
    method: 'POST',
    needsSession: true,
    takes: ['password'],
    reads: ['code'],
    confirmsCode: true,
    counts: 'user',
    hashes: true,
  },
  // The old codes stop working.
  'two-factor/generate-backup-codes': {
    method: 'POST',
    needsSession: true,
    takes: ['password'],
    reads: ['code'],
    confirmsCode: true,
    counts: 'user',
    hashes: true,
  },
  'two-factor/verify-totp': { method: 'POST', takes: ['code'], counts: 'user', onSuccess: noteSecondFactor },
  'two-factor/verify-backup-code': {
    method: 'POST',
    takes: ['code'],
    counts: 'user',
    tidyFields: (fields) => ({ ...fields, code: tidyBackupCode(String(fields.code)) }),
    // The codes are shown before two-factor sign-in is on.
    checkBeforeCounting: async ({ signedIn }) => {
      if (signedIn !== null && !signedIn.user.hasTwoFactor)
        throw new DomainError('invalid_input', 'two-factor authentication is off');
    },
    onSuccess: noteSecondFactor,
  },
};

/** For someone who has been signed in with a password alone. All other sessions have it from the start. */
async function noteSecondFactor({ sessions, signedIn, deviceToken }: CallContext): Promise<void> {
  if (signedIn === null) return;
  await sessions.noteSecondFactor(signedIn.sessionId);
  // Turned on. Who knew the password could have made browsers known, each with attempts of its own.
  if (!signedIn.user.hasTwoFactor) await forgetOtherDevices(sessions.db, signedIn.user.id, deviceToken);
}
