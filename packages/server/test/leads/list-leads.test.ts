// Pages of leads equal a plain filter over all leads, and search finds people by their contact details.

import { type Lead, score } from '@leadline/engine';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LeadWriter } from '../../src/leads/intake/lead-writer.ts';
import { readContact } from '../../src/leads/record/contact.ts';
import { packResult } from '../../src/leads/record/packed-result.ts';
import { toStored } from '../../src/leads/record/stored-result.ts';
import { firstIdOf, makeId, showId, timeOfId } from '../../src/platform/base/ids.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { waitForBlocked } from '../support/hold-account.ts';
import { deleteLead, type LeadFilter, listLeads, recordOutcome } from '../support/leads-of-account.ts';

const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
const SOURCES = ['google', 'referral', 'Facebook', ''] as const;
const OUTCOMES = ['open', 'won', 'lost'] as const;

/** What the tests know about a stored lead. */
interface Known {
  readonly id: string;
  readonly person: number;
  readonly score: number;
  readonly grade: (typeof GRADES)[number];
  readonly source: string;
  readonly outcome: (typeof OUTCOMES)[number];
}

let owner: pg.Pool;
let db: Database;
let writer: LeadWriter;
let close: () => Promise<void>;
beforeAll(async () => {
  const url = await cloneDatabase();
  owner = openPool(url, { size: 2 });
  db = openDatabase(openPool(url, { size: 4, role: 'leadline_api' }));
  const pool = openPool(url, { size: 2, role: 'leadline_api' });
  writer = new LeadWriter(pool);
  close = async () => {
    await Promise.all([db.destroy(), pool.end(), owner.end()]);
  };
});
afterAll(() => close());

async function store(
  accountId: string,
  contact: { readonly name?: string; readonly email?: string; readonly phone?: string },
  { id = makeId(), ...known }: Partial<Pick<Known, 'id' | 'score' | 'grade' | 'source'>> = {},
): Promise<string> {
  const blank = { name: '', email: '', phone: '', budget: '', message: '', source: known.source ?? 'google' };
  const lead: Lead = { ...blank, custom_fields: {}, ...contact };
  const scored = score(lead, { now: timeOfId(id) });
  const { data, ...rest } = toStored(scored, null);
  const { score: points = data.score, grade = data.grade } = known;
  await writer.write(
    makeLeadToWrite(accountId, {
      leadId: id,
      score: points,
      grade,
      source: lead.source,
      contact: readContact(lead, scored.facts),
      leadJson: JSON.stringify(lead),
      scoredJson: packResult({ ...rest, data: { ...data, score: points, grade } }),
    }),
  );
  return id;
}

/** Reads all pages in order and calls `between` after each. */
async function walk(
  accountId: string,
  filter: LeadFilter,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listLeads(db, accountId, { ...filter, ...(cursor === null ? {} : { cursor }) });
    if (page === null) throw new Error('the cursor was rejected');
    ids.push(...page.data.map(({ lead_id }) => lead_id));
    cursor = page.next_cursor;
    // Only the last page may be short.
    if (cursor !== null) expect(page.data).toHaveLength(filter.limit);
    expect(page.data.length).toBeLessThanOrEqual(filter.limit);
    await between();
  } while (cursor !== null);
  return ids;
}

const search = (accountId: string, q: string): Promise<string[]> => walk(accountId, { limit: 100, q });
const shown = (...ids: readonly string[]): string[] =>
  ids
    .toSorted()
    .reverse()
    .map((id) => showId('lead', id));

