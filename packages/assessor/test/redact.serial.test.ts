import { describe, expect, test } from 'vitest';
import { makeRedactor } from '../src/redact.ts';
import { clausesOf } from './clauses-of.ts';

const { redact, isHarmless } = makeRedactor();

describe('a redacted message', () => {
  const SECRETS: [message: string, secret: RegExp][] = [
    ['write to nkechi@okafor.de', /okafor/],
    ['write to nkechi@localhost', /nkechi/],
    ['our site is mueller-bau.ch', /mueller/],
    ['see https://okafor.example/a?b=c', /okafor/],
    ['call +44 7700 900123', /900123/],
    ['call 020–7946–0958', /0958/],
    ['call (212) 555-0123', /0123/],
    ['call 00442079460958', /0958/],
    ['ask for Nkechi Okafor', /Nkechi|Okafor/],
  ];

  test.each(SECRETS)('contains no personal data: %s', (message, secret) => {
    expect(redact(message)).not.toMatch(secret);
  });

  test.each(SECRETS)('contains no personal data when split into clauses: %s', (message, secret) => {
    const surrounded = `We need new desks for the whole office by March; ${message}. Thank you very much!`;
    const redacted = clausesOf(surrounded).map(({ text }) => redact(text));
    expect(redacted.length).toBeGreaterThan(1);
    expect(redacted.join('\n')).not.toMatch(secret);
    expect(redacted.join('\n')).toMatch(/need new desks/);
  });

  test('keeps amounts, quantities and dates', () => {
    expect(redact('budget 1500000 by 2026-03-15')).toBe('budget 1500000 by 2026-03-15');
    expect(redact('budget 1.500.000, 40 desks')).toBe('budget 1.500.000, 40 desks');
  });

  test('is fast for text that only looks like addresses', () => {
    for (const piece of ['@', 'a@', 'a.', '1 ', '1-']) {
      const start = performance.now();
      redact(piece.repeat(10_000));
      expect(performance.now() - start, piece).toBeLessThan(200);
    }
  });
});

test('an explanation is safe to send if it contains no quotes and no addresses', () => {
  expect(isHarmless('Gave a name (+1)')).toBe(true);
  expect(isHarmless('Business e-mail at acme.com (+8)')).toBe(false);
  expect(isHarmless('Clear need: “we need 40 laptops” (+10)')).toBe(false);
  expect(isHarmless('Something changed: “our supplier closes in March” (read by AI) (+16)')).toBe(false);
});
