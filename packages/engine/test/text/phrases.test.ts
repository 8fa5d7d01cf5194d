// Finding phrases, and what a word remembers about the books it was looked up in.

import { expect, test } from 'vitest';
import { compilePhrases, findPhrases } from '../../src/text/phrases.ts';
import { tokenize } from '../../src/text/tokenize.ts';

test('a word that begins no phrase of one book may begin one of another', () => {
  const fruit = compilePhrases([['fruit' as const, ['green apple', 'pear*']]]);
  const colour = compilePhrases([['colour' as const, ['apple green']]]);
  const { known } = tokenize('apple green apple green pears');
  for (let times = 0; times < 2; times++) {
    expect(findPhrases(fruit, known)).toEqual([
      { meaning: 'fruit', first: 1, last: 2 },
      { meaning: 'fruit', first: 4, last: 4 },
    ]);
    expect(findPhrases(colour, known)).toEqual([
      { meaning: 'colour', first: 0, last: 1 },
      { meaning: 'colour', first: 2, last: 3 },
    ]);
  }
});

test('a phrase may begin with any word', () => {
  const book = compilePhrases([['street' as const, ['_ street']]]);
  expect(findPhrases(book, tokenize('on Qwertz street').known)).toEqual([
    { meaning: 'street', first: 1, last: 2 },
  ]);
});

test('a word that was known before a book was made is looked up in it', () => {
  tokenize('marzipan');
  const book = compilePhrases([['sweet' as const, ['marzipan']]]);
  expect(findPhrases(book, tokenize('marzipan').known)).toHaveLength(1);
});
