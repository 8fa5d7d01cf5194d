// The bias report: the same leads under other names, and rates by country.

import { DEFAULT_SETTINGS, readSettings } from '@leadline/engine';
import { expect, test } from 'vitest';
import { learn, type TestedLead, testSwaps, trainModel } from '../src/index.ts';
import { makeDecided, mustRead, pick, tableOf, withSignal } from './decided-leads.ts';

const MODEL = trainModel(tableOf(withSignal(400, 3)));
const RECEIVED = new Date('2026-03-02T09:00:00Z');

const testedLead = (message: string, name = 'Ana Lopez'): TestedLead => ({
  lead: mustRead({ name, email: 'ana@hartwell-foods.com', source: 'Referral', message }),
  receivedAt: RECEIVED,
});

test('no score changes if only the writer does', () => {
  const leads = [
    testedLead('We need 40 laptops by Friday. Regards, Ana Lopez'),
    testedLead('My husband and I want to redo the kitchen, budget 22k'),
    testedLead('We need a sound system for our church in London, 350 seats, before Friday'),
    testedLead('What colours do the tyres come in? We organise 300 of them.'),
  ];
  expect(testSwaps(leads, DEFAULT_SETTINGS, MODEL)).toEqual([
    { swapped: 'name', leads: 4, changed: 0, max_points: 0 },
    { swapped: 'gender', leads: 1, changed: 0, max_points: 0 },
    { swapped: 'religion', leads: 1, changed: 0, max_points: 0 },
    { swapped: 'country', leads: 1, changed: 0, max_points: 0 },
    { swapped: 'dialect', leads: 1, changed: 0, max_points: 0 },
  ]);
});

test('settings that treat writers differently show in the report', () => {
  const read = readSettings({
    exclusions: [{ reason: 'Outside our region', cap: 5, words: ['lagos'], countries: [] }],
  });
  if (!read.ok) throw new Error(read.error);
  const leads = [testedLead('Our office in London needs 40 laptops by Friday, budget 20k')];
  const country = testSwaps(leads, read.settings, MODEL).find(({ swapped }) => swapped === 'country');
  expect(country).toMatchObject({ leads: 1, changed: 1 });
  expect(country?.max_points).toBeGreaterThan(5);
});

test('a name that can’t be one is not swapped, because a real one rightly earns more', () => {
  const [name] = testSwaps([testedLead('We need 40 laptops', 'asdf')], DEFAULT_SETTINGS, MODEL);
  expect(name).toEqual({ swapped: 'name', leads: 0, changed: 0, max_points: 0 });
});

test('rates by country cover all judged leads, pool rare countries and put unknown ones last', () => {
  const phones = ['+442079460123', '+442079460123', '+442079460124', '+4930901820', ''];
  const decided = makeDecided(400, 5, (random) => ({
    fields: { Industry: pick(random, ['Retail', 'Law']) },
    chance: 0.4,
  })).map((lead, index) => ({
    ...lead,
    lead: {
      ...lead.lead,
      phone: index % 100 === 0 ? '+33142685300' : (phones[index % phones.length] as string),
    },
  }));
  const { report } = learn(tableOf(decided));
  const countries = report?.held_out?.by_country ?? [];
  expect(countries.map(({ country }) => country)).toEqual(['GB', 'DE', 'other', 'unknown']);
  expect(countries.reduce((sum, { leads }) => sum + leads, 0)).toBe(report?.held_out?.outcomes);
  expect(countries.reduce((sum, { won }) => sum + won, 0)).toBe(report?.held_out?.won);
  for (const { low, observed, high, predicted } of countries) {
    expect(low <= observed && observed <= high).toBe(true);
    expect(predicted).toBeGreaterThan(0);
  }
});
