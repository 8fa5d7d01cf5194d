// Passwords that attackers try first are rejected.

import { PASSWORD } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '../../src/auth/passwords/common-passwords.ts';

const suite = useAuthSuite();

describe('a password', () => {
  test.each([
    'password12',
    'Password123!',
    'P@ssw0rd2026',
    'qwertyuiop',
    '1234567890',
    'passwordpassword',
    'aaaaaaaaaaaa',
    'abcdefghijk',
    '2026sunshine',
  ])('like %s is easy to guess', async (password) => expect(await isCommonPassword(password)).toBe(true));

  test.each([
    'correct horse battery',
    'another horse battery',
    'sunshine83649172',
    'kv8-lamp-Tundra',
    'fünf graue Dackel',
  ])('like %s is not', async (password) => expect(await isCommonPassword(password)).toBe(false));
});

test('an easy password is rejected at sign-up and when it is changed, and the old one keeps working', async () => {
  const person = suite.person();
  const signUp = (password: string) =>
    person.call('/api/auth/sign-up/email', { name: 'Ana', email: person.email, password });
  expectError(await signUp('password12'), 'weak_password', 'easy to guess');
  expect((await signUp(PASSWORD)).status).toBe(200);
  const change = { currentPassword: PASSWORD, newPassword: 'Password123!' };
  expectError(await person.call('/api/auth/change-password', change), 'weak_password');
  const reset = { newPassword: 'Password123!', token: 'any' };
  expectError(await person.call('/api/auth/reset-password', reset), 'weak_password');
  expect((await person.signIn()).status).toBe(200);
});
