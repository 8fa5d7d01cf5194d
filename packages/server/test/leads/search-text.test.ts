import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rarestPart } from '../../src/leads/search/search-text.ts';

test.each([
  ['%u4801@example.org%', '%u4801@%'],
  ['%1000005003%', '%005003%'],
  ['% ab%', '% ab%'],
  ['%office%', '%office%'],
])('of %s, %s is looked up', (pattern, part) => {
  expect(rarestPart(pattern)).toBe(part);
});

test('whatever a pattern matches, its part matches too', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9@.\\%_]{3,30}$/), (word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      const part = rarestPart(pattern);
      expect(pattern).toContain(part.slice(1, -1));
    }),
  );
});
