import { describe, expect, test } from 'vitest';
import { makeRedactor } from '../src/redact.ts';

const { redact, isHarmless } = makeRedactor();

describe('what leaves this machine', () => {
  test.each([
    ['write to nkechi@okafor.de', /okafor/],
    ['write to nkechi@localhost', /nkechi/],
    ['our site is mueller-bau.ch', /mueller/],
    ['see https://okafor.example/a?b=c', /okafor/],
    ['call +44 7700 900123', /900123/],
    ['call 020–7946–0958', /0958/],
    ['call (212) 555-0123', /0123/],
    ['call 00442079460958', /0958/],
    ['ask for Nkechi Okafor', /Nkechi|Okafor/],
  ])('%s', (message, secret) => {
    expect(redact(message)).not.toMatch(secret);
  });

  test('is what is wanted', () => {
    expect(redact('budget 1500000 by 2026-03-15')).toBe('budget 1500000 by 2026-03-15');
    expect(redact('budget 1.500.000, 40 desks')).toBe('budget 1.500.000, 40 desks');
  });

  test('takes no time for what looks like addresses and is none', () => {
    for (const piece of ['@', 'a@', 'a.', '1 ', '1-']) {
      const start = performance.now();
      redact(piece.repeat(10_000));
      expect(performance.now() - start, piece).toBeLessThan(200);
    }
  });
});

test('a line of an explanation may leave when it quotes nobody and names no address', () => {
  expect(isHarmless('Gave a name (+1)')).toBe(true);
  expect(isHarmless('Business e-mail at acme.com (+8)')).toBe(false);
  expect(isHarmless('States a need: “we need” (+2)')).toBe(false);
});
