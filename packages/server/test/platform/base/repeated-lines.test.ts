// How many lines of the same kind are written.

import { expect, onTestFinished, test } from 'vitest';
import { RepeatedLines } from '../../../src/platform/base/repeated-lines.ts';

function repeatedLines({ perKind = 2, inAll = 100 } = {}) {
  const reports: Readonly<Record<string, number>>[] = [];
  const lines = new RepeatedLines({ perKind, inAll, report: (leftOut) => reports.push(leftOut) });
  onTestFinished(() => lines.close());
  return { lines, reports };
}

test('the first lines of a kind are written, the others are counted', () => {
  const { lines, reports } = repeatedLines();
  expect(['a', 'a', 'a', 'b', 'a'].map((kind) => lines.isDue(kind, 0))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  lines.close();
  expect(reports).toEqual([{ a: 2 }]);
});

test('lines of a kind are written again as time passes', () => {
  const { lines } = repeatedLines();
  for (let index = 0; index < 10; index++) lines.isDue('a', 0);
  expect([lines.isDue('a', 29_000), lines.isDue('a', 31_000), lines.isDue('a', 32_000)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('any number of kinds together stays within the limit for all, and the report names some of them', () => {
  const { lines, reports } = repeatedLines({ inAll: 50 });
  const written = Array.from({ length: 1_000 }, (_, index) => lines.isDue(`kind ${index}`, 0));
  expect(written.filter(Boolean)).toHaveLength(50);
  lines.close();
  const [report = {}] = reports;
  expect(Object.keys(report)).toHaveLength(21);
  expect(report.others).toBe(930);
});

test('nothing is reported if nothing was left out', () => {
  const { lines, reports } = repeatedLines();
  lines.isDue('a');
  lines.close();
  expect(reports).toEqual([]);
});
