// Search finds any part of the name, company, domain, email, phone number and message.

import type { ListedLead } from '@leadline/contract';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readId } from '../../src/platform/base/ids.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { indexAllLeads } from '../support/index-all-leads.ts';

const suite = useApi({ inOneCell: true });
let caller: Caller;
let accountId: string;

const store = async (lead: object): Promise<string> => (await caller('/api/webhook.php', lead)).body.lead_id;
const search = async (q: string, more = ''): Promise<string[]> =>
  (await caller(`/api/leads?q=${encodeURIComponent(q)}${more}`)).body.data.map(
    ({ lead_id }: ListedLead) => lead_id,
  );

beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  accountId = account.accountId;
  caller = callAs(suite, account);
});

describe('a lead', () => {
  let id: string;
  beforeAll(async () => {
    id = await store({
      name: 'José Núñez-Oakley',
      email: 'jose.nunez@mail.hartwell.co.uk',
      phone: '+44 20 7946 0123',
      message: 'Нам нужен генератор 50% дешевле. 我們需要發電機。 The old one_ broke down.',
      'Company name': 'Hartwell Foods',
      'Job title': 'Head of Procurement',
    });
    await store({
      name: 'Somebody Else',
      email: 'else@example.org',
      phone: '+12125550199',
      message: 'Hello',
    });
    await indexAllLeads(suite.accountUrl);
  });

  test.each([
    ['the middle of the name', 'OAKLE'],
    ['a name without its accents', 'jose nunez'],
    ['words in another order', 'nunez jose'],
    ['part of the company', 'twell foo'],
    ['part of the job title', 'procure'],
    ['the domain', 'hartwell.co.uk'],
    ['the middle of the email', 'nunez@mail'],
    ['some digits of the phone number', '946012'],
    ['digits in groups', '7946 01'],
    ['the number as dialed in the country', '020 7946 0123'],
    ['the start of a word in two letters', 'br'],
    ['a word of the message and one of the name', 'broke oakley'],
    ['part of a word in Cyrillic', 'енерат'],
    ['one Chinese character', '電'],
    ['two Chinese characters', '需要'],
    ['a wildcard as it is', '50%'],
    ['an underscore as it is', 'one_'],
  ])('is found by %s', async (_, q) => {
    expect(await search(q)).toEqual([id]);
    expect(await search(q, '&sort=priority&grade=Hot,Warm,Cool,Cold,Spam')).toEqual([id]);
  });

  test.each(['oakleyx', 'ose_nunez', 'ro', 'e%d', '發我', '9460120', 'nunez else', 'zz', '%', '_'])(
    'is not found by %s',
    async (q) => {
      expect(await search(q)).not.toContain(id);
    },
  );

  test('shows its company, title and country', async () => {
    const { body } = await caller('/api/leads?q=oakley');
    expect(body.data[0]).toMatchObject({
      company: 'Hartwell Foods',
      title: 'Head of Procurement',
      country: 'GB',
    });
    expect((await caller('/api/leads?q=somebody')).body.data[0]).toMatchObject({ title: '', country: 'US' });
  });

  test('is gone from the index once it is deleted, even if it was still waiting for it', async () => {
    const indexed = await store({ email: 'gone@example.org', message: 'quixotic' });
    await indexAllLeads(suite.accountUrl);
    expect(await search('quixot')).toEqual([indexed]);
    const waiting = await store({ email: 'waiting@example.org', message: 'quixotic' });
    for (const lead of [indexed, waiting])
      await caller(`/api/leads/${lead}`, undefined, { method: 'DELETE' });
    await indexAllLeads(suite.accountUrl);
    expect(await search('quixot')).toEqual([]);
    const { rows } = await sql`
      select from leadline.search_texts
      where id in (${readId('lead', indexed)}::uuid, ${readId('lead', waiting)}::uuid)`.execute(suite.owner);
    expect(rows).toEqual([]);
  });
});

