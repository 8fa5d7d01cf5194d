// Which answers count, given how probable they are.

import { describe, expect, test } from 'vitest';
import { isAside } from '../src/facts/read-answers.ts';
import { chooseAnswers } from '../src/reading/answer-questions.ts';
import type { Answers } from '../src/reading/answers.ts';
import { OUTPUTS } from '../src/reading/decide.ts';
import { SIGNALS } from '../src/reading/detectors.ts';
import { ASKS, type Ask, QUESTIONS, type Question } from '../src/reading/questions.ts';

type Levels = Partial<Record<Question, readonly [present: number, strong: number]>>;

function probabilities(asks: Partial<Record<Ask, number>>, levels: Levels): Float64Array {
  const probable = new Float64Array(OUTPUTS);
  for (const [ask, probability] of Object.entries(asks)) probable[ASKS.indexOf(ask as Ask)] = probability;
  QUESTIONS.forEach((question, number) => {
    const [present, strong] = levels[question] ?? [0, 0];
    probable.set([1 - present - strong, present, strong], ASKS.length + 3 * number);
  });
  return probable;
}

const choose = (asks: Partial<Record<Ask, number>>, levels: Levels = {}): Answers =>
  chooseAnswers(probabilities(asks, levels), {
    clauses: [new Float64Array(SIGNALS)],
    shapes: [0],
    weighed: [0],
  });

test('somebody in trouble who may only complain is read as a sale, with the doubt', () => {
  const asks = { emergency: 0.4, complaint: 0.6 };
  expect(choose(asks).ask.value).toBe('complaint');
  const pressed = choose(asks, { happened: [0.1, 0.6] });
  expect(pressed.ask.value).toBe('emergency');
  expect(pressed.doubt).toMatchObject({ value: 'complaint', probability: 0.6 });
  expect(choose(asks, { when: [0, 0.7], what: [0, 0.7] }).ask.value).toBe('emergency');
  expect(choose({ emergency: 0.3, complaint: 0.7 }, { happened: [0.1, 0.6] }).ask.value).toBe('complaint');
});

test('an emergency is preferred to an ask that is about as likely if something seems to have failed', () => {
  const failed: Levels = { happened: [0.1, 0.6] };
  expect(choose({ emergency: 0.4, order: 0.45 }, failed).ask.value).toBe('emergency');
  expect(choose({ emergency: 0.3, order: 0.55 }, failed).ask.value).toBe('order');
  expect(choose({ emergency: 0.4, order: 0.45 }).ask.value).toBe('order');
});

test('a few words that ask for an appointment are more than interest', () => {
  expect(choose({ book: 0.35, interest: 0.6 }).ask.value).toBe('book');
  expect(choose({ book: 0.25, interest: 0.7 }).ask.value).toBe('interest');
});

describe('the quote', () => {
  const WHAT = ASKS.length + QUESTIONS.indexOf('what');
  const FIELD = 1;
  const levels: Levels = { what: [0.1, 0.8], way: [0.1, 0.8] };
  /** Each clause with the log-odds that it says what they want. */
  function chooseAmong(odds: readonly number[], shape = 0): Answers {
    const clauses = odds.map((own) => new Float64Array(SIGNALS).fill(-6).fill(own, WHAT, WHAT + 1));
    const places = odds.map((_, place) => place);
    return chooseAnswers(probabilities({ interest: 1 }, levels), {
      clauses,
      shapes: places.map(() => shape),
      weighed: places,
    });
  }

  test('is the clause that shows the answer much better than the others', () => {
    expect(chooseAmong([-6, 6]).what).toMatchObject({ value: 2, clause: 1 });
  });

  test('is left out if another clause shows the answer just as well', () => {
    expect(chooseAmong([6, 6]).what).toMatchObject({ value: 2, clause: -1 });
  });

  test('needs more proof if it is the answer to a form field', () => {
    const steps = Array.from({ length: 60 }, (_, step) => 6 - step / 5);
    const countQuotes = (shape: number): number =>
      steps.filter((other) => chooseAmong([6, other], shape).what.clause >= 0).length;
    expect(countQuotes(FIELD)).toBeLessThan(countQuotes(0));
  });

  test('is always there for what is in the way', () => {
    expect(chooseAmong([6, 6]).way).toMatchObject({ value: 2, clause: 0 });
  });

  test('is the only clause of a lead', () => {
    expect(chooseAmong([6])).toMatchObject({ ask: { clause: 0 }, what: { clause: 0 } });
  });
});

test('an obstacle counts from a lower probability than something that happened', () => {
  const { happened, way } = choose({ quote: 1 }, { happened: [0.6, 0], way: [0.6, 0] });
  expect([happened.value, way.value]).toEqual([0, 1]);
});

test.each(['Postcode', 'How did you hear about us?', 'Newsletter'])('“%s” is an aside', (question) => {
  expect(isAside(question)).toBe(true);
});

test.each(['What do you need?', 'Company size', 'When do you want to start?'])(
  '“%s” is no aside',
  (question) => {
    expect(isAside(question)).toBe(false);
  },
);
