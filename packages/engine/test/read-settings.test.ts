import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, readSettings, score } from '../src/index.ts';
import { makeLead, NOW } from './make-lead.ts';

describe('settings', () => {
  test('default where an account sets nothing', () => {
    expect(readSettings({})).toEqual({ ok: true, settings: DEFAULT_SETTINGS });
  });

  test('of an account change its scores, which name the version of the settings', () => {
    const read = readSettings({
      version: 'acme-7',
      asks: { quote: 61 },
      answers: { who: { present: 1, strong: 2 } },
      typicalDeal: { amount: 100, currency: 'INR' },
    });
    if (!read.ok) throw new Error(read.error);
    const scored = score(makeLead({ message: 'Please send a quote' }), { now: NOW, settings: read.settings });
    expect(scored.settings_version).toBe('acme-7');
    expect(scored.ledger).toContainEqual(expect.objectContaining({ code: 'ask-quote', points: 61 }));
    expect(scored.ledger).toContainEqual(expect.objectContaining({ code: 'who', points: 1 }));
    expect(DEFAULT_SETTINGS.asks.quote).not.toBe(61);
    expect(DEFAULT_SETTINGS.answers.who.present).not.toBe(1);
  });

  test('scale the budget levels with the typical deal', () => {
    const small = readSettings({ typicalDeal: { amount: 500, currency: 'USD' } });
    const large = readSettings({ typicalDeal: { amount: 500_000, currency: 'USD' } });
    if (!small.ok || !large.ok) throw new Error('settings were rejected');
    const lead = makeLead({ budget: '10k USD' });
    const codeWith = (settings: typeof small.settings) =>
      score(lead, { now: NOW, settings }).ledger.find(({ group }) => group === 'budget')?.code;
    expect(codeWith(small.settings)).toBe('budget-huge');
    expect(codeWith(large.settings)).toBe('budget-tiny');
  });

  test.each([
    [[], 'settings'],
    [{ wieght: 1 }, 'wieght'],
    [{ contact: { email: 1 } }, 'contact.email'],
    [{ contact: { phone: '2' } }, 'contact.phone'],
    [{ contact: { phone: 2.5 } }, 'contact.phone'],
    [{ contact: { phone: -1 } }, 'contact.phone'],
    [{ contact: { disposableEmail: 1 } }, 'contact.disposableEmail'],
    [{ contact: { disposableEmail: -20 } }, 'contact.unreachable'],
    [{ asks: { quotes: 40 } }, 'asks.quotes'],
    [{ asks: { quote: 101 } }, 'asks.quote'],
    [{ asks: { quote: -1 } }, 'asks.quote'],
    [{ budget: { small: 90 } }, 'budget.fair'],
    [{ grades: { hot: 50 } }, 'grades'],
    [{ typicalDeal: { amount: 0 } }, 'typicalDeal.amount'],
    [{ typicalDeal: { currency: 'XYZ' } }, 'typicalDeal.currency'],
    [{ doubt: 4 }, 'doubt'],
    [{ machineText: -1 }, 'machineText'],
    [{ closing: [] }, 'closing'],
    [{ closing: [{ from: 10, band: 'Low', low: 1, high: 2 }] }, 'closing'],
    [{ version: 'a b' }, 'version'],
    [JSON.parse('{"__proto__":{"__proto__":{}}}'), '__proto__'],
    [JSON.parse('{"contact":{"__proto__":{}}}'), 'contact.__proto__'],
    [{ typicalDeal: { currency: 'constructor' } }, 'typicalDeal.currency'],
    [{ answers: { what: 5 } }, 'answers.what'],
    [{ answers: { what: { present: -1 } } }, 'answers.what.present'],
    [{ answers: { what: { present: 30 } } }, 'answers.what.strong'],
    [{ answers: { way: { strong: 4 } } }, 'answers.way.strong'],
    [{ answers: { way: { strong: -1 } } }, 'answers.way.strong'],
    [{ answers: { what: { weak: 1 } } }, 'answers.what.weak'],
    [{ answers: { how: { present: 1 } } }, 'answers.how'],
    [{ aiInfluence: 101 }, 'aiInfluence'],
    [{ topFrom: 20 }, 'topFrom'],
    [{ budget: { unclear: 5 } }, 'budget.unclear'],
  ])('%j are rejected because of %s', (input, field) => {
    expect(readSettings(input)).toMatchObject({ ok: false, field });
  });
});
