// The filters, orders, counts and the export of the inbox equal a plain filter over all leads.

import type { LeadCounts, ListedLead, Status } from '@leadline/contract';
import { CsvReader } from '@leadline/csv';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readId, showId } from '../../src/platform/base/ids.ts';
import { addMember } from '../support/add-member.ts';
import { indexAllLeads } from '../support/index-all-leads.ts';

const LEADS = 90;
const SOURCES = ['google', 'referral', '=1+1', ''] as const;
const PHONES = { GB: '+442079460123', US: '+12125550101', CA: '+16135550123', '': '' } as const;
const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
const STAGES = ['new', 'contacted', 'qualified', 'unqualified'] as const;
const OUTCOMES = ['open', 'open', 'open', 'won', 'lost'] as const;
const HOUR_MS = 60 * 60 * 1000;

/** Leads that an earlier release decided have none. */
const closedAt = (n: number): Date | null =>
  OUTCOMES[(n * 11) % 5] === 'open' || n % 4 === 0 ? null : new Date(Date.UTC(2026, 1, 1 + (n % 9)));

const suite = useApi({ inOneCell: true });
let caller: Caller;
let key: string;
let users: string[];
/** Newest first. */
let leads: ListedLead[];

beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  key = account.liveKey;
  caller = callAs(suite, account);
  const ana = await addMember(suite.owner, account.accountId, 'rep', 'Ana Rep');
  const bo = await addMember(suite.owner, account.accountId, 'rep', '=Bo');
  users = [ana.userId, bo.userId];
  for (let n = 0; n < LEADS; n++) {
    const country = Object.keys(PHONES)[n % 4] as keyof typeof PHONES;
    const { body } = await caller('/api/webhook.php', {
      name: `Lead ${n}`,
      email: `lead-${n}@example.org`,
      phone: PHONES[country].replace(/\d{2}$/, String(10 + n)),
      source: SOURCES[n % SOURCES.length],
      Company: n % 5 === 0 ? `Acme ${n}` : '',
    });
    await sql`
      update leadline.leads set grade = ${GRADES[(n * 7) % 5]}, score = ${(n * 37) % 101},
        stage = ${STAGES[(n * 3) % 4]}, outcome = ${OUTCOMES[(n * 11) % 5]},
        assignee = ${n % 3 === 0 ? null : users[n % 2]},
        snoozed_until = ${n % 5 === 0 ? new Date(Date.now() + (n % 2 === 0 ? (n % 7) + 1 : -1) * HOUR_MS) : null},
        closed_at = ${closedAt(n)},
        scored = jsonb_set(jsonb_set(scored::jsonb, '{1,0}', to_jsonb(${(n * 37) % 101}::integer)),
          '{1,1}', to_jsonb(${GRADES[(n * 7) % 5]}::text))::json
      where id = ${readId('lead', body.lead_id)}`.execute(suite.owner);
  }
  await indexAllLeads(suite.accountUrl);
  leads = (await caller('/api/leads?limit=100')).body.data;
  expect(leads).toHaveLength(LEADS);
});

interface Query {
  readonly work?: 'todo' | 'in_progress' | 'snoozed';
  readonly status?: readonly Status[];
  readonly assignee?: readonly string[];
  readonly grade?: readonly string[];
  readonly source?: readonly string[];
  readonly country?: readonly string[];
  readonly min_score?: number;
  readonly outcome?: 'open' | 'won' | 'lost';
}

function matches(lead: ListedLead, query: Query): boolean {
  const isOpen = lead.outcome === 'open';
  const isSnoozed = lead.snoozed_until !== null && lead.snoozed_until > new Date().toISOString();
  const isWorth = query.grade !== undefined || lead.grade !== 'Spam';
  const works = {
    todo: isOpen && !isSnoozed && isWorth && (lead.status === 'new' || lead.snoozed_until !== null),
    in_progress: isOpen && !isSnoozed && ['contacted', 'qualified'].includes(lead.status),
    snoozed: isOpen && isSnoozed,
  };
  return (
    (query.work === undefined || works[query.work]) &&
    (query.status?.includes(lead.status) ?? true) &&
    (query.assignee?.includes(lead.assignee ?? 'none') ?? true) &&
    (query.grade?.includes(lead.grade) ?? true) &&
    (query.source?.includes(lead.source) ?? true) &&
    (query.country?.includes(lead.country) ?? true) &&
    lead.score >= (query.min_score ?? 0) &&
    (query.outcome ?? lead.outcome) === lead.outcome
  );
}

const halfDays = ({ received_at }: ListedLead): number => Date.parse(received_at) / (12 * HOUR_MS);
const ORDERS = {
  newest: () => 0,
  oldest: (a: ListedLead, b: ListedLead) => leads.indexOf(b) - leads.indexOf(a),
  priority: (a: ListedLead, b: ListedLead) => b.score + halfDays(b) - (a.score + halfDays(a)),
  score: (a: ListedLead, b: ListedLead) => b.score - a.score,
  returns: (a: ListedLead, b: ListedLead) =>
    Date.parse(a.snoozed_until ?? '') - Date.parse(b.snoozed_until ?? '') ||
    leads.indexOf(b) - leads.indexOf(a),
  closed: (a: ListedLead, b: ListedLead) => closedTime(b) - closedTime(a),
};
const closedTime = (lead: ListedLead): number => closedAt(LEADS - 1 - leads.indexOf(lead))?.getTime() ?? 0;
type Sort = keyof typeof ORDERS;

