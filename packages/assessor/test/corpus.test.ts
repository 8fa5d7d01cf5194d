import { describe, expect, test } from 'vitest';
import { findLabelError, findNearDuplicates, readCorpus, readLines } from '../training/corpus.ts';

const train = readCorpus('train');
const heldOut = readCorpus('held-out');
const all = [...train, ...heldOut];
const count = (language: string): number => all.filter((message) => message.language === language).length;

describe('the labelled messages', () => {
  test('follow the rubric', () => {
    expect(
      all.flatMap((message) =>
        findLabelError(message) === null ? [] : [`${message.file}: ${message.text}`],
      ),
    ).toEqual([]);
  });

  test('contain no duplicates', () => {
    const texts = all.map(({ text }) => text);
    expect(findNearDuplicates(texts).map(([first, second]) => [texts[first], texts[second]])).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('are as many as documented, a fifth of them held out', () => {
    expect(count('en')).toBeGreaterThanOrEqual(1_500);
    for (const language of ['es', 'pt', 'de', 'fr', 'it', 'nl', 'id', 'hi-en']) {
      expect(count(language), language).toBeGreaterThanOrEqual(150);
    }
    expect(heldOut.length / all.length).toBeGreaterThanOrEqual(0.2);
  });

  test('cover many industries and voices', () => {
    expect(new Set(all.map(({ industry }) => industry)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(all.map(({ voice }) => voice)).size).toBeGreaterThanOrEqual(10);
  });

  test('contain only email addresses in reserved domains', () => {
    const addresses = all.flatMap(({ text }) => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []);
    expect(addresses.filter((address) => !/\.(?:example|test|invalid)$|@example\./.test(address))).toEqual(
      [],
    );
  });
});

describe('near-duplicates', () => {
  test('are found regardless of case and punctuation', () => {
    const texts = [
      'Parcel says delivered. It is not here!',
      'something else entirely, about a roof',
      'parcel says delivered it is not here',
    ];
    expect(findNearDuplicates(texts)).toEqual([[0, 2]]);
  });

  test('do not include different messages about the same thing', () => {
    expect(
      findNearDuplicates([
        'Quote for a new roof, 120 square metres',
        'A new roof is what we need; who can quote?',
      ]),
    ).toEqual([]);
  });
});

test('there are as many attacks and swaps as documented', () => {
  const corpus = new URL('../corpus/', import.meta.url);
  expect(readLines(new URL('attacks/attacks.ndjson', corpus))).toHaveLength(200);
  expect(readLines(new URL('swaps/swaps.ndjson', corpus))).toHaveLength(300);
  expect(readLines(new URL('swaps/held-out.ndjson', corpus))).toHaveLength(120);
  expect(readLines(new URL('swaps/fresh.ndjson', corpus))).toHaveLength(150);
});
