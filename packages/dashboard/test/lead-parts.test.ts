// What the page of a lead is put together from, without a browser.

import { readLead, score } from '@leadline/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitPoints } from '../src/pages/lead/format-points.ts';
import { callHref, mailHref } from '../src/pages/lead/header/contact-links.ts';
import { readOrigin } from '../src/pages/lead/lead-origin.ts';
import { findReadings } from '../src/pages/lead/message/find-readings.ts';
import { markLead } from '../src/pages/lead/message/mark-lead.ts';
import { markTexts, type Reading, type Segment } from '../src/pages/lead/message/mark-text.ts';
import { tellAnswer } from '../src/pages/lead/message/tell-answer.ts';
import { layOutLedger } from '../src/pages/lead/waterfall/lay-out-ledger.ts';
import { compareLedgers } from '../src/pages/lead/what-if/compare-ledgers.ts';
import { addAnswer, makeDraft, setAnswer, toLead } from '../src/pages/lead/what-if/draft.ts';

const NOW = new Date('2026-11-15T09:00:00Z');

const makeLead = (input: Readonly<Record<string, unknown>>) => {
  const read = readLead({ email: 'ana@acme.com', ...input });
  if (!read.ok) throw new Error(read.error);
  return read.lead;
};

const read = (quote: string, label: string, tone: Reading['tone'] = 'for'): Reading => ({
  quote,
  label,
  tone,
  points: null,
});
const joined = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join('');
const marks = (segments: readonly Segment[]): string[] =>
  segments.flatMap(({ text, labels }) =>
    labels.length > 0 ? [`${text}=${labels.map((l) => l.label)}`] : [],
  );

describe('marking a text', () => {
  test('finds whole words whatever their case and spacing, and gives back what stands nowhere', () => {
    const marked = markTexts(
      ['Know that we  NEED\nit now, not nowhere.'],
      [read('we need it', 'need'), read('now', 'time'), read('budget', 'money')],
    );
    expect(marks(marked.texts[0] ?? [])).toEqual(['we  NEED\nit=need', 'now=time']);
    expect(marked.unfound.map(({ quote }) => quote)).toEqual(['budget']);
  });

  test('words read twice have both labels, and one number each in the legend', () => {
    const { texts, legend } = markTexts(
      ['40 laptops by Friday'],
      [
        read('by Friday', 'date'),
        read('40 laptops', 'words'),
        read('laptops', 'size'),
        read('40', 'figure', 'figure'),
      ],
    );
    expect(marks(texts[0] ?? [])).toEqual(['40 laptops=words,size', 'by Friday=date']);
    expect(legend.map(({ number, label }) => `${number} ${label}`)).toEqual(['1 words', '2 size', '3 date']);
  });

  test('never changes a letter of the text', () => {
    const quote = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('we need', '…', '(a+)+$', '予算'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(quote), (text, quotes) => {
        const { texts } = markTexts(
          [`${quotes.join(' ')} ${text}`, text],
          quotes.map((each) => read(each, each)),
        );
        expect(texts.map(joined)).toEqual([`${quotes.join(' ')} ${text}`, text]);
      }),
    );
  });

  test('what the engine quotes of a message is found in it', () => {
    const lead = makeLead({
      message: 'Wir brauchen 40 Laptops bis Freitag.\nBudget 12.000 EUR. Rufen Sie mich an!',
      custom_fields: { 'Anything else?': 'We are ready to order as soon as it fits.' },
    });
    const scored = score(lead, { now: NOW });
    const marked = markLead(lead, scored);
    expect(findReadings(scored, [lead.message]).length).toBeGreaterThan(5);
    expect(marked.unfound).toEqual([]);
    expect(marks(marked.message).join()).toContain('12.000=Budget: 12,000');
    expect(marks(marked.answers.get('Anything else?') ?? [])).toContain('ready to order=Ready to buy');
  });
});

