// Whom to call first: the order, its pages, its filters and its cursors.

import type { Grade } from '@leadline/engine';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstIdOf, idAt, makeId, showId, timeOfId } from '../../src/base/ids.ts';
import { type LeadFilter, listLeads, recordOutcome } from '../support/leads-of-account.ts';
import { hoursAgo, type StoredLead, useStore } from '../support/stored-leads.ts';

const suite = useStore();

const HALF_DAY_MS = 12 * 60 * 60 * 1000;
const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const satisfies Grade[];

/** As the dashboard explains it: the score, less a point for every twelve hours of waiting. In milliseconds, because leads
 * that are alike must come out alike. */
function byPriority(leads: readonly StoredLead[]): string[] {
  const now = Date.now();
  const priority = ({ id, score }: StoredLead): number =>
    score * HALF_DAY_MS - (now - timeOfId(id).getTime());
  return leads
    .toSorted((a, b) => priority(b) - priority(a) || (a.id < b.id ? 1 : -1))
    .map(({ id }) => showId('lead', id));
}

/** All pages one after the other; `between` happens after each. */
async function walk(
  accountId: string,
  filter: Omit<LeadFilter, 'sort'>,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page++) {
    const found = await listLeads(suite.db, accountId, {
      ...filter,
      sort: 'priority',
      ...(cursor === null ? {} : { cursor }),
    });
    if (found === null) throw new Error('the cursor was not taken');
    ids.push(...found.data.map(({ lead_id }) => lead_id));
    cursor = found.next_cursor;
    if (cursor !== null) expect(found.data).toHaveLength(filter.limit);
    await between(page);
  }
  return ids;
}

const anyLead = fc.record({
  // To the millisecond alike now and then, and over several partitions.
  hours: fc.oneof(fc.constantFrom(0, 12, 24, 240), fc.integer({ min: 0, max: 24 * 150 })),
  score: fc.integer({ min: 0, max: 100 }),
  grade: fc.constantFrom(...GRADES),
  source: fc.constantFrom('google', 'referral', ''),
});

describe('the order', () => {
  test('is by score less a point for every twelve hours, whatever the size of the page', async () => {
    const started = Date.now();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLead, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        async (leads, limit) => {
          const accountId = makeId();
          const stored = await suite.store(
            accountId,
            leads.map(({ hours, ...lead }) => ({ ...lead, id: idAt(new Date(started - hours * 3_600_000)) })),
          );
          expect(await walk(accountId, { limit })).toEqual(byPriority(stored));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('puts a lead of today before one of last week with ten points more, and behind one with twenty', async () => {
    const accountId = makeId();
    const [today, ten, twenty] = await suite.store(accountId, [
      { score: 60, id: idAt(hoursAgo(1)) },
      { score: 70, id: idAt(hoursAgo(1 + 24 * 7)) },
      { score: 80, id: idAt(hoursAgo(1 + 24 * 7)) },
    ]);
    expect(await walk(accountId, { limit: 10 })).toEqual(
      [twenty, today, ten].map((lead) => showId('lead', lead?.id ?? '')),
    );
  });

  test('holds open leads only, whatever outcome is asked for', async () => {
    const accountId = makeId();
    const [won, open] = await suite.store(accountId, [{ score: 90 }, { score: 10 }]);
    const recorded = {
      outcome: 'won',
      at: new Date(),
      amount: null,
      reason: null,
    } as const;
    await recordOutcome(suite.db, accountId, won?.id ?? '', recorded);
    expect(await walk(accountId, { limit: 10 })).toEqual([showId('lead', open?.id ?? '')]);
    expect(await walk(accountId, { limit: 10, outcome: 'open' })).toEqual([showId('lead', open?.id ?? '')]);
    await recordOutcome(suite.db, accountId, won?.id ?? '', { ...recorded, outcome: 'open' });
    expect(await walk(accountId, { limit: 10 })).toHaveLength(2);
  });
});

describe('pages', () => {
  test('repeat nothing and lose nothing while leads come in and others are decided', async () => {
    const accountId = makeId();
    const before = await suite.store(
      accountId,
      Array.from({ length: 60 }, (_, n) => ({ score: (n * 37) % 101, id: idAt(hoursAgo((n * 53) % 2_000)) })),
    );
    const expected = byPriority(before);
    const won = {
      outcome: 'won',
      at: new Date(),
      amount: null,
      reason: null,
    } as const;
    const decided = before.find(({ id }) => showId('lead', id) === expected.at(-1)) as StoredLead;
    const seen = await walk(accountId, { limit: 7 }, async (page) => {
      // Before, on and behind the page that was just read.
      await suite.store(accountId, [
        { score: 100 },
        { score: 50, id: idAt(hoursAgo(page * 100)) },
        { score: 0, id: idAt(hoursAgo(1_000)) },
      ]);
      if (page === 2) await recordOutcome(suite.db, accountId, decided.id, won);
    });
    expect(new Set(seen).size).toBe(seen.length);
    const known = new Set(expected.slice(0, -1));
    expect(seen.filter((id) => known.has(id))).toEqual(expected.slice(0, -1));
    expect(seen).not.toContain(expected.at(-1));
  });

  test('go on with a lead that is fifty days newer and a hundred points lower', async () => {
    const accountId = makeId();
    const stored = await suite.store(accountId, [
      { score: 100, id: idAt(hoursAgo(100 * 12)) },
      { score: 0, id: idAt(hoursAgo(0.01)) },
    ]);
    expect(await walk(accountId, { limit: 1 })).toEqual(stored.map(({ id }) => showId('lead', id)));
  });

  test('go on from a lead that is gone', async () => {
    const accountId = makeId();
    const stored = await suite.store(accountId, [{ score: 90 }, { score: 80 }, { score: 70 }, { score: 60 }]);
    const page = await listLeads(suite.db, accountId, { sort: 'priority', limit: 2 });
    await suite.owner.query('delete from leadline.leads where account_id = $1 and score >= 80', [accountId]);
    const next = await listLeads(suite.db, accountId, {
      sort: 'priority',
      limit: 2,
      cursor: page?.next_cursor ?? '',
    });
    expect(next?.data.map(({ lead_id }) => lead_id)).toEqual(byPriority(stored).slice(2));
    expect(next?.next_cursor).toBeNull();
  });
});

describe('filters', () => {
  const accountId = makeId();
  let leads: StoredLead[];
  beforeAll(async () => {
    leads = await suite.store(
      accountId,
      Array.from({ length: 120 }, (_, n) => ({
        score: (n * 37) % 101,
        grade: GRADES[n % 5] as Grade,
        source: ['google', 'referral', ''][n % 3] as string,
        name: `Ana Lopez ${n % 4}`,
        id: idAt(hoursAgo((n * 53) % 2_400)),
      })),
    );
  });

  const filters = fc.record(
    {
      grade: fc.subarray([...GRADES], { minLength: 1 }).map((grades) => grades.join(',')),
      min_score: fc.integer({ min: 0, max: 100 }),
      max_score: fc.integer({ min: 0, max: 100 }),
      source: fc.constantFrom('google', 'referral', '', 'nobody'),
      from: fc.integer({ min: 0, max: 2_400 }).map(hoursAgo),
      to: fc.integer({ min: 0, max: 2_400 }).map(hoursAgo),
      q: fc.constantFrom('ana', 'lopez', 'ana lopez 1', 'bo'),
    },
    { requiredKeys: [], noNullPrototype: true },
  );

  const passes =
    ({ grade, min_score, max_score, source, from, to, q }: Omit<LeadFilter, 'limit'>) =>
    (lead: StoredLead): boolean =>
      (grade?.split(',').includes(lead.grade) ?? true) &&
      lead.score >= (min_score ?? 0) &&
      lead.score <= (max_score ?? 100) &&
      lead.source === (source ?? lead.source) &&
      (from === undefined || lead.id >= firstIdOf(from)) &&
      (to === undefined || lead.id < firstIdOf(to)) &&
      (q === undefined || lead.name.toLowerCase().startsWith(q));

  test('together give what a plain filter gives, in the order, by pages', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 5, max: 40 }), async (filter, limit) => {
        const wanted = leads.filter(passes(filter));
        expect(await walk(accountId, { ...filter, limit })).toEqual(byPriority(wanted));
      }),
      { numRuns: 60 },
    );
  });

  test('take several grades when the newest come first, too', async () => {
    const page = await listLeads(suite.db, accountId, { grade: 'Hot,Spam', limit: 100 });
    const wanted = leads.filter(({ grade }) => grade === 'Hot' || grade === 'Spam').map(({ id }) => id);
    expect(page?.data.map(({ lead_id }) => lead_id)).toEqual(
      wanted
        .toSorted()
        .reverse()
        .map((id) => showId('lead', id)),
    );
  });
});

