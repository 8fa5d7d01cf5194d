// Which leads meet the conditions of a routing rule.

import type { RoutingConditions } from '@leadline/contract';
import { describe, expect, test } from 'vitest';
import { LeadToMatch, makeMatcher } from '../../../src/work/routing/match-rule.ts';
import type { RoutableLead } from '../../../src/work/routing/routable-lead.ts';

const matches = (when: RoutingConditions, lead: Partial<RoutableLead>): boolean =>
  makeMatcher(when)(new LeadToMatch({ grade: 'Warm', source: '', phone: '', answers: null, ...lead }));

describe('a rule matches', () => {
  test.each<[string, RoutingConditions, Partial<RoutableLead>, boolean]>([
    ['any lead if it has no conditions', {}, {}, true],
    ['no spam if it has no conditions', {}, { grade: 'Spam' }, false],
    ['spam if it asks for spam', { grades: ['Spam'] }, { grade: 'Spam' }, true],
    ['one of several grades', { grades: ['Hot', 'Warm'] }, { grade: 'Warm' }, true],
    ['no other grade', { grades: ['Hot'] }, { grade: 'Warm' }, false],
    ['a source in any case', { sources: ['Google Ads'] }, { source: ' google ads' }, true],
    ['only the whole source', { sources: ['google'] }, { source: 'google ads' }, false],
    ['leads without a source', { sources: [''] }, { source: '' }, true],
    ['the country of the phone number', { countries: ['DE'] }, { phone: '+4930901820' }, true],
    ['no other country', { countries: ['AT'] }, { phone: '+4930901820' }, false],
    ['Canada but not the US', { countries: ['CA'] }, { phone: '+14165550123' }, true],
    ['no country without a phone number', { countries: ['DE'] }, {}, false],
    ['no country for a local number', { countries: ['DE'] }, { phone: '030901820' }, false],
    ['the company size', { company_sizes: ['small'] }, { answers: { 'Company size': '11-50' } }, true],
    [
      'a size in another wording',
      { company_sizes: ['large'] },
      { answers: { 'How many employees?': '1,000+' } },
      true,
    ],
    ['no other size', { company_sizes: ['large'] }, { answers: { 'Company size': '11-50' } }, false],
    ['no size that nobody stated', { company_sizes: ['tiny'] }, { answers: { Product: '3' } }, false],
    [
      'part of an answer in any case',
      { answer: { question: 'region', contains: 'NORTH' } },
      { answers: { Region: 'Far north' } },
      true,
    ],
    [
      'only answers to the question',
      { answer: { question: 'Region', contains: 'north' } },
      { answers: { Product: 'north' } },
      false,
    ],
    [
      'patterns only as text',
      { answer: { question: 'Region', contains: '.*' } },
      { answers: { Region: 'north' } },
      false,
    ],
  ])('%s', (_, when, lead, expected) => {
    expect(matches(when, lead)).toBe(expected);
  });

  test('only if all conditions are met', () => {
    const when: RoutingConditions = { grades: ['Hot'], sources: ['google'] };
    expect(matches(when, { grade: 'Hot', source: 'google' })).toBe(true);
    expect(matches(when, { grade: 'Hot', source: 'bing' })).toBe(false);
    expect(matches(when, { grade: 'Warm', source: 'google' })).toBe(false);
  });
});
