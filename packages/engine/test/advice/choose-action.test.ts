// What the advice quotes, and what it says to do.

import { expect, test } from 'vitest';
import { chooseAction } from '../../src/advice/choose-action.ts';
import { score } from '../../src/index.ts';
import { SILENCE } from '../../src/reading/answer-questions.ts';
import type { Answers } from '../../src/reading/answers.ts';
import { makeLead } from '../make-lead.ts';

const MESSAGE =
  'Six rooms need paint. Could you come on Thursday? Do you do ceilings? The ceiling came down.';
const { facts } = score(makeLead({ message: MESSAGE, phone: '', custom_fields: {} }), {
  now: new Date('2026-11-15T09:00:00Z'),
});
const [NEED, VISIT, QUESTION, DAMAGE] = [0, 1, 2, 3];

const answer = <Value>(value: Value, clause: number, probability = 0.9) => ({ value, clause, probability });
const actionFor = (answers: Partial<Answers>): string =>
  chooseAction('Warm', facts, { ...SILENCE, what: answer(2, NEED), ...answers }, null);

test('the advice quotes the day that they propose', () => {
  expect(actionFor({ ask: answer('book', NEED), when: answer(2, VISIT) })).toMatch(
    /offer times \(“Could you come on Thursday\?”\)$/,
  );
});

test('the advice quotes the question to answer', () => {
  expect(actionFor({ ask: answer('availability', QUESTION) })).toMatch(
    /answer their question \(“Do you do ceilings\?”\)$/,
  );
});

test('the advice quotes what has happened in an emergency', () => {
  expect(actionFor({ ask: answer('emergency', NEED), happened: answer(2, DAMAGE) })).toMatch(
    /\(“The ceiling came down\.”\)$/,
  );
});

test('nobody is made an offer for something that they have only named', () => {
  const ask = answer<'interest'>('interest', NEED);
  expect(actionFor({ ask })).toContain('make an offer');
  expect(actionFor({ ask, what: answer(1, NEED) })).toContain('ask what they need');
});

test('an obstacle changes what to do, unless it is only probable', () => {
  const ask = answer<'interest'>('interest', NEED);
  expect(actionFor({ ask, way: answer(1, QUESTION) })).toContain('ask what it depends on');
  expect(actionFor({ ask, way: answer(2, QUESTION) })).toContain('ask when to get back to them');
  expect(actionFor({ ask, way: answer(1, QUESTION, 0.5) })).toContain('make an offer');
});