describe('a cursor', () => {
  const mine = makeId();
  const other = makeId();
  let leads: StoredLead[];
  let others: StoredLead[];
  beforeAll(async () => {
    const made = Array.from({ length: 10 }, (_, n) => ({ score: n * 10, id: idAt(hoursAgo(n * 30)) }));
    leads = await suite.store(mine, made);
    others = await suite.store(
      other,
      made.map(({ score }, n) => ({ score, id: idAt(hoursAgo(n * 40)) })),
    );
  });
  const behind = (cursor: string) =>
    listLeads(suite.db, mine, { sort: 'priority', limit: 100, cursor }).then(
      (page) => page?.data.map(({ lead_id }) => lead_id) ?? null,
    );

  test('of another account is a place among the caller’s own leads', async () => {
    const page = await listLeads(suite.db, other, { sort: 'priority', limit: 5 });
    const theirs = new Set(others.map(({ id }) => showId('lead', id)));
    const found = await behind(page?.next_cursor ?? '');
    expect(found?.length).toBeGreaterThan(0);
    expect(found?.some((id) => theirs.has(id))).toBe(false);
    expect(byPriority(leads).slice(-(found?.length ?? 0))).toEqual(found);
  });

  test.each([
    ['of a later lead', '00ffffffffffffffffffffffffffffffff', 10],
    ['of the highest score', '64ffffffffffffffffffffffffffffffff', 10],
    ['of the very first', '0000000000000000000000000000000000', 0],
  ])('that was made up, %s, shows the caller’s own', async (_, place, count) => {
    const found = await behind(`next_${place}`);
    expect(found).toEqual(byPriority(leads).slice(10 - count));
  });

  test.each([
    ['a word', 'nonsense'],
    ['empty', ''],
    ['of a score that no lead has', `next_65${'0'.repeat(32)}`],
    ['cut', `next_64${'0'.repeat(31)}`],
    ['in capitals', `next_64${'A'.repeat(32)}`],
    ['with something behind it', `next_64${'0'.repeat(32)}'`],
    ['of the other order', `lead_${'0'.repeat(32)}`],
  ])('that is %s is refused', async (_, cursor) => {
    expect(await behind(cursor)).toBeNull();
  });

  test('of this order is refused when the newest come first', async () => {
    const page = await listLeads(suite.db, mine, { sort: 'priority', limit: 5 });
    expect(await listLeads(suite.db, mine, { limit: 5, cursor: page?.next_cursor ?? '' })).toBeNull();
  });
});
