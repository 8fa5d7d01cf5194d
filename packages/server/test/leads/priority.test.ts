// Leads sorted by priority: the order, pages, filters and cursors.

import type { Grade } from '@leadline/engine';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstIdOf, idAt, makeId, showId, timeOfId } from '../../src/platform/base/ids.ts';
import { type LeadFilter, listLeads, recordOutcome } from '../support/leads-of-account.ts';
import { hoursAgo, type StoredLead, useStore } from '../support/stored-leads.ts';

const suite = useStore();

const HALF_DAY_MS = 12 * 60 * 60 * 1000;
const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const satisfies Grade[];

/** The reference implementation: the score minus one point for every twelve hours of waiting. Calculated in whole
 * milliseconds, so that equal leads come out equal. */
function byPriority(leads: readonly StoredLead[]): string[] {
  const now = Date.now();
  const priority = ({ id, score }: StoredLead): number =>
    score * HALF_DAY_MS - (now - timeOfId(id).getTime());
  return leads
    .toSorted((a, b) => priority(b) - priority(a) || (a.id < b.id ? 1 : -1))
    .map(({ id }) => showId('lead', id));
}

/** Reads all pages in order and calls `between` after each. */
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
    if (found === null) throw new Error('the cursor was rejected');
    ids.push(...found.data.map(({ lead_id }) => lead_id));
    cursor = found.next_cursor;
    if (cursor !== null) expect(found.data).toHaveLength(filter.limit);
    await between(page);
  }
  return ids;
}

const anyLead = fc.record({
  // Sometimes the same millisecond, and across several partitions.
  hours: fc.oneof(fc.constantFrom(0, 12, 24, 240), fc.integer({ min: 0, max: 24 * 150 })),
  score: fc.integer({ min: 0, max: 100 }),
  grade: fc.constantFrom(...GRADES),
  source: fc.constantFrom('google', 'referral', ''),
});

describe('the priority order', () => {
  test('is the score minus one point for every twelve hours, whatever the page size', async () => {
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

  test('puts today’s lead before last week’s with ten more points, but after one with twenty more', async () => {
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

  test('only contains open leads, whatever outcome the filter asks for', async () => {
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

describe('pages in priority order', () => {
  test('neither repeat nor skip leads while new ones arrive and others are closed', async () => {
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
      // Before, on and after the page that was just read.
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

  test('continue with a lead that is fifty days newer and a hundred points lower', async () => {
    const accountId = makeId();
    const stored = await suite.store(accountId, [
      { score: 100, id: idAt(hoursAgo(100 * 12)) },
      { score: 0, id: idAt(hoursAgo(0.01)) },
    ]);
    expect(await walk(accountId, { limit: 1 })).toEqual(stored.map(({ id }) => showId('lead', id)));
  });

  test('continue after a lead that has been deleted', async () => {
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

describe('filters in priority order', () => {
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
      source: fc.subarray(['google', 'referral', '', 'nobody'], { minLength: 1, maxLength: 2 }),
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
      (source ?? [lead.source]).includes(lead.source) &&
      (from === undefined || lead.id >= firstIdOf(from)) &&
      (to === undefined || lead.id < firstIdOf(to)) &&
      (q === undefined || lead.name.toLowerCase().startsWith(q));

  test('give the same leads as a plain filter, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 5, max: 40 }), async (filter, limit) => {
        const wanted = leads.filter(passes(filter));
        expect(await walk(accountId, { ...filter, limit })).toEqual(byPriority(wanted));
      }),
      { numRuns: 60 },
    );
  });

  test('also accept several grades when sorted by newest', async () => {
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

describe('a cursor in priority order', () => {
  const mine = makeId();
  const other = makeId();
  let leads: StoredLead[];
  let others: StoredLead[];
  beforeAll(async () => {
    const drafts = Array.from({ length: 10 }, (_, n) => ({ score: n * 10, id: idAt(hoursAgo(n * 30)) }));
    leads = await suite.store(mine, drafts);
    others = await suite.store(
      other,
      drafts.map(({ score }, n) => ({ score, id: idAt(hoursAgo(n * 40)) })),
    );
  });
  const behind = (cursor: string) =>
    listLeads(suite.db, mine, { sort: 'priority', limit: 100, cursor }).then(
      (page) => page?.data.map(({ lead_id }) => lead_id) ?? null,
    );

  test('from another account only returns the caller’s own leads', async () => {
    const page = await listLeads(suite.db, other, { sort: 'priority', limit: 5 });
    const theirs = new Set(others.map(({ id }) => showId('lead', id)));
    const found = await behind(page?.next_cursor ?? '');
    expect(found?.length).toBeGreaterThan(0);
    expect(found?.some((id) => theirs.has(id))).toBe(false);
    expect(byPriority(leads).slice(-(found?.length ?? 0))).toEqual(found);
  });

  test.each([
    ['for a future lead', '00ffffffffffffffffffffffffffffffff', 10],
    ['for the highest score', '64ffffffffffffffffffffffffffffffff', 10],
    ['for the very first lead', '0000000000000000000000000000000000', 0],
  ])('that is made up, %s, only returns the caller’s own leads', async (_, place, count) => {
    const found = await behind(`next_${place}`);
    expect(found).toEqual(byPriority(leads).slice(10 - count));
  });

  test.each([
    ['a word', 'nonsense'],
    ['empty', ''],
    ['for a score above 100', `next_65${'0'.repeat(32)}`],
    ['truncated', `next_64${'0'.repeat(31)}`],
    ['in capitals', `next_64${'A'.repeat(32)}`],
    ['followed by another character', `next_64${'0'.repeat(32)}'`],
    ['for the other order', `lead_${'0'.repeat(32)}`],
  ])('that is %s is rejected', async (_, cursor) => {
    expect(await behind(cursor)).toBeNull();
  });

  test('is rejected when sorted by newest', async () => {
    const page = await listLeads(suite.db, mine, { sort: 'priority', limit: 5 });
    expect(await listLeads(suite.db, mine, { limit: 5, cursor: page?.next_cursor ?? '' })).toBeNull();
  });
});
