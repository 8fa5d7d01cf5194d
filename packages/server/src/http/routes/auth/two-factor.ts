import { tidyBackupCode } from '../../../auth/backup-codes.ts';
import type { Calls } from './auth-call.ts';

export const TWO_FACTOR: Calls = {
  'two-factor/enable': { method: 'POST', takes: ['password'], counts: 'user', hashes: true },
  'two-factor/disable': { method: 'POST', takes: ['password'], counts: 'user', hashes: true },
  // The old codes stop working.
  'two-factor/generate-backup-codes': { method: 'POST', takes: ['password'], counts: 'user', hashes: true },
  'two-factor/verify-totp': { method: 'POST', takes: ['code'], counts: 'user' },
  'two-factor/verify-backup-code': {
    method: 'POST',
    takes: ['code'],
    counts: 'user',
    tidyFields: (fields) => ({ ...fields, code: tidyBackupCode(String(fields.code)) }),
  },
};
