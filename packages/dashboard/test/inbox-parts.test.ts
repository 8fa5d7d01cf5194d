// The pure parts of the inbox: filters as URL and API query, and loaded pages that change without a refetch.

import type { ListedLead } from '@leadline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRADES } from '../src/components/grade.ts';
import {
  AGES,
  type Age,
  type Filters,
  isFiltered,
  listChips,
  NO_FILTERS,
  readFilters,
  TABS,
  type Tab,
  toListQuery,
  writeFilters,
} from '../src/pages/inbox/filters.ts';
import {
  compareLeads,
  dropLeads,
  flattenPages,
  type LoadedPages,
  markLeads,
  placeLeads,
  timeOfLead,
} from '../src/pages/inbox/lead-pages.ts';

const read = (query: string): Filters => readFilters(new URLSearchParams(query));
const NOW = new Date('2026-03-10T09:00:00Z');
const ask = (query: string): Record<string, string> => Object.fromEntries(toListQuery(read(query), NOW));

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((word) => word.trim());
const received = fc.oneof(
  fc.record({ age: fc.constantFrom<Age | null>(...(Object.keys(AGES) as Age[]), null) }),
  fc.record({ from: day, to: day }),
);
const anyFilters: fc.Arbitrary<Filters> = fc
  .record({
    outcome: fc.constantFrom(...TABS),
    grades: fc.subarray([...GRADES]),
    source: text,
    minScore: fc.option(fc.integer({ min: 1, max: 100 })),
    q: text,
    received,
  })
  .map(({ received, ...rest }) => ({ ...NO_FILTERS, ...rest, ...received }));

describe('filters', () => {
  test('any filters survive the round trip through the URL', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(read(writeFilters(filters).toString())).toEqual(filters);
      }),
    );
  });

  test('no URL leads to a query that the API rejects', () => {
    const junk = fc.dictionary(
      fc.constantFrom('outcome', 'grade', 'source', 'min_score', 'age', 'from', 'to', 'q', 'other'),
      fc.oneof(
        fc.string(),
        fc.constantFrom('Hot,Hot', 'hot', '-1', '101', '1e3', '2026-02-30', 'x'.repeat(500)),
      ),
    );
    fc.assert(
      fc.property(junk, (params) => {
        const query = toListQuery(readFilters(new URLSearchParams(params)), NOW);
        expect(query.get('grade') ?? 'Hot').toMatch(
          /^(Hot|Warm|Cool|Cold|Spam)(,(Hot|Warm|Cool|Cold|Spam)){0,4}$/,
        );
        expect(Number(query.get('min_score') ?? 1)).toBeGreaterThanOrEqual(1);
        expect(Number(query.get('min_score') ?? 1)).toBeLessThanOrEqual(100);
        expect((query.get('q') ?? 'x').length).toBeGreaterThan(0);
        expect([...(query.get('q') ?? '')].length).toBeLessThanOrEqual(200);
        for (const bound of ['from', 'to']) {
          if (query.has(bound)) expect(new Date(query.get(bound) ?? '').toISOString()).toBe(query.get(bound));
        }
        expect(query.has('other')).toBe(false);
      }),
    );
  });

  test('open leads are sorted by priority without spam unless filtered for, others newest first', () => {
    expect(ask('')).toEqual({ sort: 'priority', grade: 'Hot,Warm,Cool,Cold' });
    expect(ask('grade=Spam')).toEqual({ sort: 'priority', grade: 'Spam' });
    expect(ask('outcome=won')).toEqual({ outcome: 'won' });
    expect(ask('outcome=all')).toEqual({});
    expect(ask('grade=Warm,Hot&min_score=40&source=google&q=%20ana%20')).toEqual({
      sort: 'priority',
      grade: 'Hot,Warm',
      min_score: '40',
      source: 'google',
      q: 'ana',
    });
  });

  test('an age counts back from now, and a range of days includes the last day', () => {
    expect(ask('outcome=all&age=24h&from=2020-01-01')).toEqual({ from: '2026-03-09T09:00:00.000Z' });
    const { from = '', to = '' } = ask('outcome=all&from=2026-03-01&to=2026-03-01T10:00:00Z');
    expect(new Date(from)).toEqual(new Date(2026, 2, 1));
    expect(new Date(to)).toEqual(new Date(2026, 2, 2));
  });

  test('a span narrows the filters and never widens them', () => {
    const within = { from: Date.UTC(2026, 2, 10, 8), to: Date.UTC(2026, 2, 10, 10) };
    const query = toListQuery(read('age=30d'), NOW, within);
    expect(query.get('from')).toBe('2026-03-10T08:00:00.000Z');
    expect(query.get('to')).toBe('2026-03-10T10:00:00.000Z');
    expect(toListQuery(read('age=24h'), NOW, { from: 0, to: 1 }).get('from')).toBe(
      '2026-03-09T09:00:00.000Z',
    );
  });

  test('removing all chips leaves only the grades and the search', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        let rest = filters;
        while (listChips(rest).length > 0) rest = listChips(rest)[0]?.rest ?? NO_FILTERS;
        expect(rest).toEqual({
          ...NO_FILTERS,
          outcome: filters.outcome,
          grades: filters.grades,
          q: filters.q,
        });
        expect(isFiltered({ ...rest, grades: [], q: '' })).toBe(false);
      }),
    );
  });
});

