// The calculations behind insights and settings.

import { describeDevice } from '@leadline/contract/device';
import { expect, test } from 'vitest';
import { readFilters, toCountsQuery } from '../src/pages/inbox/filters.ts';
import { compareRates } from '../src/pages/insights/compare-rates.ts';
import { toCsv } from '../src/pages/insights/figures.ts';
import { judgeContact } from '../src/pages/insights/judge-contact.ts';
import { judgeGrades } from '../src/pages/insights/judge-grades.ts';
import { linkToLeads } from '../src/pages/insights/leads-link.ts';
import { readRange, validateDays } from '../src/pages/insights/range.ts';
import { hotShareOf, type Source, sortSources } from '../src/pages/insights/sort-sources.ts';
import { projectUsage } from '../src/pages/settings/keys/project-usage.ts';

const NOW = Date.parse('2026-03-01T13:20:00Z');
const readDays = (search: string) => {
  const { id, firstDay, lastDay } = readRange(new URLSearchParams(search), NOW, 'UTC');
  return `${id} ${firstDay} ${lastDay}`;
};

test.each([
  // Newcombe 1998, table II, method 10.
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
])(
  'the difference between %i of %i and %i of %i has the published confidence interval',
  (won, of, otherWon, otherOf, low, high) => {
    const found = compareRates({ won, lost: of - won }, { won: otherWon, lost: otherOf - otherWon });
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  },
);

const graded = (grade: 'Hot' | 'Warm' | 'Cold' | 'Spam', won: number, lost: number) => ({
  grade,
  leads: won + lost,
  open: 0,
  win: { won, lost, rate: null, low: null, high: null },
  revenue: 0,
});

test.each([
  ['better', [graded('Hot', 20, 10), graded('Cold', 5, 45)]],
  ['worse', [graded('Hot', 2, 40), graded('Cold', 25, 25)]],
  ['unclear', [graded('Hot', 4, 4), graded('Cold', 4, 6)]],
  ['too few', [graded('Hot', 4, 0), graded('Cold', 0, 100)]],
  // Spam doesn't count as one of the other grades.
  ['too few', [graded('Hot', 50, 0), graded('Cold', 0, 4), graded('Spam', 0, 500)]],
])('the verdict on Hot leads is "%s"', (kind, byGrade) => {
  expect(judgeGrades(byGrade).kind).toBe(kind);
});

test('Hot and Warm leads that win about equally often are not told apart', () => {
  const byGrade = [graded('Hot', 20, 20), graded('Warm', 24, 26), graded('Cold', 2, 40)];
  expect(judgeGrades(byGrade).text).toBe(
    'Hot and Warm leads win about equally often: 50% and 48% of closed leads were won.',
  );
  expect(judgeGrades([graded('Hot', 30, 10), graded('Warm', 10, 30)]).kind).toBe('better');
});

const contacts = (...results: readonly (readonly [won: number, lost: number])[]) => ({
  contacted: 1,
  median_hours: 1,
  ranges: results.map(([won, lost], place) => ({
    label: `${place}`,
    is_contacted: place < 5,
    leads: won + lost,
    win: { won, lost, rate: null, low: null, high: null },
  })),
});

test.each([
  ['better', contacts([20, 5], [10, 5], [5, 20], [2, 20], [0, 9], [0, 0])],
  ['worse', contacts([2, 20], [2, 20], [20, 5], [10, 0], [0, 0], [0, 0])],
  ['unclear', contacts([4, 4], [0, 0], [4, 6], [0, 0], [0, 0], [0, 0])],
  // Leads without a recorded contact are not late ones.
  ['too few', contacts([20, 5], [0, 0], [0, 0], [0, 0], [0, 0], [0, 500])],
])('the verdict on fast replies is "%s"', (kind, contact) => {
  expect(judgeContact(contact).kind).toBe(kind);
});

test('a figure links to its leads in the inbox, including the last day of the period', () => {
  const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', time_zone: 'UTC' };
  expect(linkToLeads(period, { outcome: 'won', sources: ['a&b', 'A&B'], assignee: 'none' })).toBe(
    '/inbox?tab=won&source=a%26b&source=A%26B&assignee=none&from=2026-01-01%40UTC&to=2026-01-31%40UTC',
  );
  expect(linkToLeads(period, { outcome: 'open', sources: [''] })).toBe(
    '/inbox?tab=all&status=new%2Ccontacted%2Cqualified%2Cunqualified&source=&from=2026-01-01%40UTC&to=2026-01-31%40UTC',
  );
});