/** Some orders are only about some leads. */
function isIn(sort: Sort, lead: ListedLead): boolean {
  if (sort === 'priority') return lead.outcome === 'open';
  if (sort === 'returns') return matches(lead, { work: 'snoozed' });
  return sort !== 'closed' || lead.outcome !== 'open';
}

const expected = (query: Query, sort: Sort = 'newest'): ListedLead[] =>
  leads.filter((lead) => matches(lead, query) && isIn(sort, lead)).toSorted(ORDERS[sort]);

const write = (query: Query): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'source') for (const source of value) params.append(name, source);
    else params.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return params.toString();
};

async function walk(query: Query, sort: Sort, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body } = await caller(`/api/leads?sort=${sort}&limit=${limit}&${write(query)}${at}`);
    ids.push(...body.data.map(({ lead_id }: ListedLead) => lead_id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return ids;
}

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1, maxLength: 2 });

const queries = fc
  .constant(null)
  .chain(() =>
    fc.record({
      work: fc.constantFrom('todo' as const, 'in_progress' as const, 'snoozed' as const),
      status: some<Status>([...STAGES, 'won', 'lost']),
      assignee: some(['none', ...users.map((id) => showId('user', id))]),
      grade: some(GRADES),
      source: some([...SOURCES, 'nowhere']),
      country: some(['GB', 'US', 'CA', 'FR']),
      min_score: fc.nat(100),
      outcome: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
    }),
  )
  .chain((every) =>
    fc
      .subarray(Object.keys(every), { maxLength: 3 })
      .map(
        (names): Query => Object.fromEntries(Object.entries(every).filter(([name]) => names.includes(name))),
      ),
  );

const isByPriority = (sort: Sort, { outcome = 'open', status = [] }: Query): boolean =>
  sort !== 'priority' || (outcome === 'open' && !status.includes('won') && !status.includes('lost'));

test('pages in every order equal a plain filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      queries,
      fc.constantFrom(...(Object.keys(ORDERS) as Sort[])),
      fc.integer({ min: 3, max: 60 }),
      async (query, sort, limit) => {
        fc.pre(isByPriority(sort, query));
        const ids = await walk(query, sort, limit);
        expect(ids).toEqual(expected(query, sort).map(({ lead_id }) => lead_id));
      },
    ),
    { numRuns: 100 },
  );
});

test('the to-do list has new leads and ended snoozes, without spam unless it is asked for', async () => {
  const todo = expected({ work: 'todo' });
  expect(todo.some(({ status }) => status !== 'new')).toBe(true);
  expect(todo.every(({ grade }) => grade !== 'Spam')).toBe(true);
  expect((await walk({ work: 'todo' }, 'priority', 7)).toSorted()).toEqual(
    todo.map(({ lead_id }) => lead_id).toSorted(),
  );
  expect((await walk({ work: 'todo', grade: ['Spam'] }, 'priority', 7)).length).toBeGreaterThan(0);
});

describe('counts', () => {
  const counts = async (query: Query): Promise<LeadCounts['data']> =>
    (await caller(`/api/leads/counts?${write(query)}`)).body.data;
  const count = (query: Query) => ({ count: expected(query).length, is_capped: false });

  test('equal the list of each tab and of each value', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const data = await counts(query);
        const { work: _work, status: _status, outcome: _outcome, ...rest } = query;
        expect(data.total).toEqual(count(query));
        expect(data.tabs).toEqual({
          todo: count({ ...rest, work: 'todo' }),
          in_progress: count({ ...rest, work: 'in_progress' }),
          snoozed: count({ ...rest, work: 'snoozed' }),
          won: count({ ...rest, outcome: 'won' }),
          lost: count({ ...rest, outcome: 'lost' }),
          unqualified: count({ ...rest, status: ['unqualified'] }),
          spam: count({ ...rest, grade: ['Spam'] }),
          all: count(rest),
        });
        expect(data).toMatchObject({ counted: expected(query).length, is_capped: false });
        for (const [facet, name, readValue] of [
          ['sources', 'source', ({ source }: ListedLead) => source],
          ['assignees', 'assignee', ({ assignee }: ListedLead) => assignee ?? 'none'],
          ['statuses', 'status', ({ status }: ListedLead) => status],
          ['countries', 'country', ({ country }: ListedLead) => country],
          ['grades', 'grade', ({ grade }: ListedLead) => grade],
        ] as const) {
          const listed = Map.groupBy(leads, readValue);
          // Leads without a known country are not counted.
          if (facet === 'countries') listed.delete('');
          const found = new Map(data[facet].map(({ value, count: leadsOfIt }) => [value, leadsOfIt]));
          for (const value of new Set([...listed.keys(), ...found.keys()]))
            expect(found.get(value) ?? 0, `${facet}: ${value}`).toBe(
              expected({ ...query, [name]: [value] }).length,
            );
        }
      }),
      { numRuns: 40, examples: [[{ work: 'todo' }], [{ work: 'todo', grade: ['Spam'] }]] },
    );
  });

  test('list sources that no matching lead has, so that they can be chosen', async () => {
    const { sources } = await counts({ min_score: 100, status: ['won'] });
    expect(sources.map(({ value }) => value).toSorted()).toEqual([...SOURCES].toSorted());
  });

  test('of a search are those of its leads', async () => {
    const { body } = await caller('/api/leads/counts?q=lead-1');
    const found = leads.filter(({ email }) => email.includes('lead-1'));
    expect(body.data).toMatchObject({
      total: { count: found.length, is_capped: false },
      counted: found.length,
    });
    expect((await caller('/api/leads/counts?q=nobody')).body.data).toMatchObject({ total: { count: 0 } });
  });
});

