// The pure parts of the inbox: filters as URL and API query, and loaded pages that change without a refetch.

import type { ListedLead } from '@leadline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRADES } from '../src/components/grade.ts';
import { belongsTo } from '../src/pages/inbox/belongs.ts';
import { describeCount, describeLoaded, formatCount } from '../src/pages/inbox/count-words.ts';
import { listChips } from '../src/pages/inbox/filter-chips.ts';
import {
  AGES,
  type Age,
  type Filters,
  isFiltered,
  NO_FILTERS,
  ORDERS,
  type Order,
  readFilters,
  sortBy,
  switchTab,
  TABS,
  toCountsQuery,
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
import { STATUSES } from '../src/work/status-names.ts';

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
const userId = fc.nat().map((number) => `user_${number.toString(16).padStart(32, '0')}`);
const someOf = (value: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.uniqueArray(value, { maxLength: 5 });
const anyFilters: fc.Arbitrary<Filters> = fc
  .record({
    tab: fc.constantFrom(...TABS),
    order: fc.constantFrom<Order>(...ORDERS),
    grades: fc.subarray([...GRADES]),
    sources: someOf(text.filter((source) => source !== '')),
    assignees: someOf(fc.oneof(fc.constantFrom('me', 'none'), userId)),
    statuses: fc.subarray([...STATUSES]),
    countries: someOf(fc.constantFrom('GB', 'DE', 'US', 'IN')),
    minScore: fc.option(fc.integer({ min: 1, max: 100 })),
    q: text,
    received,
  })
  .map(({ received, order, ...rest }) => {
    const filters = { ...NO_FILTERS, ...rest, ...received };
    // An order that the tab doesn't have is left out.
    return { ...switchTab(sortBy(filters, order), filters.tab), statuses: filters.statuses };
  });

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
      fc.constantFrom(
        ...['tab', 'outcome', 'sort', 'grade', 'source', 'assignee', 'status', 'country'],
        ...['min_score', 'age', 'from', 'to', 'q', 'other'],
      ),
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          'priority',
          'won',
          'me,none',
          'user_1',
          'new,new',
          'gb',
          'Hot,Hot',
          'hot',
          '-1',
          '101',
          '1e3',
          '2026-02-30',
          'x'.repeat(500),
        ),
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
        expect(query.get('assignee') ?? 'me').toMatch(
          /^(me|none|user_[0-9a-f]{32})(,(me|none|user_[0-9a-f]{32}))*$/,
        );
        expect(query.get('status') ?? 'new').toMatch(/^[a-z]+(,[a-z]+)*$/);
        expect(query.get('country') ?? 'GB').toMatch(/^[A-Z]{2}(,[A-Z]{2})*$/);
        if (query.get('sort') === 'priority') expect(query.has('work')).toBe(true);
      }),
    );
  });

  test('each list starts with what its readers look for first', () => {
    expect(ask('')).toEqual({ work: 'todo', sort: 'priority' });
    expect(ask('tab=in_progress')).toEqual({ work: 'in_progress', sort: 'next' });
    expect(ask('tab=snoozed')).toEqual({ work: 'snoozed', sort: 'returns' });
    expect(ask('tab=won')).toEqual({ outcome: 'won', sort: 'closed' });
    expect(ask('tab=lost')).toEqual({ outcome: 'lost', sort: 'closed' });
    expect(ask('tab=all')).toEqual({});
    expect(ask('sort=oldest')).toEqual({ work: 'todo', sort: 'oldest' });
    expect(ask('tab=all&sort=score')).toEqual({ sort: 'score' });
    expect(ask('grade=Warm,Hot&min_score=40&source=google&assignee=me&country=GB,DE&q=%20ana%20')).toEqual({
      work: 'todo',
      sort: 'priority',
      grade: 'Hot,Warm',
      min_score: '40',
      source: 'google',
      assignee: 'me',
      country: 'GB,DE',
      q: 'ana',
    });
  });

  test('closed leads have no priority to sort by', () => {
    expect(ask('tab=won&sort=priority')).toEqual({ outcome: 'won', sort: 'closed' });
    expect(ask('tab=all&sort=closed')).toEqual({});
    expect(ask('tab=won&sort=returns')).toEqual({ outcome: 'won', sort: 'closed' });
    expect(switchTab(read('tab=snoozed&sort=priority'), 'all').order).toBeNull();
  });

  test('a tab is opened with the filters it is counted with', () => {
    const counted = (query: string): string => {
      const params = toCountsQuery(read(query), NOW);
      // What the API leaves out of the counts of tabs.
      for (const name of ['work', 'status', 'outcome']) params.delete(name);
      return params.toString();
    };
    const filters = 'tab=all&status=contacted&grade=Hot&source=ads&min_score=50';
    for (const tab of TABS) {
      const opened = switchTab(read(filters), tab);
      expect(opened.statuses).toEqual([]);
      expect(counted(writeFilters(opened).toString())).toBe(counted(filters));
    }
  });

  test('links and views from before the to-do list still work', () => {
    expect(read('outcome=lost&grade=Hot')).toEqual(read('tab=lost&grade=Hot'));
    expect(read('outcome=all')).toEqual(read('tab=all'));
    expect(read('outcome=open')).toEqual(NO_FILTERS);
  });

  test('counts have the same filters and no order', () => {
    const query = toCountsQuery(read('sort=score&source=a&source=b&status=new,won'), NOW);
    expect(query.toString()).toBe('work=todo&source=a&source=b&status=new%2Cwon');
  });

  test('an age counts back from now, and a range of days includes the last day', () => {
    expect(ask('tab=all&age=24h&from=2020-01-01')).toEqual({ from: '2026-03-09T09:00:00.000Z' });
    const { from = '', to = '' } = ask('tab=all&from=2026-03-01&to=2026-03-01T10:00:00Z');
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

  test('removing all chips leaves only the grades, the search and whose leads are shown', () => {
    const chipsOf = (filters: Filters) => listChips(filters, (userId) => userId);
    fc.assert(
      fc.property(anyFilters, (filters) => {
        let rest = filters;
        while (chipsOf(rest).length > 0) rest = chipsOf(rest)[0]?.rest ?? NO_FILTERS;
        expect(['', 'me', 'none']).toContain(rest.assignees.join(','));
        expect(rest).toEqual({
          ...NO_FILTERS,
          tab: filters.tab,
          order: filters.order,
          grades: filters.grades,
          assignees: rest.assignees,
          q: filters.q,
        });
        expect(isFiltered({ ...rest, grades: [], assignees: [], q: '' })).toBe(false);
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
    not_spam: false,
    revision: 1,
    decided: null,
    status: 'new',
    assignee: null,
    snoozed_until: null,
    contacted_at: null,
    next_activity: null,
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
function paginate(leads: readonly ListedLead[], order: Order, size: number, hasMore: boolean): LoadedPages {
  const sorted = leads.toSorted((a, b) => compareLeads(a, b, order));
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
        fc.constantFrom<Order>(...ORDERS),
        fc.integer({ min: 1, max: 20 }),
        (leads, late, order, size) => {
          const loaded = placeLeads(paginate(leads, order, size, false), late, order);
          const all = [...leads, ...late].toSorted((a, b) => compareLeads(a, b, order));
          expect(idsOf(flattenPages(loaded))).toEqual(idsOf(all));
        },
      ),
    );
  });

  test('a lead past the loaded pages is not inserted, even after the last ones got an outcome', () => {
    fc.assert(
      fc.property(anyLeads, anyLeads, fc.integer({ min: 1, max: 20 }), (leads, late, size) => {
        const sorted = leads.toSorted((a, b) => compareLeads(a, b, 'priority'));
        const gone = sorted.slice(Math.ceil(sorted.length / 2));
        const loaded = dropLeads(paginate(leads, 'priority', size, true), new Set(idsOf(gone)));
        const last = sorted.at(-1) as ListedLead;
        const before = late.filter((lead) => compareLeads(lead, last, 'priority') <= 0);
        const rest = sorted.slice(0, Math.ceil(sorted.length / 2));
        expect(idsOf(flattenPages(placeLeads(loaded, late, 'priority')))).toEqual(
          idsOf([...rest, ...before].toSorted((a, b) => compareLeads(a, b, 'priority'))),
        );
      }),
    );
  });

  test('dropping leads and inserting them again changes nothing', () => {
    fc.assert(
      fc.property(anyLeads, fc.integer({ min: 1, max: 20 }), (leads, size) => {
        const loaded = paginate(leads, 'priority', size, false);
        const some = leads.filter((_, index) => index % 2 === 0);
        const back = placeLeads(dropLeads(loaded, new Set(idsOf(some))), some, 'priority');
        expect(flattenPages(back)).toEqual(flattenPages(loaded));
      }),
    );
  });

  test('setting an outcome keeps the lead in place, and other leads stay the same objects', () => {
    const leads = [makeListed({ score: 90 }), makeListed({ score: 80 })];
    const [first, second] = leads as [ListedLead, ListedLead];
    const { lead_id, assignee, snoozed_until, contacted_at, not_spam, next_activity } = second;
    const won = { outcome: 'won', status: 'won', decided: null, revision: 2 } as const;
    const ended = { ...won, assignee, snoozed_until, contacted_at, not_spam, next_activity };
    const loaded = markLeads(paginate(leads, 'priority', 50, false), new Map([[lead_id, ended]]));
    const marked = flattenPages(loaded);
    expect(marked[0]).toBe(first);
    expect(marked[1]).toEqual({ ...second, ...won });
    const overtaken = { ...ended, outcome: 'lost', status: 'lost', revision: 1 } as const;
    expect(flattenPages(markLeads(loaded, new Map([[lead_id, overtaken]])))[1]).toEqual(marked[1]);
  });

  test('one point of the score equals half a day', () => {
    const older = makeListed({
      score: 52,
      received_at: new Date(NOW.getTime() - 86_400_000 + 1).toISOString(),
    });
    const newer = makeListed({ score: 50 });
    expect(compareLeads(older, newer, 'priority')).toBeLessThan(0);
    expect(compareLeads(older, newer, 'newest')).toBeGreaterThan(0);
  });

  test('the ID of a lead contains the time it was received', () => {
    expect(timeOfLead('lead_019ce1f5a6007d169bc291ad62ce7c48')).toBe(0x019ce1f5a600);
    expect(timeOfLead('lead_x')).toBeNull();
  });
});

describe('a lead belongs to a list', () => {
  const me = 'user_1';
  const lists = (changes: Partial<ListedLead>): string[] =>
    TABS.filter((tab) => belongsTo({ filters: { ...NO_FILTERS, tab }, me }, makeListed(changes), NOW));
  const EARLIER = '2026-03-10T08:00:00Z';
  const LATER = '2026-03-10T10:00:00Z';

  test.each([
    ['new', { status: 'new' }, ['todo', 'all']],
    ['snoozed', { status: 'new', snoozed_until: LATER }, ['snoozed', 'all']],
    ['back from a snooze', { status: 'contacted', snoozed_until: EARLIER }, ['todo', 'in_progress', 'all']],
    ['contacted', { status: 'contacted' }, ['in_progress', 'all']],
    ['qualified and snoozed', { status: 'qualified', snoozed_until: LATER }, ['snoozed', 'all']],
    ['unqualified', { status: 'unqualified' }, ['all']],
    ['won', { status: 'won', outcome: 'won', snoozed_until: LATER }, ['won', 'all']],
  ] as const)('when it is %s', (_, changes, expected) => {
    expect(lists(changes)).toEqual(expected);
  });

  test('only with the status and assignee that are filtered for', () => {
    const isIn = (query: string, changes: Partial<ListedLead>) =>
      belongsTo({ filters: read(query), me }, makeListed(changes), NOW);
    expect(isIn('tab=all&status=new,won', { status: 'contacted' })).toBe(false);
    expect(isIn('tab=all&status=new,won', { status: 'won', outcome: 'won' })).toBe(true);
    expect(isIn('assignee=me', { assignee: me })).toBe(true);
    expect(isIn('assignee=me', { assignee: null })).toBe(false);
    expect(isIn('assignee=none', { assignee: null })).toBe(true);
  });
});

test('a count is only zero if all leads were counted, and a dash while nothing is known', () => {
  expect(formatCount({ count: 0, is_capped: false })).toBe('0');
  expect(formatCount({ count: 0, is_capped: true })).toBe('–');
  expect(formatCount(null)).toBe('–');
  expect(formatCount({ count: 470, is_capped: true })).toBe('470+');
  expect(describeCount({ count: 1, is_capped: false })).toBe('1 lead');
  expect(describeCount({ count: 1, is_capped: true })).toBe('1+ leads');
  expect(describeCount({ count: 0, is_capped: true })).toBeUndefined();
  expect(describeCount(null)).toBeUndefined();
});

test('the total says how many leads there are, as far as it is known', () => {
  expect(describeLoaded(1, false, null)).toBe('1 lead');
  expect(describeLoaded(50, true, null)).toBe('First 50 leads');
  expect(describeLoaded(50, true, { count: 213, is_capped: false })).toBe('50 of 213 leads');
  expect(describeLoaded(50, true, { count: 5000, is_capped: true })).toBe('50 of 5,000+ leads');
  expect(describeLoaded(50, true, { count: 11, is_capped: true })).toBe('First 50 leads');
  expect(describeLoaded(213, false, { count: 213, is_capped: false })).toBe('213 leads');
});
