import { expect, test } from 'vitest';
import { mayHaveNumber, scanBudget } from '../../src/money/scan.ts';

const MAX_CODE = 0x1_ffff;

test('the check before scanning for an amount misses no character that reads as a number', () => {
  const missed: string[] = [];
  for (let code = 0; code <= MAX_CODE; code++) {
    const text = String.fromCodePoint(code);
    if (!mayHaveNumber(text) && scanBudget(text).some(({ number }) => number !== null)) missed.push(text);
  }
  expect(missed).toEqual([]);
});
