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
      contact: { businessEmail: 20 },
      typicalDeal: { amount: 100, currency: 'INR' },
    });
    if (!read.ok) throw new Error(read.error);
    const scored = score(makeLead({ email: 'ana@acme.com' }), { now: NOW, settings: read.settings });
    expect(scored.settings_version).toBe('acme-7');
    expect(scored.ledger).toContainEqual(expect.objectContaining({ code: 'email-business', points: 20 }));
    expect(DEFAULT_SETTINGS.contact.businessEmail).not.toBe(20);
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
    [{ contact: { name: '2' } }, 'contact.name'],
    [{ contact: { name: 2.5 } }, 'contact.name'],
    [{ contact: { name: -1 } }, 'contact.name'],
    [{ contact: { freeEmail: 30 } }, 'contact.roleEmail'],
    [{ budget: { small: 90 } }, 'budget.fair'],
    [{ grades: { hot: 50 } }, 'grades'],
    [{ typicalDeal: { amount: 0 } }, 'typicalDeal.amount'],
    [{ typicalDeal: { currency: 'XYZ' } }, 'typicalDeal.currency'],
    [{ caps: { pitch: -1 } }, 'caps.pitch'],
    [{ contradiction: 4 }, 'contradiction'],
    [{ closing: [] }, 'closing'],
    [{ closing: [{ from: 10, band: 'Low', low: 1, high: 2 }] }, 'closing'],
    [{ version: 'a b' }, 'version'],
    [JSON.parse('{"__proto__":{"__proto__":{}}}'), '__proto__'],
    [JSON.parse('{"contact":{"__proto__":{}}}'), 'contact.__proto__'],
    [{ typicalDeal: { currency: 'constructor' } }, 'typicalDeal.currency'],
    [{ concepts: { need: 5 } }, 'concepts.need'],
    [{ concepts: { need: { present: -1 } } }, 'concepts.need.present'],
    [{ concepts: { need: { present: 30 } } }, 'concepts.need.strong'],
    [{ concepts: { 'not-ready': { strong: 4 } } }, 'concepts.not-ready.strong'],
    [{ concepts: { need: { weak: 1 } } }, 'concepts.need.weak'],
    [{ aiInfluence: 101 }, 'aiInfluence'],
    [{ topFrom: 20 }, 'topFrom'],
    [{ budget: { unclear: 50 } }, 'budget.tiny'],
    [{ contact: { agreement: 5 } }, 'contact.agreement'],
  ])('%j are rejected because of %s', (input, field) => {
    expect(readSettings(input)).toMatchObject({ ok: false, field });
  });
});
