import { expect, test } from 'vitest';
import { describeInvalidName } from '../../src/accounts/check-name.ts';

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
