// Messages of a few words that are known by heart.

import { describe, expect, test } from 'vitest';
import { type Lead, score } from '../src/index.ts';
import { SHORT_MESSAGES } from '../src/lexicon/short-messages.ts';
import { splitPhrases } from '../src/text/phrases.ts';
import { makeLead, NOW } from './make-lead.ts';

const read = (fields: Partial<Lead>) => {
  const { answers, data } = score(makeLead({ email: 'jo@northsidebrew.com', ...fields }), { now: NOW });
  return { ask: answers.ask.value, grade: data.grade, score: data.score };
};

const phrases = Object.entries(SHORT_MESSAGES).flatMap(([ask, lines]) =>
  lines.flatMap(splitPhrases).map((phrase) => ({ ask, phrase })),
);

test('every known message is read as what it is listed under', () => {
  const misread = phrases.filter(({ ask, phrase }) => read({ message: phrase }).ask !== ask);
  expect(misread).toEqual([]);
});

test('somebody with an emergency is called now, however little they write', () => {
  const emergencies = phrases.filter(({ ask }) => ask === 'emergency');
  const cold = emergencies.filter(({ phrase }) => read({ message: phrase }).grade !== 'Hot');
  expect(cold).toEqual([]);
});

describe('a message of a few words', () => {
  test.each([
    ['ready to buy', 'Warm'],
    ['Hi, Rohrbruch!! Bitte dringend Hilfe', 'Hot'],
    ['CALL ME PLEASE', 'Cool'],
    ['我要订购', 'Warm'],
    ['annuler mon rendez-vous svp', 'Cold'],
    ['ساعدوني عندي تسريب ماء', 'Hot'],
  ])('“%s” is %s', (message, grade) => {
    expect(read({ message }).grade).toBe(grade);
  });

  test('is no longer known by heart once it says more', () => {
    expect(read({ message: 'stop' }).ask).toBe('leave');
    expect(read({ message: 'stop by my house for a quote on gutters' }).ask).not.toBe('leave');
  });

  test('doesn’t outweigh a form answer that asks for more', () => {
    const answers = { 'What do you need?': 'We want to order 300 chairs, please send the contract' };
    expect(read({ message: 'call me' }).ask).toBe('call');
    expect(read({ message: 'call me', custom_fields: answers }).ask).toBe('order');
  });

  test('proves nothing if the address is a placeholder', () => {
    expect(read({ email: 'test@test.com', message: 'ready to buy' }).ask).not.toBe('order');
  });
});
