// What remains of an assessment when its lead is edited.

import { expect, test } from 'vitest';
import { isRead } from '../src/assessment.ts';
import { type Answer, type Assessment, type Clause, carryAssessment } from '../src/index.ts';

const clause = (text: string): Clause => ({ question: null, text });
const before = [clause('We need 40 chairs.'), clause('Please call me.')];

const answer = <Content>(value: Content, at: number): Answer<Content> => ({
  value,
  probability: 0.9,
  clause: at,
});
const assessment: Assessment = {
  kind: 'buyer',
  by: 'test',
  certainty: 0.9,
  answers: {
    ask: answer('call', 1),
    doubt: null,
    what: answer(2, -1),
    when: answer(0, -1),
    who: answer(1, -1),
    decided: answer(0, -1),
    happened: answer(0, -1),
    way: answer(0, -1),
  },
};

function carry(...texts: readonly string[]): Assessment['answers'] {
  const carried = carryAssessment(assessment, before, texts.map(clause));
  if (!isRead(carried)) throw new Error('the assessment is gone');
  return carried.answers;
}

test('an answer without a quote stays as long as a part of the text does', () => {
  expect(carry('Please call me.', 'We need 50 chairs.').what).toEqual(assessment.answers.what);
  expect(carry('Hello.').what.value).toBe(0);
});

test('an answer with a quote follows its clause', () => {
  expect(carry('Hello.', 'We need 40 chairs.', 'Please call me.').ask).toMatchObject({
    value: 'call',
    clause: 2,
  });
  expect(carry('We need 40 chairs.').ask.value).toBe('none');
});

test('who they are, known by the email address, outlives any text', () => {
  expect(carry('Hello.').who).toEqual(assessment.answers.who);
});