describe('the export', () => {
  const download = async (query: string) => {
    const response = await fetch(`${suite.api.url}/api/leads/export?${query}`, {
      headers: { 'X-API-KEY': key },
    });
    return { response, text: await response.text() };
  };

  test('has the leads of the view in its order, and no formulas', async () => {
    const { response, text } = await download('sort=score&status=won,new');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-[\d-]+\.csv"$/);
    const [header = [], ...rows] = readCsv(text);
    expect(header.slice(0, 5)).toEqual(['lead_id', 'received_at', 'name', 'company', 'title']);
    const wanted = expected({ status: ['won', 'new'] }, 'score');
    expect(rows.map(([id]) => id)).toEqual(wanted.map(({ lead_id }) => lead_id));
    const column = (name: string): string[] => rows.map((row) => row[header.indexOf(name)] ?? '');
    expect(column('score')).toEqual(wanted.map(({ score }) => String(score)));
    expect(column('status')).toEqual(wanted.map(({ status }) => status));
    expect(new Set(column('assignee'))).toEqual(new Set(['', 'Ana Rep', "'=Bo"]));
    expect(column('source')).toContain("'=1+1");
    expect(column('phone').some((phone) => phone.startsWith('+'))).toBe(true);
    expect(header.slice(-3)).toEqual(['reason', 'message', 'answers']);
    const won = rows.find((row) => row[header.indexOf('status')] === 'won') ?? [];
    expect([won[header.indexOf('next_step')], won[header.indexOf('priority')]]).toEqual(['Won', '']);
    const fresh = rows.filter((row) => row[header.indexOf('status')] === 'new');
    for (const row of fresh) expect(row[header.indexOf('priority')]).toMatch(/^\d+$/);
  });

  test('has the answers to the form and why leads were lost', async () => {
    const account = await makeAccount(suite.owner);
    const own = callAs(suite, account);
    const { body } = await own('/api/webhook.php', {
      name: 'Ana',
      email: 'ana@acme.com',
      'Team size': '40, in two offices',
      Formula: '=1+1',
    });
    await own(`/api/leads/${body.lead_id}/outcome`, { outcome: 'lost', reason: 'Chose a "cheaper" one' });
    const response = await fetch(`${suite.api.url}/api/leads/export`, {
      headers: { 'X-API-KEY': account.liveKey },
    });
    const [header = [], row = []] = readCsv(await response.text());
    const cell = (name: string): string | undefined => row[header.indexOf(name)];
    expect(cell('reason')).toBe('Chose a "cheaper" one');
    expect(cell('answers')).toBe('Team size: 40, in two offices\nFormula: =1+1');
  });

  test('is limited to two at a time', async () => {
    const opened = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        fetch(`${suite.api.url}/api/leads/export`, { headers: { 'X-API-KEY': key } }),
      ),
    );
    for (const response of opened) expect([200, 429]).toContain(response.status);
    await Promise.all(opened.map((response) => response.text()));
    expect((await download('')).response.status).toBe(200);
  });
});

const readCsv = (text: string): string[][] => new CsvReader().read(new TextEncoder().encode(text), true);

test('invalid values are rejected with the name of the field', async () => {
  for (const [query, field] of [
    ['work=everything', 'work'],
    ['status=new,open', 'status'],
    ['assignee=ana', 'assignee'],
    ['assignee=me', 'assignee'], // a key is nobody
    ['country=gb', 'country'],
    ['country=', 'country'],
    [`source=${'a&source='.repeat(20)}a`, 'source'],
    ['sort=worst', 'sort'],
    ['sort=priority&status=won', 'sort'],
    ['sort=priority&outcome=lost', 'sort'],
  ] as const)
    for (const path of ['/api/leads', '/api/leads/export']) {
      const answer = await call(suite.api.url, `${path}?${query}`, undefined, { key });
      expect(answer, query).toMatchObject({ status: 400 });
      expectError(answer, 'invalid_input', field);
    }
  for (const sort of Object.keys(ORDERS))
    expectError(await caller(`/api/leads?sort=${sort}&cursor=nonsense`), 'invalid_cursor');
});
