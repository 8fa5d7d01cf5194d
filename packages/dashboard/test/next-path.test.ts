import { describe, expect, test } from 'vitest';
import { readNextPath, withNext } from '../src/session/next-path.ts';

describe('where to go after signing in', () => {
  test.each([
    '/inbox',
    '/inbox?grade=Hot&sort=priority',
    '/leads/lead_0192f',
    '/settings/keys#new',
    '/invitation/0192f-aa',
  ])('%s is one of our pages and is kept', (path) => {
    expect(readNextPath(path)).toBe(path);
  });

  test.each([
    null,
    '',
    '/',
    'inbox',
    '//evil.example',
    '//evil.example/inbox',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example/inbox',
    'https:evil.example',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    ' /inbox',
    '/inbox\\..\\evil',
    '/inbox/../sign-in',
    '/inbox/../..//evil.example',
    '/.//evil.example',
    '/./\\evil.example',
    '/%2f/evil.example',
    '/leads/..%2f..//evil.example',
    '/leads//evil.example',
    '/sign-in?next=/sign-in',
    '/welcome',
    '/api/auth/sign-out',
    '/nowhere',
    '/@evil.example/inbox',
  ])('%j is replaced by the inbox', (next) => {
    expect(readNextPath(next)).toBe('/inbox');
  });

  test('a path survives the round trip through ?next=', () => {
    const path = '/leads/lead_1?tab=why&q=a b#ledger';
    const url = new URL(withNext('/sign-in', path), 'http://leadline.test');
    expect(url.pathname).toBe('/sign-in');
    expect(readNextPath(url.searchParams.get('next'))).toBe('/leads/lead_1?tab=why&q=a%20b#ledger');
  });

  test('the inbox is the default and needs no ?next=', () => {
    expect(withNext('/sign-in', '/inbox')).toBe('/sign-in');
  });
});