describe('pages of a few hundred leads', () => {
  const accountId = makeId();
  /** Name, email and phone of each person, then the normalized name and surname they can be found by. */
  const PEOPLE = [
    ['Ana Lopez', 'ana@example.org', '+12125550101', 'ana lopez', 'lopez'],
    ['Ana Maria Souza', 'souza@example.org', '+12125550102', 'ana maria souza', 'souza'],
    ['ANABEL', 'info@example.com', '+442079460103', 'anabel', 'anabel'],
    ['Zoë Müller', 'zoe.mueller@example.org', '+4930901820', 'zoe muller', 'muller'],
    ['Muller, Jean', 'jean@example.net', '+33140205050', 'muller jean', 'jean'],
    ['José Núñez', 'ana.shop@example.net', '', 'jose nunez', 'nunez'],
    ['Łukasz Zieliński', '', '+48221234567', 'łukasz zielinski', 'zielinski'],
    ['李 小龍', 'lee@example.org', '', '李 小龍', '小龍'],
    ['100% Real_Name', 'a_b%c@example.org', '', '100 real name', 'name'],
    ['', 'nameless@example.org', '+12125550199', '', ''],
  ] as const;
  const known: Known[] = [];
  /** In the future, where partitions are sure to exist. */
  const start = Date.now();
  const SPAN_MS = 40 * 24 * 60 * 60 * 1000;

  beforeAll(async () => {
    const drawn = fc.sample(
      fc.record({
        atMs: fc.nat(SPAN_MS),
        person: fc.nat(PEOPLE.length - 1),
        score: fc.nat(100),
        grade: fc.constantFrom(...GRADES),
        source: fc.constantFrom(...SOURCES),
        outcome: fc.constantFrom('open', 'open', 'open', ...OUTCOMES),
      }),
      { numRuns: 300, seed: 7 },
    );
    const leads = drawn.map(({ atMs, ...lead }): Known => {
      const id = firstIdOf(new Date(start + atMs)).slice(0, 12) + makeId().slice(12);
      return { id, ...lead };
    });
    await Promise.all(
      leads.map((lead) => {
        const [name, email, phone] = PEOPLE[lead.person] as (typeof PEOPLE)[number];
        return store(accountId, { name, email, phone }, lead);
      }),
    );
    for (const { id, outcome } of leads) {
      if (outcome === 'open') continue;
      await recordOutcome(db, accountId, id, {
        outcome,
        at: new Date(),
        amount: null,
        reason: null,
      });
    }
    known.push(...leads);
  });

  function expected({ grade, min_score, max_score, source, outcome, from, to, q }: LeadFilter): string[] {
    const passing = known.filter((lead) => {
      const at = timeOfId(lead.id);
      return (
        (grade === undefined || lead.grade === grade) &&
        (min_score === undefined || lead.score >= min_score) &&
        (max_score === undefined || lead.score <= max_score) &&
        (source === undefined || source.includes(lead.source)) &&
        (outcome === undefined || lead.outcome === outcome) &&
        (from === undefined || at >= from) &&
        (to === undefined || at < to) &&
        (q === undefined || isFoundBy(lead.person, q))
      );
    });
    return shown(...passing.map(({ id }) => id));
  }

  function isFoundBy(person: number, q: string): boolean {
    const [, email, phone, name, surname] = PEOPLE[person] as (typeof PEOPLE)[number];
    const text = q.toLowerCase().trim();
    const isPhone = /^\+?\d+$/.test(q) && phone !== '' && phone.slice(1).startsWith(q.replace('+', ''));
    const isEmail = !/\s/.test(text) && email.startsWith(text);
    // "Ana." can be a name, "ana@" cannot.
    const words = text.replace(/[.%_-]+/g, ' ').trim();
    const isName = !text.includes('@') && (name.startsWith(words) || surname.startsWith(words));
    return isPhone || isEmail || isName;
  }

  const beginnings = PEOPLE.flatMap(([, email, phone, name, surname]) =>
    [email, phone, phone.slice(1), name, surname].flatMap((text) =>
      Array.from({ length: text.length }, (_, end) => text.slice(0, end + 1)),
    ),
  ).filter((text) => /^\+?\d+$|^\p{L}/u.test(text));
  const moment = fc.nat(SPAN_MS).map((ms) => new Date(start + ms));
  const everyFilter = fc.record({
    grade: fc.constantFrom(...GRADES),
    min_score: fc.nat(100),
    max_score: fc.nat(100),
    source: fc.subarray([...SOURCES, 'nowhere'], { minLength: 1, maxLength: 2 }),
    outcome: fc.constantFrom(...OUTCOMES),
    from: moment,
    to: moment,
    q: fc
      .tuple(fc.constantFrom(...beginnings, 'nobody'), fc.boolean())
      .map(([text, isUpper]) => (isUpper ? text.toUpperCase() : text)),
  });
  /** At most two, because hardly any lead would match more. */
  const filters: fc.Arbitrary<LeadFilter> = fc
    .tuple(
      fc.integer({ min: 7, max: 100 }),
      everyFilter,
      fc.subarray(['grade', 'min_score', 'max_score', 'source', 'outcome', 'from', 'to', 'q'], {
        maxLength: 2,
      }),
    )
    .map(([limit, every, chosen]) => ({
      limit,
      ...Object.fromEntries(Object.entries(every).filter(([key]) => chosen.includes(key))),
    }));

  test('together equal a plain filter, in order and without duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        expect(await walk(accountId, filter)).toEqual(expected(filter));
      }),
      { numRuns: 80 },
    );
  });

  test('contain every lead of a person found by the start of any contact detail', async () => {
    for (const q of new Set(beginnings)) {
      expect(await search(accountId, q), q).toEqual(expected({ limit: 100, q }));
    }
  });

  test('are complete with a page size of one', async () => {
    const filter = { limit: 1, outcome: 'won', min_score: 50 } as const;
    expect(expected(filter).length).toBeGreaterThan(3);
    expect(await walk(accountId, filter)).toEqual(expected(filter));
  });

  test('end without a cursor even if the last page is full', async () => {
    const all = expected({ limit: 100 });
    expect(all).toHaveLength(300);
    const last = await listLeads(db, accountId, { limit: 100, cursor: all[199] as string });
    expect(last?.data).toHaveLength(100);
    expect(last?.next_cursor).toBeNull();
  });

  test('neither skip nor repeat leads while new ones arrive', async () => {
    let arrived = 0;
    // All from one person, so that search finds the same number of people as before.
    const arrive = (): Promise<string> =>
      store(
        accountId,
        { name: 'Ana Newcomer', email: 'ana.newcomer@example.org' },
        {
          id: firstIdOf(new Date(start + SPAN_MS + ++arrived)).slice(0, 12) + makeId().slice(12),
          score: 100,
        },
      );
    const filterThere: LeadFilter = { limit: 7, to: new Date(start + SPAN_MS) };
    await fc.assert(
      fc.asyncProperty(filters, async ({ limit, ...filter }) => {
        const old = expected({ limit, ...filter });
        const walked = await walk(accountId, { limit: Math.min(limit, 30), ...filter }, arrive);
        const isOld = new Set(old);
        // New leads that arrived before the first page come first. This test ignores them.
        expect(walked.filter((id) => isOld.has(id))).toEqual(old);
        expect(new Set(walked).size).toBe(walked.length);
        expect(walked.slice(walked.length - old.length)).toEqual(old);
      }),
      { numRuns: 15 },
    );
    expect(arrived).toBeGreaterThan(15);
    expect(await walk(accountId, filterThere)).toEqual(expected(filterThere));
  });

  test('reject a malformed cursor and accept any lead ID as a position', async () => {
    for (const cursor of [
      '',
      'lead_',
      'lead_xyz',
      makeId(),
      showId('person', makeId()),
      `${showId('lead', makeId())}0`,
    ]) {
      expect(await listLeads(db, accountId, { limit: 5, cursor }), cursor).toBeNull();
    }
    const beforeAll = showId('lead', firstIdOf(new Date(0)));
    expect(await listLeads(db, accountId, { limit: 5, cursor: beforeAll })).toEqual({
      success: true,
      data: [],
      next_cursor: null,
    });
  });
});

