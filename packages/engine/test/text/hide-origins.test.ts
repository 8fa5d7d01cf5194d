import { describe, expect, test } from 'vitest';
import { score } from '../../src/index.ts';
import { hideOrigins } from '../../src/text/hide-origins.ts';
import { tokenize } from '../../src/text/tokenize.ts';
import { makeLead, NOW } from '../make-lead.ts';

const hide = (text: string): string =>
  hideOrigins(tokenize(text).words)
    .filter((word) => word !== '')
    .join(' ');

describe('hiding who someone is', () => {
  test.each([
    ['our office in Lagos', 'our office in London'],
    ['our office in New York', 'our office in Nairobi'],
    ['I am a Nigerian plumber', 'I am a German plumber'],
    ['chairs for our mosque', 'chairs for our church'],
    ['before Christmas', 'before Eid'],
    ['my husband needs tyres', 'my wife needs tires'],
    ['the organisation favours it', 'the organization favors it'],
    ['Dear Sir, a lorry please', 'Dear Madam, a truck please'],
    ['harga brp ya', 'harga berapa ya'],
    ['mujhe flat chaiye', 'mujhe flat chahiye'],
  ])('makes "%s" and "%s" the same', (a, b) => {
    expect(hide(a)).toBe(hide(b));
  });

  test('keeps the words that say what they want', () => {
    expect(hide('40 laptops by Friday')).toBe('40 laptops by friday');
    expect(hide('our flour tour')).toBe('our flour tour');
  });

  test('returns as many words as it was given', () => {
    const { words } = tokenize('from New York to Rio de Janeiro, Mr Smith');
    expect(hideOrigins(words)).toHaveLength(words.length);
  });
});

test('the name at the end of a message does not change the score', () => {
  const scoreOf = (message: string): number => score(makeLead({ message }), { now: NOW }).data.score;
  const message = 'Do you do solar on flat roofs? Only just starting to look.';
  expect(scoreOf(`${message} Anne Baker`)).toBe(scoreOf(`${message} Aisha Bello`));
});
