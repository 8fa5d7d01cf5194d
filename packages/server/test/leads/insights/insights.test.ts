// Insights match a straightforward count over all leads, whatever leads and outcomes there are.

import type { Insights } from '@leadline/contract';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInsights } from '../../../src/leads/insights/get-insights.ts';
import { winRateOf } from '../../../src/leads/insights/win-rate.ts';
import { writeLeads } from '../../../src/leads/intake/write-leads.ts';
import { idAt, makeId } from '../../../src/platform/base/ids.ts';
import { accessAccount, asOperator, enterAccount } from '../../../src/platform/db/account-scope.ts';
import { type Database, openDatabase } from '../../../src/platform/db/database.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { recordOutcome } from '../../support/leads-of-account.ts';

const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 5, 15, 13, 20);

interface Known {
  readonly at: number;
  readonly score: number;
  readonly grade: (typeof GRADES)[number];
  readonly source: string;
  /** In order. `afterMs` is the time since the lead was received. */
  readonly outcomes: readonly {
    readonly outcome: 'open' | 'won' | 'lost';
    readonly afterMs: number;
    readonly amount?: number | null | undefined;
  }[];
  /** Null for leads without a recorded contact. */
  readonly contactedAfterMs: number | null;
  readonly rep: string | null;
}

const REPS = [makeId(), makeId(), makeId()];

let db: Database;
let writers: ReturnType<typeof openPool>;
beforeAll(async () => {
  const url = await cloneDatabase();
  db = openDatabase(openPool(url, { size: 2, role: 'leadline_api' }));
  writers = openPool(url, { size: 1, role: 'leadline_api' });
});
afterAll(() => Promise.all([db.destroy(), writers.end()]));

/** Stores the leads in a new account and returns its ID. */
async function store(leads: readonly Known[]): Promise<string> {
  const accountId = makeId();
  const ids = leads.map(({ at }) => idAt(new Date(at)));
  if (leads.length > 0) {
    const client = await writers.connect();
    await writeLeads(
      client,
      leads.map(({ score, grade, source }, place) =>
        makeLeadToWrite(accountId, { leadId: ids[place] as string, score, grade, source }),
      ),
    );
    client.release();
  }
  for (const [place, { at, outcomes }] of leads.entries()) {
    for (const { outcome, afterMs, amount = null } of outcomes) {
      const recorded = { outcome, at: new Date(at + afterMs), amount, reason: null } as const;
      expect(await recordOutcome(db, accountId, ids[place] as string, recorded)).not.toBeNull();
    }
  }
  await enterAccount(db, asOperator(accountId), async ({ transaction }) => {
    for (const [place, { at, contactedAfterMs, rep }] of leads.entries()) {
      await transaction
        .updateTable('leads')
        .set({
          assignee: rep,
          contacted_at: contactedAfterMs === null ? null : new Date(at + contactedAfterMs),
        })
        .where('account_id', '=', accountId)
        .where('id', '=', ids[place] as string)
        .execute();
    }
  });
  return accountId;
}

const outcomeOf = ({ outcomes }: Known) => outcomes.at(-1)?.outcome ?? 'open';
const countBy = (leads: readonly Known[], outcome: 'open' | 'won' | 'lost'): number =>
  leads.filter((lead) => outcomeOf(lead) === outcome).length;
const winOf = (leads: readonly Known[]) => winRateOf(countBy(leads, 'won'), countBy(leads, 'lost'));
const notSpam = (leads: readonly Known[]) => leads.filter(({ grade }) => grade !== 'Spam');
const revenueOf = (leads: readonly Known[]): number =>
  leads.reduce((sum, lead) => sum + (outcomeOf(lead) === 'won' ? (lead.outcomes.at(-1)?.amount ?? 0) : 0), 0);
const medianOf = (numbers: readonly number[]): number | null => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  if (sorted.length === 0) return null;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
};
const contactHoursOf = (leads: readonly Known[]): number[] =>
  leads.flatMap(({ contactedAfterMs }) =>
    contactedAfterMs === null ? [] : [Math.max(0, contactedAfterMs) / HOUR_MS],
  );
/** Medians come from counts in ranges of time, so they are this close. */
const MEDIAN_WIDTH = 0.091;
const closeTo = (hours: number | null): number | null => {
  if (hours === null) return null;
  const asymmetricMatch = (found: unknown): boolean =>
    typeof found === 'number' && Math.abs(found - hours) <= Math.max(hours * MEDIAN_WIDTH, 1 / 60);
  return { asymmetricMatch, toString: () => `about ${hours}` } as unknown as number;
};
const gradesOf = (leads: readonly Known[]) =>
  Object.fromEntries(GRADES.map((grade) => [grade, leads.filter((lead) => lead.grade === grade).length]));

