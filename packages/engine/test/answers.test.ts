import { expect, test } from 'vitest';
import { readAnswered, readLookAlikes, readRewritten, readSecondAnswers } from '../cases/judged/answers.ts';
import { ASKS as ALL_ASKS, OTHER_ASKS, QUESTIONS } from '../src/reading/questions.ts';

const leads = [...readAnswered(), ...readRewritten(), ...[...readLookAlikes().values()].flat()];
const ASKS: ReadonlySet<string> = new Set(ALL_ASKS);
const NO_SALE: ReadonlySet<string> = new Set(OTHER_ASKS);

test('every answer has a known value, and its evidence is in the lead', () => {
  const problems: string[] = [];
  for (const { of, lead, answers } of leads) {
    // JSON.stringify would escape quotes and line breaks.
    const fields = Object.values(lead).flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.entries(value).flat() : [value],
    );
    const says = (words: string): boolean => fields.some((text) => String(text).includes(words));
    if (!ASKS.has(answers.ask[0])) problems.push(`${of}: ${answers.ask[0]}`);
    for (const question of ['ask', ...QUESTIONS] as const) {
      const [value, evidence] = answers[question] ?? [];
      if (question !== 'ask' && value !== undefined && value !== 1 && value !== 2)
        problems.push(`${of}: ${question} is ${value}`);
      if (evidence !== undefined && !says(evidence)) problems.push(`${of}: ${evidence}`);
    }
  }
  expect(problems).toEqual([]);
});

test('only a sale has answers to the other six questions', () => {
  const odd = leads.filter(
    ({ answers }) => NO_SALE.has(answers.ask[0]) && QUESTIONS.some((question) => question in answers),
  );
  expect(odd.map(({ of }) => of)).toEqual([]);
});

test('second answers belong to leads that have first answers', () => {
  const known = new Set(leads.map(({ of }) => of));
  expect(readSecondAnswers().filter(({ of }) => !known.has(of))).toEqual([]);
});
