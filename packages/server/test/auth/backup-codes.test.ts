// Backup codes for two-factor authentication.

import { expect, test } from 'vitest';
import { makeBackupCodes, tidyBackupCode } from '../../src/auth/two-factor/backup-codes.ts';

test('there are ten different backup codes without letters that look alike', () => {
  const codes = makeBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/);
});

test('a backup code is recognised however it is typed', () => {
  for (const code of makeBackupCodes()) {
    const [first = '', second = ''] = code.split('-');
    for (const typed of [
      code,
      code.toUpperCase(),
      first + second,
      ` ${first} ${second} `,
      `${first}–${second}`,
    ])
      expect(tidyBackupCode(typed)).toBe(code);
  }
});