test('a period has the days of the account, and its links name the same days', () => {
  const now = Date.parse('2026-03-30T22:30:00Z');
  const week = readRange(new URLSearchParams('range=7d'), now, 'Europe/Berlin');
  // The clocks change on 29 March.
  expect(week).toMatchObject({
    firstDay: '2026-03-25',
    lastDay: '2026-03-31',
    from: '2026-03-24T23:00:00.000Z',
    to: '2026-03-31T22:00:00.000Z',
  });
  const link = linkToLeads({ ...week, time_zone: 'Europe/Berlin' });
  const filters = readFilters(new URLSearchParams(link.split('?')[1]));
  expect(filters).toMatchObject({ from: '2026-03-25@Europe/Berlin', to: '2026-03-31@Europe/Berlin' });
  const query = toCountsQuery(filters, new Date(now));
  expect([query.get('from'), query.get('to')]).toEqual([week.from, week.to]);
  expect(readFilters(new URLSearchParams('from=2026-03-25@Nowhere/Else')).from).toBe('2026-03-25');
});

test('the CSV escapes everything that a spreadsheet would run', () => {
  const columns = [{ label: 'Source' }, { label: 'Leads' }];
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '＝1',
    '﹦1',
    '\u200b=1',
    'a;=1',
    'a,"b"\n=1',
    'google',
  ];
  const csv = toCsv({ columns, rows: texts.map((text) => [text, -1]) });
  expect(csv).toBe(
    [
      'Source,Leads',
      "'=1+1,-1",
      "'+1,-1",
      "'-1,-1",
      "'@SUM(A1),-1",
      "'\t'=1,-1",
      "' =1,-1",
      "'＝1,-1",
      "'﹦1,-1",
      "'\u200b=1,-1",
      "a;'=1,-1",
      `"a,""b""\n'=1",-1`,
      'google,-1',
      '',
    ].join('\r\n'),
  );
});

test.each([
  ['', '30d 2026-01-31 2026-03-01'],
  ['range=7d', '7d 2026-02-23 2026-03-01'],
  ['range=12m', '12m 2025-03-02 2026-03-01'],
  ['from=2026-01-01&to=2026-01-31', 'custom 2026-01-01 2026-01-31'],
  // Invalid periods are replaced by the default.
  ['range=constructor', '30d 2026-01-31 2026-03-01'],
  ['from=2026-02-30&to=2026-03-01', '30d 2026-01-31 2026-03-01'],
  ['from=2026-02-02&to=2026-02-01&range=90d', '90d 2025-12-02 2026-03-01'],
])('the search "%s" selects the period %s', (search, days) => {
  expect(readDays(search)).toBe(days);
});

test('a period can be three years long, but not a day longer', () => {
  expect(validateDays('2023-03-01', '2026-02-28')).toBeNull();
  expect(validateDays('2023-03-01', '2026-03-01')).toMatch(/3 years/);
});

test.each([
  ['three quarters are used halfway through the month', '2026-06-16T00:00:00Z', 75, '2026-06-21'],
  ['a third is used halfway through the month', '2026-06-16T00:00:00Z', 33, null],
  ['everything is used', '2026-06-16T00:00:00Z', 100, null],
  ['the month has just started', '2026-06-01T09:00:00Z', 75, null],
])('usage is projected correctly when %s', (_, now, used, day) => {
  const usage = {
    plan: 'free',
    month: '2026-06',
    used,
    limit: 100,
    left: 100 - used,
    spam: { not_counted: 0, limit: 1_000 },
    storage: { used_bytes: 0, limit_bytes: null },
    resets_at: '2026-07-01T00:00:00Z',
  };
  expect(projectUsage(usage, Date.parse(now)).runsOutAt?.toISOString().slice(0, 10) ?? null).toBe(day);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['node', 'Unknown device'],
])('the user agent %s is described as %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test('the share of Hot leads of a source leaves out spam', () => {
  const none = { won: 0, lost: 0, rate: null, low: null, high: null };
  const makeSource = (source: string, leads: number, hot: number, spam: number): Source => ({
    ...{ source, spellings: [source], leads, hot, spam, win: none, revenue: 0 },
    previous: { leads: 0, win: none, revenue: 0 },
  });
  const flooded = makeSource('flooded', 100, 5, 90);
  const clean = makeSource('clean', 10, 4, 0);
  const onlySpam = makeSource('only spam', 8, 0, 8);
  expect([flooded, clean, onlySpam].map(hotShareOf)).toEqual([0.5, 0.4, null]);
  const sorted = sortSources([onlySpam, clean, flooded], { by: 'hot', isUp: false });
  expect(sorted.map(({ source }) => source)).toEqual(['flooded', 'clean', 'only spam']);
});
