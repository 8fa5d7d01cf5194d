// Long bodies are cut before they are cleaned, and no secret survives at the cut.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CleanBody, cleanBody, MAX_BODY_BYTES } from '../../../src/leads/request-log/clean-body.ts';

const SECRET = 'hunter2-hunter2';
const KEY = 'll_live_0123456789abcdefghijklmnopqrstuvwxyz';

function clean(sent: string): CleanBody {
  const bytes = Buffer.from(sent);
  return cleanBody({ bytes: bytes.subarray(0, MAX_BODY_BYTES), isCut: bytes.length > MAX_BODY_BYTES });
}

describe('a long body', () => {
  test('is shown up to 16,000 characters and marked as cut', () => {
    expect(clean('x'.repeat(16_000))).toEqual({ body: 'x'.repeat(16_000), isCut: false });
    expect(clean('x'.repeat(16_001))).toEqual({ body: 'x'.repeat(16_000), isCut: true });
    expect(clean('x'.repeat(200_000))).toEqual({ body: 'x'.repeat(16_000), isCut: true });
    expect(clean('👍'.repeat(20_000))).toEqual({ body: '👍'.repeat(16_000), isCut: true });
  });

  test('of a form with many fields is cut after some of them', () => {
    const { body, isCut } = clean(`a=${'&'.repeat(65_000)}`);
    expect(isCut).toBe(true);
    expect(body.length).toBeLessThan(1_100);
  });

  /** Each puts a secret somewhere; the padding moves it across the cut. */
  const SHAPES: Readonly<Record<string, (padding: string) => string>> = {
    'in a JSON field': (padding) => JSON.stringify({ a: padding, password: SECRET, b: padding }),
    'before its label in JSON': (padding) =>
      JSON.stringify({ a: padding, fields: [{ value: SECRET, label: 'Password' }], b: padding }),
    'before its label in JSON, far away': (padding) =>
      JSON.stringify({
        a: padding,
        fields: [{ value: SECRET, note: padding, label: 'Password' }],
        b: padding,
      }),
    'before its label in JSON in JSON': (padding) =>
      JSON.stringify({ a: padding, data: JSON.stringify({ value: SECRET, b: padding, label: 'Password' }) }),
    'in a form field': (padding) => `a=${padding}&password=${SECRET}&b=${padding}`,
    'before its label in a form': (padding) =>
      `a=${padding}&fields[x][value]=${SECRET}&fields[x][type]=password&b=${padding}`,
    'before its label in a form, far away': (padding) =>
      `a=${padding}&fields[x][value]=${SECRET}&b=${padding}&fields[x][type]=password`,
    'in a URL': (padding) => `${padding} https://ana:${SECRET}@example.org/ ${padding}`,
    'in a URL in JSON': (padding) =>
      JSON.stringify({ a: `${padding} https://ana:${SECRET}@example.org/`, b: padding }),
    'in text': (padding) => `${padding} password: ${SECRET} ${padding}`,
    'as an API key': (padding) => `${padding} ${KEY} ${padding}`,
  };

  test.each(Object.keys(SHAPES))('never shows a secret %s', (shape) => {
    const inShape = SHAPES[shape] as (padding: string) => string;
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 15_900, max: 17_100 }), fc.nat(40_000)), (length) => {
        const { body } = clean(inShape('lorem ipsum '.repeat(4_000).slice(0, length)));
        expect(body.includes(SECRET.slice(0, 8)) || body.includes(KEY.slice(0, 14)), String(length)).toBe(
          false,
        );
      }),
      { numRuns: 60 },
    );
  });

  test('is cleaned within a few milliseconds, whatever it contains', () => {
    for (const part of [
      '&',
      'a=&',
      'a=b&',
      '"',
      '{"a":',
      '[',
      '\\',
      '%26',
      'token',
      '<',
      '://a:',
      '?a=',
      '&#0',
      "token='",
    ]) {
      const sent = part.repeat(64_000 / part.length);
      const costs = [1, 2, 3].map(() => {
        const start = process.cpuUsage();
        clean(`a=${sent}`);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      expect(Math.min(...costs), part).toBeLessThan(50);
    }
  });
});
