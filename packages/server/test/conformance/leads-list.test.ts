// Listing leads: pages, filters and search.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { listIds, storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';

const suite = useApi();

describe('the list of leads', () => {
  let caller: Caller;
  /** Oldest first. */
  let ids: string[];
  beforeAll(async () => {
    caller = callAs(suite, await makeAccount(suite.owner));
    ids = [];
    for (const lead of [
      makeLead({ name: 'Ana López', email: 'ana@acme.com', phone: '+12125550101', source: 'google' }),
      { name: 'Bo Lind', email: 'Bo.Lind@example.org', phone: '+12125550102', source: 'facebook' },
      { name: 'Cy Lopez', email: 'cy@example.net', phone: '020 7946 0103', source: 'google' },
      { email: 'seo@example.com', message: 'We offer SEO services: buy cheap backlinks' },
      { name: 'Ana López', email: 'ana@acme.com', phone: '+12125550101', message: 'Any news?' },
    ]) {
      ids.push(await storeLead(caller, lead));
    }
  });

  test('shows the fields a rep needs, newest first', async () => {
    const { status, body } = await caller('/api/leads');
    expect(status).toBe(200);
    expect(body.data.map(({ lead_id }: { lead_id: string }) => lead_id)).toEqual(ids.toReversed());
    expect(body.next_cursor).toBeNull();
    expect(body.data[3]).toStrictEqual({
      lead_id: ids[1],
      person_id: expect.stringMatching(/^person_[0-9a-f]{32}$/),
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      name: 'Bo Lind',
      email: 'Bo.Lind@example.org',
      phone: '+12125550102',
      budget: '',
      source: 'facebook',
      score: expect.any(Number),
      grade: expect.stringMatching(/^(?:Hot|Warm|Cool|Cold|Spam)$/),
      why: expect.stringMatching(/./),
      priority_action: expect.any(String),
      contact_grade: expect.stringMatching(/^[A-F]$/),
      outcome: 'open',
      not_spam: false,
      next_activity: null,
      revision: 1,
      decided: null,
      company: '',
      title: '',
      country: 'US',
      status: 'new',
      assignee: null,
      snoozed_until: null,
      contacted_at: null,
    });
  });

  test('shows the outcome, and the budget from an answer', async () => {
    const own = callAs(suite, await makeAccount(suite.owner));
    const fields = { 'What is your budget?': '$15k-20k', 'Team size': '12' };
    const id = await storeLead(own, makeLead({ budget: '', custom_fields: fields }));
    const at = '2026-11-01T09:30:00.000Z';
    await own(`/api/leads/${id}/outcome`, { outcome: 'lost', reason: 'Too dear' });
    await own(`/api/leads/${id}/outcome`, { outcome: 'won', at, amount: 1200.5 });
    const list = await own('/api/leads?outcome=won');
    expect(list.body.data).toMatchObject([
      { lead_id: id, budget: '$15k-20k', decided: { outcome: 'won', at, amount: 1200.5, reason: null } },
    ]);
    await own(`/api/leads/${id}/outcome`, { outcome: 'open' });
    expect((await own('/api/leads')).body.data).toMatchObject([{ lead_id: id, decided: null }]);
  });

  test('has pages without gaps or repeats', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: { lead_id: string }[]; next_cursor: string | null } = (
        await caller(`/api/leads?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      ).body;
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.data.map(({ lead_id }) => lead_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids.toReversed());
  });

  test('has no next page when the last one is exactly full', async () => {
    expect((await caller('/api/leads?limit=5')).body.next_cursor).toBeNull();
    expect((await caller('/api/leads?limit=4')).body.next_cursor).toBe(ids[1]);
  });

  test('can be filtered by source, grade and score', async () => {
    expect(await listIds(caller, '?source=google')).toEqual([ids[2], ids[0]]);
    expect(await listIds(caller, '?source=goog')).toEqual([]);
    expect(await listIds(caller, '?grade=Spam')).toEqual([ids[3]]);
    const { data } = (await caller('/api/leads')).body;
    for (const { score } of data) {
      const at = (wanted: (other: number) => boolean) =>
        data
          .filter((lead: { score: number }) => wanted(lead.score))
          .map((lead: { lead_id: string }) => lead.lead_id);
      expect(await listIds(caller, `?min_score=${score}`)).toEqual(at((other) => other >= score));
      expect(await listIds(caller, `?max_score=${score}`)).toEqual(at((other) => other <= score));
    }
  });

  test('shows why, by what sets a lead apart', async () => {
    const why = async (query: string): Promise<string> =>
      (await caller(`/api/leads?${query}`)).body.data[0].why;
    expect(await why('grade=Spam')).toMatch(
      /^(?:Vendor pitch|Spam or scam): “We offer SEO services: buy cheap backlinks”/,
    );
    const { headline } = (await caller('/api/explain.php', { lead: makeLead({ source: 'google' }) })).body
      .data;
    expect(headline).toContain(await why('q=ana&source=google'));
  });

  test('can be sorted by priority, with open leads only', async () => {
    const { data } = (await caller('/api/leads?sort=priority')).body;
    const scores = data.map(({ score }: { score: number }) => score);
    // They were all received at almost the same time, so waiting makes no difference of a point.
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    expect(data).toHaveLength(ids.length);
    expect(await listIds(caller, '?sort=priority&grade=Spam,Cold')).toContain(ids[3]);
    expect(await listIds(caller, '?sort=newest')).toEqual(ids.toReversed());
  });

  test('can be filtered by time of receipt, excluding the end', async () => {
    const { received_at } = (await caller(`/api/leads/${ids[2]}`)).body.data;
    const since = await listIds(caller, `?from=${received_at}`);
    const before = await listIds(caller, `?to=${received_at}`);
    expect(since).toContain(ids[2]);
    expect(before).not.toContain(ids[2]);
    expect([...since, ...before]).toEqual(ids.toReversed());
  });

  test.each([
    ['the beginning of a name', 'ana', [4, 0]],
    ['a whole name without its accents', 'Ana Lop', [4, 0]],
    ['a surname', 'lopez', [4, 2, 0]],
    ['a surname with its accent', 'López', [4, 2, 0]],
    ['the beginning of an e-mail address, in any case', 'BO.LIND@', [1]],
    ['a phone number, however it is written', '+1 (212) 555-0102', [1]],
    ['the beginning of a phone number', '+1212555', [4, 1, 0]],
    ['nobody', 'nobody', []],
    ['the middle of an address', 'lind@example', []],
    ['a wildcard', '%25', []],
  ])('can be searched by %s', async (_, q, places) => {
    expect(await listIds(caller, `?q=${encodeURIComponent(q)}`)).toEqual(places.map((place) => ids[place]));
  });

  test('can be searched and filtered at the same time, with pages', async () => {
    const first = (await caller('/api/leads?q=ana&limit=1')).body;
    expect(first.data[0].lead_id).toBe(ids[4]);
    expect(await listIds(caller, `?q=ana&limit=1&cursor=${first.next_cursor}`)).toEqual([ids[0]]);
    expect(await listIds(caller, '?q=ana&source=google')).toEqual([ids[0]]);
  });

  test('allows up to 100 leads per page', async () => {
    expectError(await caller('/api/leads?limit=101'), 'invalid_input', 'limit');
    expect(await caller('/api/leads?limit=100')).toMatchObject({ status: 200 });
  });

  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=many'],
    ['limit', 'limit=1&limit=2'],
    ['grade', 'grade=hot'],
    ['min_score', 'min_score=101'],
    ['max_score', 'max_score=-1'],
    ['outcome', 'outcome=maybe'],
    ['from', 'from=yesterday'],
    ['to', 'to=2026-02-30T00:00:00Z'],
    ['q', 'q='],
    ['q', `q=${'a'.repeat(201)}`],
    ['grade', 'grade=Hot,'],
    ['grade', 'grade=Hot,Tepid'],
    ['sort', 'sort=name'],
    ['sort=priority', 'sort=priority&outcome=won'],
    ['sort=priority', 'sort=priority&outcome=lost'],
    ['the query', 'order=score'],
  ])('rejects an invalid %s: %s', async (field, query) => {
    expectError(await caller(`/api/leads?${query}`), 'invalid_input', `${field} `);
  });

  test.each(['cursor=nonsense', `sort=priority&cursor=lead_${'0'.repeat(32)}`])(
    'rejects an unknown cursor: %s',
    async (query) => {
      expectError(await caller(`/api/leads?${query}`), 'invalid_cursor', 'cursor');
    },
  );

  test.each(['q', 'source'])('rejects a NUL in %s', async (field) => {
    const answer = await caller(`/api/leads?${field}=%00`);
    expectError(answer, 'invalid_characters', `${field} `);
    expect(answer.body.field).toBe(field);
  });
});
