// Real inquiries are often one to five words long. cases/tiny says what a head of sales would give them.

import { expect, test } from 'vitest';
import { evaluateTiny } from '../cases/judged/evaluate.ts';

// Only numbers: these messages are held out.
const { within, all, lost } = evaluateTiny();

test('at least 80 % of tiny messages score within the range that a head of sales gave them', () => {
  expect(within / all).toBeGreaterThanOrEqual(0.8);
});

test('no tiny message of somebody who wants something is Spam', () => {
  expect(lost).toBe(0);
});