const summarizeSource = (leads: readonly Known[]) => ({
  leads: leads.length,
  win: winOf(notSpam(leads)),
  revenue: revenueOf(leads),
});

/** The reference implementation. */
function countOneByOne(
  all: readonly Known[],
  from: number,
  to: number,
): Omit<Insights, 'over_time' | 'unit'> {
  const leads = all.filter(({ at }) => at >= from && at < to);
  const bySource = Map.groupBy(leads, ({ source }) => source.toLowerCase());
  const sources = Array.from(
    bySource.values(),
    (ofSource) => [spellingsOf(ofSource)[0] ?? '', ofSource] as [string, Known[]],
  ).toSorted(byLeads);
  const rest = sources.slice(20).flatMap(([, ofRest]) => ofRest);
  const shown: [string | null, Known[]][] = sources.slice(0, 20);
  const timed = leads.flatMap((lead) => {
    const { outcome, afterMs } = lead.outcomes.at(-1) ?? { outcome: 'open', afterMs: 0 };
    return outcome === 'open' || afterMs <= 0 ? [] : [{ outcome, hours: afterMs / HOUR_MS }];
  });
  const worked = notSpam(leads);
  const contacted = worked.filter(({ contactedAfterMs }) => contactedAfterMs !== null);
  const contactLimits = [0, 1, 4, 24, 72, Number.POSITIVE_INFINITY];
  const before = all.filter(({ at }) => at >= 2 * from - to && at < from);
  const byRep = Map.groupBy(
    worked.filter(({ rep }) => rep !== null),
    ({ rep }) => rep as string,
  );
  const unassigned = worked.filter(({ rep }) => rep === null);
  const describeRep = (rep: string | null, ofRep: readonly Known[]) => ({
    user_id: rep === null ? null : `user_${rep}`,
    name: null,
    leads: ofRep.length,
    contacted: contactHoursOf(ofRep).length,
    median_contact_hours: closeTo(medianOf(contactHoursOf(ofRep))),
    win: winOf(ofRep),
    revenue: revenueOf(ofRep),
  });
  const limits = [0, 1, 24, 72, 168, 720, Number.POSITIVE_INFINITY];
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    time_zone: 'UTC',
    leads: leads.length,
    open: countBy(leads, 'open'),
    win: winOf(worked),
    revenue: revenueOf(leads),
    currency: 'USD',
    contact: {
      contacted: contacted.length,
      median_hours: closeTo(medianOf(contactHoursOf(worked))),
      ranges: [
        ...contactLimits.slice(1).map((end, place) => {
          const within = contacted.filter((lead) => {
            const [hours = 0] = contactHoursOf([lead]);
            return hours >= (contactLimits[place] ?? 0) && hours < end;
          });
          return {
            label: expect.any(String) as unknown as string,
            is_contacted: true,
            leads: within.length,
            win: winOf(within),
          };
        }),
        {
          label: 'No contact recorded',
          is_contacted: false,
          leads: worked.length - contacted.length,
          win: winOf(worked.filter(({ contactedAfterMs }) => contactedAfterMs === null)),
        },
      ],
    },
    by_rep: [
      ...[...byRep]
        .toSorted(([a, leadsA], [b, leadsB]) => leadsB.length - leadsA.length || (a < b ? -1 : 1))
        .map(([rep, ofRep]) => describeRep(rep, ofRep)),
      ...(unassigned.length === 0 ? [] : [describeRep(null, unassigned)]),
    ],
    previous: {
      from: new Date(2 * from - to).toISOString(),
      to: new Date(from).toISOString(),
      leads: before.length,
      hot: before.filter(({ grade }) => grade === 'Hot').length,
      spam: before.filter(({ grade }) => grade === 'Spam').length,
      win: winOf(notSpam(before)),
      revenue: revenueOf(before),
      contacted: contactHoursOf(notSpam(before)).length,
      median_contact_hours: closeTo(medianOf(contactHoursOf(notSpam(before)))),
    },
    grades: gradesOf(leads) as Insights['grades'],
    scores: Array.from({ length: 10 }, (_, range) => ({
      from: range * 10,
      to: range === 9 ? 100 : range * 10 + 9,
      leads: leads.filter(({ score }) => Math.min(9, Math.floor(score / 10)) === range).length,
      spam: leads.filter(
        ({ score, grade }) => grade === 'Spam' && Math.min(9, Math.floor(score / 10)) === range,
      ).length,
    })),
    sources: [...shown, ...(rest.length === 0 ? [] : [[null, rest] as [null, Known[]]])].map(
      ([source, ofSource]) => ({
        source,
        spellings: source === null ? [] : spellingsOf(ofSource),
        leads: ofSource.length,
        hot: ofSource.filter(({ grade }) => grade === 'Hot').length,
        spam: ofSource.filter(({ grade }) => grade === 'Spam').length,
        win: winOf(notSpam(ofSource)),
        revenue: revenueOf(ofSource),
        previous: summarizeSource(
          before.filter((lead) =>
            source === null
              ? !shown.some(([name]) => isSameSource(name, lead.source))
              : isSameSource(source, lead.source),
          ),
        ),
      }),
    ),
    by_grade: GRADES.map((grade) => {
      const ofGrade = leads.filter((lead) => lead.grade === grade);
      return {
        grade,
        leads: ofGrade.length,
        open: countBy(ofGrade, 'open'),
        win: winOf(ofGrade),
        revenue: revenueOf(ofGrade),
      };
    }),
    speed: {
      decided: timed.length,
      median_hours: closeTo(medianOf(timed.map(({ hours }) => hours))),
      ranges: limits.slice(1).map((end, place) => {
        const within = timed.filter((lead) => lead.hours >= (limits[place] ?? 0) && lead.hours < end);
        return {
          label: expect.any(String) as unknown as string,
          won: within.filter(({ outcome }) => outcome === 'won').length,
          lost: within.filter(({ outcome }) => outcome === 'lost').length,
        };
      }),
    },
  };
}

