import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/facts/read-answers.ts';
import { score } from '../../src/index.ts';
import { makeLead, NOW } from '../make-lead.ts';

interface Case {
  readonly question: string;
  readonly answer: string;
  readonly topic: string;
  readonly value: unknown;
}

const cases = readFileSync(new URL('../../cases/answers/answers.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

/** An irrelevant question and a meaningless answer are equivalent: neither scores. */
function means({ question, answer, topic, value }: Case): boolean {
  const fact = readAnswer(question, answer, NOW);
  const saysNothing =
    topic === 'none' || value === 'unknown' || JSON.stringify(value) === '{"min":null,"max":null}';
  if (saysNothing) return fact === null || fact.value === null || fact.value === 'unknown';
  return fact?.topic === topic && JSON.stringify(fact.value) === JSON.stringify(value);
}

describe('reading form answers', () => {
  test('reads at least 95 % of 420 answers in eight languages correctly', () => {
    const missed = cases
      .filter((one) => !means(one))
      .map(({ question, answer }) => `${question} → ${answer}`);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(cases.length * 0.05);
  });

  test.each([
    ['12/25/2026', 'soon'],
    ['25/12/2026', 'soon'],
    ['2026-11-20', 'now'],
  ])('reads a start on %s as %s', (answer, value) => {
    expect(readAnswer('When do you want to start?', answer, NOW)).toMatchObject({ topic: 'timeline', value });
  });

  test.each(['2015', 'March 2025', 'Q1 2020'])('does not read the past date %s as a start', (answer) => {
    expect(readAnswer('When did you start?', answer, NOW)?.topic).not.toBe('timeline');
  });

  test('reads the budget from the answer to a budget question', () => {
    const budgetOf = (question: string, answer: string) =>
      score(makeLead({ custom_fields: { [question]: answer } }), { now: NOW }).facts.budget;
    expect(budgetOf('Budget (leave empty if not sure)', '5000')).toMatchObject({ stated: true, min: 5000 });
    expect(budgetOf('Monthly budget in EUR', '500')).toMatchObject({
      min: 500,
      currency: 'EUR',
      period: 'month',
    });
  });

  test('gives no points for a meaningless answer', () => {
    const message = 'We need an offer for 12 office chairs by Friday';
    const without = score(makeLead({ message }), { now: NOW });
    const withAnswer = score(makeLead({ message, custom_fields: { 'Favourite colour': 'Green' } }), {
      now: NOW,
    });
    expect(withAnswer.ledger.map(({ text }) => text).join()).not.toContain('Green');
    expect(Math.abs(withAnswer.data.score - without.data.score)).toBeLessThanOrEqual(6);
  });

  test('counts the more cautious of two contradictory answers', () => {
    const { ledger } = score(
      makeLead({
        message: 'We need an offer for this',
        custom_fields: { 'Start date?': 'now', Timeline: 'not decided' },
      }),
      { now: NOW },
    );
    const codes = ledger.map(({ code }) => code);
    if (codes.includes('not-ready')) expect(codes).not.toContain('urgent');
  });
});