describe('in an account with many leads', () => {
  const MANY = 9_000;
  const RARE = 40;
  beforeAll(async () => {
    const account = await makeAccount(suite.owner);
    accountId = account.accountId;
    caller = callAs(suite, account);
    // Each a second older than the one before; only the oldest are rare.
    await sql`
      with made as (
        select n, uuidv7(make_interval(secs => -n)) as id, ${accountId}::uuid as account_id
        from generate_series(1, ${MANY}) as n
      ), stored as (
        insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
        select account_id, id, id, n % 101, 'Warm', case when n > ${MANY - 5} then 'fair' else 'google' end,
          json_build_object('name', 'Ana ' || n, 'email', '', 'phone', '', 'budget', '', 'message', '', 'source', '',
            'custom_fields', '{}'::json),
          '[["1","1",0],[0,"Warm","","",""],[0,0,"","none","low",0],[],[]]'::json
        from made
        returning account_id, id
      )
      insert into leadline.search_texts (account_id, id, country, text)
      select s.account_id, s.id, '', ' common ' || case when m.n > ${MANY - RARE} then 'seldom' else '' end
        || case when m.n <= 25 or m.n > ${MANY - 100} then ' edge ' else '' end
      from stored s join made m using (id)`.execute(suite.owner);
    await sql`analyze leadline.leads, leadline.search_texts`.execute(suite.owner);
  });

  async function walk(query: string, most = 1_000): Promise<{ ids: string[]; pages: number }> {
    const ids: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await caller(`/api/leads?limit=100&${query}${at}`);
      ids.push(...body.data.map(({ lead_id }: ListedLead) => lead_id));
      cursor = body.next_cursor;
      pages++;
    } while (cursor !== null && pages < most);
    return { ids, pages };
  }

  test.each(['newest', 'oldest', 'priority', 'score'])(
    'a rare word is found however old its leads are, sorted by %s',
    async (sort) => {
      const { ids, pages } = await walk(`q=seldom&sort=${sort}`);
      expect(new Set(ids).size).toBe(RARE);
      expect(pages).toBe(1);
    },
  );

  test.each(['newest', 'oldest', 'priority', 'score'])(
    'a common word is found in all leads, page by page, sorted by %s',
    async (sort) => {
      const { ids } = await walk(`q=common&sort=${sort}`, 3);
      expect(ids).toHaveLength(300);
      expect(ids).toEqual((await walk(`sort=${sort}`, 3)).ids);
    },
  );

  test('a page ends early if too many leads have been compared, and the next one goes on from there', async () => {
    const first = await caller('/api/leads?limit=100&q=edge');
    expect(first.body.data).toHaveLength(25);
    expect(first.body.next_cursor).not.toBeNull();
    expect((await walk('q=edge')).ids).toHaveLength(125);
  });

  test.each(['newest', 'oldest'])(
    'a common word is found between two moments, sorted by %s',
    async (sort) => {
      const now = Date.now();
      const between = `from=${new Date(now - 8_000_000).toISOString()}&to=${new Date(now - 7_900_000).toISOString()}`;
      const { ids } = await walk(`${between}&sort=${sort}`);
      expect(ids).toHaveLength(100);
      expect((await walk(`q=common&${between}&sort=${sort}`)).ids).toEqual(ids);
    },
  );

  test('a common word and a rare filter find what has both', async () => {
    expect((await walk('q=common&source=fair')).ids).toHaveLength(5);
    expect((await walk('q=seldom&source=fair')).ids).toHaveLength(5);
    expect((await walk('q=common&source=nowhere')).ids).toEqual([]);
  });

  test('counts of a common word say that there are more', async () => {
    const { body } = await caller('/api/leads/counts?q=common');
    expect(body.data.total).toMatchObject({ is_capped: true });
    const { body: rare } = await caller('/api/leads/counts?q=seldom');
    expect(rare.data.total).toEqual({ count: RARE, is_capped: false });
  });

  test('counts with filters are exact if few leads match, and otherwise the least there are', async () => {
    const { body } = await caller('/api/leads/counts?source=google&work=todo');
    expect(body.data).toMatchObject({
      total: { count: 1_000, is_capped: true },
      tabs: { todo: { count: 1_000, is_capped: true }, won: { count: 0, is_capped: true } },
      is_capped: true,
    });
    // Among the newest 2,000, because this filter is set.
    expect(body.data.sources).toContainEqual({ value: 'google', count: 2_000 });
    const { body: rare } = await caller('/api/leads/counts?source=fair&work=todo');
    expect(rare.data).toMatchObject({
      total: { count: 5, is_capped: false },
      tabs: { todo: { count: 5, is_capped: false }, all: { count: 5, is_capped: false } },
      statuses: [{ value: 'new', count: 5 }],
    });
    expect(rare.data.sources).toContainEqual({ value: 'fair', count: 0 });
    const { body: all } = await caller('/api/leads/counts');
    expect(all.data.tabs).toMatchObject({
      todo: { count: 1_000, is_capped: true },
      won: { count: 0, is_capped: false },
    });
  });

  describe('when the index of texts is slow', () => {
    beforeAll(async () => {
      const cell = openPool(suite.accountUrl, { size: 1 });
      await cell.query(`
        create or replace function leadline.match_leads(patterns text[], parts text[], most integer) returns setof uuid
        language plpgsql as $$ begin perform pg_sleep(10); end $$`);
      await cell.end();
      await sql`
        insert into leadline.contacts (account_id, email, phone, name, person_id, surname)
        select account_id, 'edge@example.org', '', 'edgerton', id, 'edgerton' from leadline.leads
        where account_id = ${accountId}::uuid order by id limit 1`.execute(suite.owner);
    });

    test('a name finds its people, however old, and counts say that there may be more', async () => {
      const { rows } = await sql<{ id: string }>`
        select id from leadline.leads where account_id = ${accountId}::uuid order by id limit 1`.execute(
        suite.owner,
      );
      const found = await walk('q=edgerton');
      expect(found.ids.map((id) => readId('lead', id))).toEqual([rows[0]?.id.replaceAll('-', '')]);
      expect(found.pages).toBe(1);
      const { body } = await caller('/api/leads/counts?q=edgerton');
      expect(body.data.total).toEqual({ count: 1, is_capped: true });
    });

    test('other words are found page by page', async () => {
      expect((await walk('q=seldom')).ids).toHaveLength(RARE);
    });
  });
});