const known: fc.Arbitrary<Known> = fc.record({
  at: fc.integer({ min: NOW - 220 * DAY_MS, max: NOW + DAY_MS }),
  score: fc.integer({ min: 0, max: 100 }),
  grade: fc.constantFrom(...GRADES),
  source: fc.oneof(
    fc.constantFrom('google', 'referral', '', '…', 'Google'),
    fc.integer({ min: 1, max: 40 }).map((n) => `source ${n}`),
  ),
  outcomes: fc.array(
    fc.record({
      outcome: fc.constantFrom('open', 'won', 'lost'),
      afterMs: fc.oneof(
        fc.constantFrom(-DAY_MS, 0, 1, HOUR_MS, DAY_MS, 30 * DAY_MS),
        fc.integer({ min: 0, max: 60 * DAY_MS }),
      ),
      amount: fc.option(fc.integer({ min: 0, max: 100_000 })),
    }),
    { maxLength: 2 },
  ),
  contactedAfterMs: fc.option(
    fc.oneof(
      fc.constantFrom(-HOUR_MS, 0, HOUR_MS, 4 * HOUR_MS, DAY_MS, 3 * DAY_MS),
      fc.integer({ min: 0, max: 8 * DAY_MS }),
    ),
  ),
  rep: fc.option(fc.constantFrom(...REPS)),
});

const range = fc.record({
  from: fc.integer({ min: NOW - 230 * DAY_MS, max: NOW - 2 }),
  days: fc.constantFrom(0.5, 7, 30, 119, 200),
});

test('every number in the insights equals a count over the individual leads', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(known, { maxLength: 90 }), range, async (leads, { from, days }) => {
      const to = from + days * DAY_MS;
      const accountId = await store(leads);
      const { over_time, unit, ...rest } = await getInsights(
        accessAccount(db, asOperator(accountId)),
        new Date(from),
        new Date(to),
        new Date(to),
      );
      expect(rest).toEqual(countOneByOne(leads, from, to));
      const stepMs = unit === 'day' ? DAY_MS : 7 * DAY_MS;
      expect(unit).toBe(days >= 120 ? 'week' : 'day');
      for (const [place, { at, grades }] of over_time.entries()) {
        const start = Date.parse(at);
        const within = leads.filter(
          (lead) => lead.at >= Math.max(start, from) && lead.at < Math.min(start + stepMs, to),
        );
        expect(grades).toEqual(gradesOf(within));
        if (place > 0) expect(start - Date.parse(over_time[place - 1]?.at ?? '')).toBe(stepMs);
      }
      expect(Date.parse(over_time[0]?.at ?? '')).toBeLessThanOrEqual(from);
      expect(Date.parse(over_time.at(-1)?.at ?? '') + stepMs).toBeGreaterThanOrEqual(to);
      expectSums({ over_time, unit, ...rest });
    }),
    { numRuns: 40 },
  );
});

const byLeads = ([a, leadsA]: [string, Known[]], [b, leadsB]: [string, Known[]]): number =>
  leadsB.length - leadsA.length || (a < b ? -1 : a > b ? 1 : 0);

