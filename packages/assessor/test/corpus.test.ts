import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findFault, findNearDuplicates, readCorpus, readLines } from '../training/corpus.ts';
import { hashLabels } from '../training/examples.ts';

const train = readCorpus('train');
const heldOut = readCorpus('held-out');
const all = [...train, ...heldOut];
const count = (language: string): number => all.filter((message) => message.language === language).length;

describe('the labelled messages', () => {
  test('are labelled by the rubric', () => {
    expect(
      all.flatMap((message) => (findFault(message) === null ? [] : [`${message.file}: ${message.text}`])),
    ).toEqual([]);
  });

  test('are each written once', () => {
    const texts = all.map(({ text }) => text);
    expect(findNearDuplicates(texts).map(([first, second]) => [texts[first], texts[second]])).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('are as many as promised, a fifth of them held out', () => {
    expect(count('en')).toBeGreaterThanOrEqual(1_500);
    for (const language of ['es', 'pt', 'de', 'fr', 'it', 'nl', 'id', 'hi-en']) {
      expect(count(language), language).toBeGreaterThanOrEqual(150);
    }
    expect(heldOut.length / all.length).toBeGreaterThanOrEqual(0.2);
  });

  test('come from many trades and voices', () => {
    expect(new Set(all.map(({ industry }) => industry)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(all.map(({ voice }) => voice)).size).toBeGreaterThanOrEqual(10);
  });

  test('name nobody: addresses are of the reserved kind', () => {
    const addresses = all.flatMap(({ text }) => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []);
    expect(addresses.filter((address) => !/\.(?:example|test|invalid)$|@example\./.test(address))).toEqual(
      [],
    );
  });
});

describe('near-duplicates', () => {
  test('are found whatever their case and punctuation', () => {
    const texts = [
      'Parcel says delivered. It is not here!',
      'something else entirely, about a roof',
      'parcel says delivered it is not here',
    ];
    expect(findNearDuplicates(texts)).toEqual([[0, 2]]);
  });

  test('are not any two messages about one thing', () => {
    expect(
      findNearDuplicates([
        'Quote for a new roof, 120 square metres',
        'A new roof is what we need; who can quote?',
      ]),
    ).toEqual([]);
  });
});

test('attacks and swaps are as many as promised', () => {
  const corpus = new URL('../corpus/', import.meta.url);
  expect(readLines(new URL('attacks/attacks.ndjson', corpus))).toHaveLength(200);
  expect(readLines(new URL('swaps/swaps.ndjson', corpus))).toHaveLength(300);
  expect(readLines(new URL('swaps/held-out.ndjson', corpus))).toHaveLength(120);
  expect(readLines(new URL('swaps/fresh.ndjson', corpus))).toHaveLength(150);
});

test('the weights were learnt from the labelled clauses that are here', () => {
  const { data_sha256 } = JSON.parse(readFileSync(new URL('../model/heads.json', import.meta.url), 'utf8'));
  expect(data_sha256).toBe(hashLabels());
});
