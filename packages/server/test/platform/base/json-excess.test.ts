import { describe, expect, test } from 'vitest';
import { findJsonExcess } from '../../../src/platform/base/json-excess.ts';

const find = (json: unknown) =>
  findJsonExcess(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), {
    levels: 3,
    values: 10,
  });

describe('JSON', () => {
  test('may be nested and have values up to the limits', () => {
    expect(find([[[]]])).toBe(null);
    expect(find([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe(null);
  });

  test('that is nested more deeply, or has more values, is found', () => {
    expect(find([[[[]]]])).toBe('levels');
    expect(find({ a: { b: { c: {} } } })).toBe('levels');
    expect(find([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe('values');
  });

  test('may have brackets, commas and escaped quotes in its texts', () => {
    expect(find(['[[[[{{{{', ',,,,,,,,,,,,', '\\"[[[[\\"'])).toBe(null);
  });
});