describe('search', () => {
  test('finds a phone number with or without plus, 00, spaces and punctuation', async () => {
    const accountId = makeId();
    const id = await store(accountId, { phone: '+1 (212) 555-0123' });
    const unknown = await store(accountId, { phone: '555 0177' });
    for (const q of [
      '+12125550123',
      '12125550123',
      '+1 212 555',
      '1 212',
      '+1 (212) 555-01',
      '001 212',
      '1-212-555',
      ' +1212 ',
      '1',
    ]) {
      expect(await search(accountId, q), q).toEqual(shown(id));
    }
    for (const q of ['5550177', '555 01', '555-0177'])
      expect(await search(accountId, q), q).toEqual(shown(unknown));
    for (const q of ['212555012', '+2', '(', '()', '-', '+12125550124']) {
      expect(await search(accountId, q), q).toEqual([]);
    }
  });

  test('finds a complete number in international or national format, however it is stored', async () => {
    const accountId = makeId();
    const international = await store(accountId, { phone: '+44 20 7946 0123' });
    const national = await store(accountId, { phone: '030 2312 5447' });
    const rome = await store(accountId, { phone: '+39 06 6982 0123' });
    for (const q of [
      '020 7946 0123',
      '(020) 7946-0123',
      '2079460123',
      '+44 20 7946 0123',
      '0044 20 79460123',
    ])
      expect(await search(accountId, q), q).toEqual(shown(international));
    for (const q of ['030 23125447', '+49 30 23125447', '0049 30 23125447'])
      expect(await search(accountId, q), q).toEqual(shown(national));
    expect(await search(accountId, '06 6982 0123')).toEqual(shown(rome));
    for (const q of ['020 7946 012', '7946 0123', '+43 20 7946 0123'])
      expect(await search(accountId, q), q).toEqual([]);
  });

  test('ignores case and accents in the query and in the name', async () => {
    const accountId = makeId();
    const zoe = await store(accountId, { name: 'Zoë Müller', email: 'Zoe@Example.org' });
    const angstrom = await store(accountId, { name: 'A\u030angstro\u0308m', email: 'unit@example.org' });
    for (const q of [
      'zoe',
      'ZOË',
      'zoë m',
      'Zoe Muller',
      'ZOË MÜLLER',
      'muller',
      'Müll',
      'Mu\u0308l',
      'zoe@',
      'ZOE@EXAMPLE',
    ]) {
      expect(await search(accountId, q), q).toEqual(shown(zoe));
    }
    for (const q of ['angs', 'Ångström', 'angstrom', 'ANGSTRÖM']) {
      expect(await search(accountId, q), q).toEqual(shown(angstrom));
    }
  });

  test('treats punctuation in a name as spaces', async () => {
    const accountId = makeId();
    const id = await store(accountId, { name: "  Anne-Marie   O'Neill ", email: 'am@example.org' });
    for (const q of ['anne marie', 'Anne-Marie', 'anne  marie o', "anne-marie o'neill", 'ANNE', 'neill']) {
      expect(await search(accountId, q), q).toEqual(shown(id));
    }
    expect(await search(accountId, 'marie')).toEqual([]);
  });

  test('does not treat any character as a wildcard', async () => {
    const accountId = makeId();
    await store(accountId, { name: 'Ana Lopez', email: 'ana@example.org', phone: '+12125550101' });
    const literal = await store(accountId, { name: 'Bo', email: 'a_b%c@example.org' });
    for (const q of [
      '%',
      '_',
      '__',
      '%opez',
      '_na',
      'a%z',
      'a_a',
      'a_a@',
      '%@example.org',
      '+1%',
      '*',
      'a*a',
      '.*',
      '\\',
      "'",
      "' or true --",
    ]) {
      expect(await search(accountId, q), q).toEqual([]);
    }
    for (const q of ['a_b', 'a_b%', 'A_B%C@']) expect(await search(accountId, q), q).toEqual(shown(literal));
  });

  test('finds an email that starts with digits when only the digits are typed', async () => {
    const accountId = makeId();
    const id = await store(accountId, { name: 'Li Wei', email: '4711@example.org' });
    for (const q of ['4711@', '4711@ex', '4711', '47'])
      expect(await search(accountId, q), q).toEqual(shown(id));
  });

  test('returns the newest people if too many match, whatever their place in the alphabet', async () => {
    const accountId = makeId();
    const john = await store(accountId, { name: 'John', email: `${makeId()}@example.org` });
    for (let n = 0; n < 230; n++) {
      const name = `John ${String.fromCharCode(97 + (n % 26))}${n}`;
      await store(accountId, { name, email: `${makeId()}@example.org` });
    }
    const bySurname = await store(accountId, { name: 'Zoe John', email: `${makeId()}@example.org` });
    const last = await store(accountId, { name: 'John Zzyzx', email: `john-${makeId()}@example.org` });
    const found = await walk(accountId, { limit: 100, q: 'john' });
    expect(found).toHaveLength(200);
    expect(found.slice(0, 2)).toEqual([...shown(last), ...shown(bySurname)]);
    // He is the oldest, but an exact match: the user could not type more to find him.
    expect(found.slice(-1)).toEqual(shown(john));
  });

  test('stays fast when thousands of people match', async () => {
    const accountId = makeId();
    await owner.query(
      `insert into leadline.contacts (account_id, email, phone, name, surname, person_id)
       select $1, 'n' || n || '@example.org', '', 'john ' || md5(n::text), md5(n::text), uuidv7()
       from generate_series(1, 50000) n`,
      [accountId],
    );
    const last = await store(accountId, { name: 'John 000', email: 'last@example.org' });
    const durations: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      const started = performance.now();
      expect(await search(accountId, 'john')).toEqual(shown(last));
      durations.push(performance.now() - started);
    }
    expect(Math.min(...durations)).toBeLessThan(500);
  });

  test('returns all leads of a person, whatever contact details each lead has', async () => {
    const accountId = makeId();
    const first = await store(accountId, {
      name: 'Ana Lopez',
      email: 'ana@example.org',
      phone: '+12125550101',
    });
    const second = await store(accountId, { name: 'A. Lopez-Garcia', email: 'ana@example.org' });
    const third = await store(accountId, {
      name: 'Mrs Garcia',
      email: 'garcia@example.net',
      phone: '+12125550101',
    });
    for (const q of ['ana@', 'ana l', 'garcia', 'garcia@', 'mrs', '+1212555']) {
      expect(await search(accountId, q), q).toEqual(shown(first, second, third));
    }
  });
});