test('an answer is told with its points, and of two on one topic the weaker has them', () => {
  const scored = score(
    makeLead({
      custom_fields: {
        'When do you want to start?': 'Now',
        'Start date': 'not sure',
        'Favourite colour': 'Green',
      },
    }),
    { now: NOW },
  );
  expect(tellAnswer('Start date', scored)).toEqual({ text: 'Timeline: undecided', points: -3 });
  expect(tellAnswer('When do you want to start?', scored)).toEqual({
    text: 'Timeline: now; a weaker answer counts instead',
    points: null,
  });
  expect(tellAnswer('Favourite colour', scored).text).toBe('Not part of the score');
});

test('each bar begins where the last one ended, and the scale holds them all', () => {
  const { data, ledger } = score(makeLead({ message: 'We offer SEO, casino and backlinks, click now' }), {
    now: NOW,
  });
  const { groups, total, least, most } = layOutLedger(ledger);
  const steps = groups.flatMap((group) => group.steps);
  expect(total).toBe(data.score);
  expect(steps.map(({ entry }) => entry)).toEqual(ledger);
  expect(steps.slice(1).every(({ start }, place) => start === steps[place]?.end)).toBe(true);
  expect(steps.every(({ end }) => end >= least && end <= most)).toBe(true);
  expect(least).toBeLessThan(0);
});

test('two ledgers differ by what came, went and weighs otherwise', () => {
  const entry = (code: string, points: number) => ({
    group: 'contact',
    code,
    points,
    text: `${code} (+${points})`,
  });
  const differences = compareLedgers(
    [entry('a', 1), entry('b', 2), entry('c', 3)],
    [entry('a', 1), entry('c', 4), entry('d', 5)],
  );
  expect(differences.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
    ['changed', 'c', 3, 4],
    ['added', 'd', null, 5],
    ['removed', 'b', 2, null],
  ]);
});

test('a draft nobody touched is the lead; half typed questions are left out, a second one is renamed', () => {
  const lead = makeLead({ name: 'Ana', custom_fields: { Size: '5', Zeit: 'jetzt' } });
  expect(toLead(makeDraft(lead))).toEqual(lead);
  const draft = addAnswer(addAnswer(makeDraft(lead)));
  const filled = setAnswer(draft, { id: 2, question: 'Size', answer: ' 9 ' });
  expect(toLead(filled).custom_fields).toEqual({ Size: '5', Zeit: 'jetzt', 'Size (2)': '9' });
});

test('points are read off the end of a reason', () => {
  expect(splitPoints('Names a date: “in 2 (3)” (+3)')).toEqual({
    text: 'Names a date: “in 2 (3)”',
    points: 3,
  });
  expect(splitPoints('Spam, held at 5 (−12)')).toEqual({ text: 'Spam, held at 5', points: -12 });
  expect(splitPoints('No phone number given')).toEqual({ text: 'No phone number given', points: null });
});

test('a link to write or to call holds an address or a number and nothing else', () => {
  expect(mailHref('ana@acme.com')).toBe('mailto:ana@acme.com');
  expect(mailHref('ana?bcc=all@acme.com&body=x')).toBe('mailto:ana%3Fbcc%3Dall@acme.com%26body%3Dx');
  expect(mailHref('javascript:alert(1)')).toBeNull();
  expect(callHref('+49 (30) 23125-447')).toBe('tel:+493023125447');
  expect(callHref('call me; 12')).toBeNull();
  expect(callHref('javascript:123456')).toBe('tel:123456');
});

test('only an inbox is gone back to, whatever the history holds', () => {
  const nothing = { inbox: '/inbox', leadIds: [] };
  expect(readOrigin({ inbox: '/inbox?grade=Hot', leadIds: ['a', 1, 'b'] })).toEqual({
    inbox: '/inbox?grade=Hot',
    leadIds: ['a', 'b'],
  });
  for (const state of [
    null,
    'x',
    7,
    { inbox: '//evil.example' },
    { inbox: 'javascript:alert(1)', leadIds: 'a' },
  ])
    expect(readOrigin(state)).toEqual(nothing);
});
