import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { computeGolden, type GoldenLead, parseLines } from '../cases/golden/golden.ts';
import { type GoldenResult, lockOf, readLock } from '../cases/golden/lock.ts';
import { nextGrade } from '../src/counterfactual.ts';
import { ENGINE_VERSION, explain, findSmallestChange, readLead, score } from '../src/index.ts';
import { NOW } from './make-lead.ts';

const read = (file: string): string =>
  readFileSync(new URL(`../cases/golden/${file}`, import.meta.url), 'utf8');
const leads = parseLines<GoldenLead>(read('leads.ndjson'));
const results = parseLines<GoldenResult>(read('expected.ndjson'));

describe('golden cases', () => {
  test('at least 150 golden cases exist', () => {
    expect(leads.length).toBeGreaterThanOrEqual(150);
    expect(results.map(({ title }) => title)).toEqual(leads.map(({ title }) => title));
  });

  test.each(leads.map((lead, index) => [lead.title, lead, results[index]?.expected] as const))(
    'gives the expected result for "%s"',
    (_, lead, expected) => {
      expect(JSON.parse(JSON.stringify(computeGolden(lead)))).toEqual(expected);
    },
  );

  test('a changed score needs a new engine version', () => {
    expect(lockOf(results, createHash('sha256'))).toBe(readLock()[ENGINE_VERSION]);
  });
});

test('the smallest change of every golden lead reaches the next grade', () => {
  let found = 0;
  for (const { input } of leads) {
    const lead = readLead(input);
    if (!lead.ok) continue;
    const before = score(lead.lead, { now: NOW });
    const smallest = findSmallestChange(lead.lead, { now: NOW });
    expect(explain(lead.lead, { now: NOW }).what_would_change.length).toBeGreaterThan(0);
    if (smallest === null) continue;
    found++;
    const order = ['Cold', 'Cool', 'Warm', 'Hot'];
    const target = order.indexOf(nextGrade(before.data.grade) as string);
    expect(order.indexOf(score(smallest.lead, { now: NOW }).data.grade)).toBeGreaterThanOrEqual(target);
  }
  expect(found).toBeGreaterThan(50);
});
