import { expect, test } from 'vitest';
import { breakLinks, describeInvalidName, isPlainName } from '../../src/accounts/profile/check-name.ts';

test.each([
  'Ana Lopez',
  'Dr. Ana M. Lopez',
  'A.B.C. Holding S.p.A.',
  'Müller & Söhne e.V.',
  'Acme, Inc. (Berlin)',
  'U.S. Steel',
  'Version 2.0 GmbH',
  'O’Brien-Smith',
  '株式会社リード',
  'محمد‌رضا', // with a zero-width non-joiner
  '<img src=x onerror=window.__xss=1>',
])('the name %j is accepted', (name) => {
  expect(describeInvalidName(name)).toBeNull();
});

test.each([
  ['', 'characters long'],
  ['  ', 'characters long'],
  ['x'.repeat(101), 'characters long'],
  ['a\nb', 'line breaks'],
  ['a\u2028b', 'line breaks'],
  ['a\u001b[2Jb', 'control characters'],
  ['a\u202egnp', 'invisible'],
  ['a\u200bb', 'invisible'],
  ['http://x', 'web address'],
  ['WWW.x', 'web address'],
  ['Free money at evil.example', 'web address'],
  ['evil．example', 'web address'],
  ['evil。example', 'web address'],
  ['evil\u200d.example', 'web address'],
  ['t.co', 'web address'],
  ['пример.рф', 'web address'],
])('the name %j is rejected', (name, words) => {
  expect(describeInvalidName(name)).toContain(words);
});

test.each([
  'Ana Lopez',
  'Müller & Söhne e.V.',
  'Acme, Inc. (Berlin)',
  '株式会社リード',
  'محمد‌رضا',
  'O’Brien-Smith 24/7',
])('the name %j appears in emails to members', (name) => {
  expect(isPlainName(name)).toBe(true);
});

test.each([
  'Your invoice is overdue! Pay now',
  'Security alert: verify your account',
  'Call +1 800 555 0100',
  'Microsoft account team: your password expires today, reply to this email',
  'Write to help@evil',
  'a very long name that goes on until it is a whole sentence',
  '€500 for you',
  '<a href=x>Click</a>',
])('the text %j is left out of emails to members', (name) => {
  expect(isPlainName(name)).toBe(false);
});

test.each([
  ['see https://evil.example/x now', 'see https[:]//evil[.]example/x now'],
  ['evil。example and evil．example', 'evil[.]example and evil[.]example'],
  ['http://192.0.2.1/x', 'http[:]//192[.]0.2.1/x'],
  ['Asks for 2.5 days. Budget approved.', 'Asks for 2.5 days. Budget approved.'],
])('links in %j are broken', (text, expected) => {
  expect(breakLinks(text)).toBe(expected);
});