/** Most common first. */
const spellingsOf = (leads: readonly Known[]): string[] =>
  [...Map.groupBy(leads, ({ source }) => source)].toSorted(byLeads).map(([spelling]) => spelling);

const isSameSource = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Checks that the parts add up to the totals. */
function expectSums(insights: Insights): void {
  const { leads, open, grades, scores, over_time, sources, by_grade, by_rep, contact, win, revenue } =
    insights;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const all = (counted: readonly { readonly leads: number }[]): number =>
    sum(counted.map((row) => row.leads));
  expect(sum(Object.values(grades))).toBe(leads);
  expect(all(scores)).toBe(leads);
  expect(all(sources)).toBe(leads);
  expect(all(by_grade)).toBe(leads);
  expect(sum(over_time.flatMap((step) => Object.values(step.grades)))).toBe(leads);
  expect(sum(by_grade.map((row) => row.open))).toBe(open);
  const decided = (counted: readonly Pick<Insights['sources'][number], 'win'>[]): number =>
    sum(counted.map(({ win }) => win.won + win.lost));
  expect(decided(by_grade)).toBe(leads - open);
  const closed = win.won + win.lost;
  expect(decided(sources)).toBe(closed);
  expect(decided(by_rep)).toBe(closed);
  expect(decided(contact.ranges)).toBe(closed);
  expect(all(by_rep)).toBe(leads - grades.Spam);
  expect(all(contact.ranges)).toBe(leads - grades.Spam);
  const revenues = (counted: readonly { readonly revenue: number }[]): number =>
    sum(counted.map((row) => row.revenue));
  expect(revenues(by_grade)).toBe(revenue);
  expect(revenues(sources)).toBe(revenue);
}

const makeKnown = (changes: Partial<Known> = {}): Known => ({
  at: NOW,
  score: 50,
  grade: 'Warm',
  source: 'google',
  outcomes: [],
  contactedAfterMs: null,
  rep: null,
  ...changes,
});

const lastMonth = (accountId: string): Promise<Insights> =>
  getInsights(
    accessAccount(db, asOperator(accountId)),
    new Date(NOW - 30 * DAY_MS),
    new Date(NOW + 1),
    new Date(NOW),
  );

test('the insights of an account without leads list every day with zeros', async () => {
  const insights = await lastMonth(makeId());
  expect(insights).toMatchObject({
    leads: 0,
    open: 0,
    sources: [],
    speed: { decided: 0, median_hours: null },
  });
  expect(insights.over_time).toHaveLength(31);
  expect(insights.by_grade.map(({ grade, leads }) => [grade, leads])).toEqual(GRADES.map((g) => [g, 0]));
});

test('the insights do not count leads of other accounts', async () => {
  await store([makeKnown(), makeKnown({ outcomes: [{ outcome: 'won', afterMs: HOUR_MS }] })]);
  const accountId = await store([makeKnown()]);
  expect(await lastMonth(accountId)).toMatchObject({ leads: 1, open: 1, speed: { decided: 0 } });
});

test('sources that differ only in case are one, also in the period before', async () => {
  const won = [{ outcome: 'won', afterMs: HOUR_MS }] as const;
  const accountId = await store([
    makeKnown({ source: 'Google', outcomes: won }),
    makeKnown({ source: 'Google' }),
    makeKnown({ source: 'google', outcomes: won }),
    makeKnown({ source: 'fair' }),
    makeKnown({ source: 'fair' }),
    makeKnown({ source: 'GOOGLE', at: NOW - 40 * DAY_MS, outcomes: won }),
  ]);
  expect((await lastMonth(accountId)).sources).toMatchObject([
    {
      ...{ source: 'Google', spellings: ['Google', 'google'], leads: 3, win: { won: 2, lost: 0 } },
      previous: { leads: 1, win: { won: 1 } },
    },
    { source: 'fair', spellings: ['fair'], leads: 2, previous: { leads: 0 } },
  ]);
});

test('a running period is compared with one that is as long as the time that has passed', async () => {
  const from = NOW - 7 * DAY_MS;
  const leads = [1, 5, 8, 13].map((days) => makeKnown({ at: NOW - days * DAY_MS }));
  const accountId = await store(leads);
  const account = accessAccount(db, asOperator(accountId));
  const { previous } = await getInsights(account, new Date(from), new Date(NOW + DAY_MS), new Date(NOW));
  expect(previous).toMatchObject({
    from: new Date(from - 7 * DAY_MS).toISOString(),
    to: new Date(from).toISOString(),
    leads: 2,
  });
});