let made = 0;
function makeListed(changes: Partial<ListedLead> = {}): ListedLead {
  made += 1;
  return {
    lead_id: `lead_${made.toString(16).padStart(32, '0')}`,
    person_id: 'pers_1',
    received_at: NOW.toISOString(),
    name: 'Ana Lopez',
    email: 'ana@acme.com',
    phone: '',
    company: '',
    title: '',
    country: '',
    budget: '',
    source: 'google',
    score: 50,
    grade: 'Warm',
    why: 'Budget about 5,000',
    priority_action: 'Call today',
    contact_grade: 'A',
    outcome: 'open',
    decided: null,
    ...changes,
  };
}

const anyLeads = fc
  .array(
    fc.record({ score: fc.integer({ min: 0, max: 100 }), hoursAgo: fc.integer({ min: 0, max: 2_000 }) }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) =>
    rows.map(({ score, hoursAgo }) =>
      makeListed({ score, received_at: new Date(NOW.getTime() - hoursAgo * 3_600_000).toISOString() }),
    ),
  );

/** In the order of the server. */
function paginate(leads: readonly ListedLead[], tab: Tab, size: number, hasMore: boolean): LoadedPages {
  const sorted = leads.toSorted((a, b) => compareLeads(a, b, tab));
  const pages = [];
  for (let from = 0; from === 0 || from < sorted.length; from += size) {
    const some = sorted.slice(from, from + size);
    const isLast = from + size >= sorted.length;
    pages.push({ leads: some, next: isLast && !hasMore ? null : 'next', last: some.at(-1) ?? null });
  }
  return { pages, pageParams: pages.map(() => null) };
}

const idsOf = (leads: readonly ListedLead[]): string[] => leads.map(({ lead_id }) => lead_id);

describe('loaded pages', () => {
  test('leads inserted one by one end up in the order of the server', () => {
    fc.assert(
      fc.property(
        anyLeads,
        anyLeads,
        fc.constantFrom<Tab>('open', 'all'),
        fc.integer({ min: 1, max: 20 }),
        (leads, late, tab, size) => {
          const loaded = placeLeads(paginate(leads, tab, size, false), late, tab);
          const all = [...leads, ...late].toSorted((a, b) => compareLeads(a, b, tab));
          expect(idsOf(flattenPages(loaded))).toEqual(idsOf(all));
        },
      ),
    );
  });

  test('a lead past the loaded pages is not inserted, even after the last ones got an outcome', () => {
    fc.assert(
      fc.property(anyLeads, anyLeads, fc.integer({ min: 1, max: 20 }), (leads, late, size) => {
        const sorted = leads.toSorted((a, b) => compareLeads(a, b, 'open'));
        const gone = sorted.slice(Math.ceil(sorted.length / 2));
        const loaded = dropLeads(paginate(leads, 'open', size, true), new Set(idsOf(gone)));
        const last = sorted.at(-1) as ListedLead;
        const before = late.filter((lead) => compareLeads(lead, last, 'open') <= 0);
        const rest = sorted.slice(0, Math.ceil(sorted.length / 2));
        expect(idsOf(flattenPages(placeLeads(loaded, late, 'open')))).toEqual(
          idsOf([...rest, ...before].toSorted((a, b) => compareLeads(a, b, 'open'))),
        );
      }),
    );
  });

  test('dropping leads and inserting them again changes nothing', () => {
    fc.assert(
      fc.property(anyLeads, fc.integer({ min: 1, max: 20 }), (leads, size) => {
        const loaded = paginate(leads, 'open', size, false);
        const some = leads.filter((_, index) => index % 2 === 0);
        const back = placeLeads(dropLeads(loaded, new Set(idsOf(some))), some, 'open');
        expect(flattenPages(back)).toEqual(flattenPages(loaded));
      }),
    );
  });

  test('setting an outcome keeps the lead in place, and other leads stay the same objects', () => {
    const leads = [makeListed({ score: 90 }), makeListed({ score: 80 })];
    const [first, second] = leads as [ListedLead, ListedLead];
    const ended = { outcome: 'won', decided: null } as const;
    const marked = flattenPages(
      markLeads(paginate(leads, 'open', 50, false), new Map([[second.lead_id, ended]])),
    );
    expect(marked[0]).toBe(first);
    expect(marked[1]).toEqual({ ...second, outcome: 'won' });
  });

  test('one point of the score equals half a day', () => {
    const older = makeListed({
      score: 52,
      received_at: new Date(NOW.getTime() - 86_400_000 + 1).toISOString(),
    });
    const newer = makeListed({ score: 50 });
    expect(compareLeads(older, newer, 'open')).toBeLessThan(0);
    expect(compareLeads(older, newer, 'all')).toBeGreaterThan(0);
  });

  test('the ID of a lead contains the time it was received', () => {
    expect(timeOfLead('lead_019ce1f5a6007d169bc291ad62ce7c48')).toBe(0x019ce1f5a600);
    expect(timeOfLead('lead_x')).toBeNull();
  });
});