describe('a deleted lead', () => {
  test('can no longer be found, and neither can contact details that only it had', async () => {
    const accountId = makeId();
    const id = await store(accountId, { name: 'Ana Lopez', email: 'ana@example.org', phone: '+12125550101' });
    expect(await deleteLead(db, accountId, id)).toBe(true);
    expect(await deleteLead(db, accountId, id)).toBe(false);
    for (const q of ['ana', 'lopez', 'ana@', '+1']) expect(await search(accountId, q), q).toEqual([]);
    expect(await walk(accountId, { limit: 10 })).toEqual([]);
    const again = await store(accountId, { name: 'Ana Lopez', email: 'ana@example.org' });
    expect(await search(accountId, 'ana')).toEqual(shown(again));
  });

  test.each([
    ['first', 0],
    ['second', 1],
    ['third', 2],
  ])('leaves the other leads of its person searchable if it is the %s', async (_, place) => {
    const accountId = makeId();
    const contacts = [
      { name: 'Ana Lopez', email: 'ana@example.org', phone: '+12125550101' },
      { name: 'Ana Lopez', email: 'ana@example.org', phone: '+12125550101' },
      { name: 'Anita', email: 'ana@example.org', phone: '+12125550102' },
    ];
    const ids: string[] = [];
    for (const contact of contacts) ids.push(await store(accountId, contact));
    await deleteLead(db, accountId, ids[place] as string);
    const left = shown(...ids.filter((id) => id !== ids[place]));
    expect(await search(accountId, 'ana@')).toEqual(left);
    expect(await search(accountId, 'ana lopez')).toEqual(left);
    expect(await search(accountId, 'anita')).toEqual(place === 2 ? [] : left);
    expect(await search(accountId, '+12125550102')).toEqual(place === 2 ? [] : left);
  });

  test('leaves the 101st lead of its person searchable', async () => {
    const accountId = makeId();
    const rare = await store(accountId, { name: 'Anita', email: 'ana@example.org' });
    const usual: string[] = [];
    for (let batch = 0; batch < 2; batch++) {
      const ids = Array.from({ length: 51 }, () =>
        store(accountId, { name: 'Ana', email: 'ana@example.org' }),
      );
      usual.push(...(await Promise.all(ids)));
    }
    const twin = await store(accountId, { name: 'Anita', email: 'ana@example.org' });
    await deleteLead(db, accountId, twin);
    expect(await search(accountId, 'anita')).toEqual(shown(rare, ...usual));
  });

  test('does not affect a lead of the same person that arrives at the same time', async () => {
    const accountId = makeId();
    const ana = { name: 'Ana Lopez', email: 'ana@example.org' };
    const first = await store(accountId, ana);
    // Blocks the deletion right where it deletes the contact.
    const client = await owner.connect();
    await client.query('begin');
    await client.query('select from leadline.contacts where account_id = $1 for update', [accountId]);
    const deleted = deleteLead(db, accountId, first);
    await waitForBlocked(owner, 1);
    const stored = store(accountId, ana);
    await Promise.race([stored, waitForBlocked(owner, 2)]);
    await client.query('commit');
    client.release();
    expect(await deleted).toBe(true);
    const second = await stored;
    expect(await walk(accountId, { limit: 10 })).toEqual(shown(second));
    expect(await search(accountId, 'ana')).toEqual(shown(second));
  });

  test('still works as a cursor', async () => {
    const accountId = makeId();
    const ids: string[] = [];
    for (let place = 0; place < 4; place++)
      ids.push(await store(accountId, { email: `ana${place}@example.org` }));
    const newestFirst = ids.toSorted().reverse();
    const page = await listLeads(db, accountId, { limit: 2 });
    await deleteLead(db, accountId, newestFirst[1] as string);
    const next = await listLeads(db, accountId, { limit: 2, cursor: page?.next_cursor ?? '' });
    expect(next?.data.map(({ lead_id }) => lead_id)).toEqual(shown(...newestFirst.slice(2)));
  });
});
