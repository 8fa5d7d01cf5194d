import { expect, test } from 'vitest';
import { readEmail } from '../../src/facts/read-email.ts';

test.each([
  ['jo@acme.co.uk', 'business', 'acme.co.uk'],
  ['jo@mail.acme.co.uk', 'business', 'acme.co.uk'],
  ['info@acme.co.uk', 'role', 'acme.co.uk'],
  ['jo@gmail.com', 'free', 'gmail.com'],
  ['jo@yahoo.co.in', 'free', 'yahoo.co.in'],
  ['jo@example.com', 'placeholder', 'example.com'],
  ['jo@acme.example.com', 'business', 'acme.example.com'],
  ['jo@acme.example.org', 'business', 'acme.example.org'],
  ['jo@mailinator.com', 'disposable', 'mailinator.com'],
  ['jo@acme', 'invalid', ''],
])('reads %s as %s at %s', (email, kind, domain) => {
  expect(readEmail(email)).toMatchObject({ kind, domain });
});
