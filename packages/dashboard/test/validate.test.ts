// What a form says of a password before it is sent.

import { expect, test } from 'vitest';
import { validateNewPassword } from '../src/components/validate.ts';

test.each([
  [9, 'Use at least 10 characters'],
  [10, null],
  [128, null],
  [129, 'Use at most 128 characters'],
])('a password of %i characters is accepted or rejected by its length', (length, message) => {
  expect(validateNewPassword('x'.repeat(length))).toBe(message);
});
