// Whatever arrives in whatever batches: leads graded Spam change nothing for the others, and every count is exact.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spamLimitOf } from '../../src/accounts/quota/spam-limit.ts';
import { type LeadToWrite, type Verdict, writeLeads } from '../../src/leads/intake/write-leads.ts';
import { makeId } from '../../src/platform/base/ids.ts';
import { type Installation, openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

let ownerPool: pg.Pool;
let owner: Installation;
let pool: pg.Pool;
beforeAll(async () => {
  const url = await cloneDatabase();
  ownerPool = openPool(url, { size: 2 });
  owner = openInstallation(ownerPool);
  pool = openPool(url, { size: 4, role: 'leadline_api' });
});
afterAll(() => Promise.all([owner.destroy(), pool.end()]));

const write = async (leads: readonly LeadToWrite[]): Promise<Verdict[]> => {
  const client = await pool.connect();
  try {
    return await writeLeads(client, leads);
  } finally {
    client.release();
  }
};

/** So that tests needn't send a thousand leads to reach the limit. */
async function makeAccountWithSpam(spam: number): Promise<string> {
  const { accountId } = await makeAccount(owner);
  const { month } = makeLeadToWrite(accountId);
  await ownerPool.query('insert into leadline.usage (account_id, month, spam) values ($1, $2, $3)', [
    accountId,
    month.toISOString().slice(0, 10),
    spam,
  ]);
  return accountId;
}

async function readCounts(accountId: string) {
  const { rows } = await ownerPool.query<Record<string, number>>(
    `select u.leads, u.spam, l.counted, l.uncounted, l.spam_stored, coalesce(s.leads, 0)::integer as stored,
       coalesce(s.bytes, 0)::integer as bytes, l.bytes as lead_bytes
     from leadline.usage u
     left join leadline.storage s on s.account_id = u.account_id
     cross join (
       select count(*) filter (where not x.uncounted)::integer as counted,
         count(*) filter (where x.uncounted)::integer as uncounted,
         count(*) filter (where x.grade = 'Spam')::integer as spam_stored,
         coalesce(sum(leadline.lead_bytes(octet_length(x.lead::text) + octet_length(x.scored::text))), 0)::integer as bytes
       from leadline.leads x where x.account_id = $1) l
     where u.account_id = $1`,
    [accountId],
  );
  return rows[0] as Record<string, number>;
}

async function expectExactCounts(accountId: string, limit: number | null, spamBefore: number): Promise<void> {
  const counts = await readCounts(accountId);
  const { leads = 0, spam = 0, counted = 0, uncounted = 0 } = counts;
  expect({ leads, spam: spam - spamBefore }).toEqual({ leads: counted, spam: uncounted });
  expect(counts.spam_stored).toBe(uncounted);
  expect(counts.stored).toBe(counted + uncounted);
  expect(counts.bytes).toBe(counts.lead_bytes);
  if (limit === null) return;
  expect(leads).toBeLessThanOrEqual(limit);
  expect(spam).toBeLessThanOrEqual(spamLimitOf(limit) as number);
}

const sent = fc.record({
  isSpam: fc.boolean(),
  /** Of an earlier lead, whose request is repeated. */
  repeats: fc.option(fc.nat(30), { freq: 4 }),
  size: fc.constantFrom(10, 2_000),
  mayNotSend: fc.boolean(),
});
const batches = fc.array(fc.array(sent, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });

test('spam in any order and any batches takes nothing from other leads', async () => {
  await fc.assert(
    fc.asyncProperty(
      batches,
      fc.record({
        limit: fc.constantFrom(null, 1, 4, 100),
        spamBefore: fc.constantFrom(0, 990, 997, 1_000),
        isStorageLimited: fc.boolean(),
      }),
      async (given, { limit, spamBefore, isStorageLimited }) => {
        const [mixed, pure] = [await makeAccountWithSpam(spamBefore), await makeAccountWithSpam(spamBefore)];
        const known: { lead: LeadToWrite; isSpam: boolean }[] = [];
        for (const batch of given) {
          const fresh: { lead: LeadToWrite; isSpam: boolean }[] = [];
          for (const { isSpam, repeats, size, mayNotSend } of batch) {
            const earlier = repeats === null ? undefined : known[repeats];
            const make = (accountId: string): LeadToWrite =>
              makeLeadToWrite(accountId, {
                monthlyLimit: isSpam && mayNotSend ? 0 : limit,
                // Room for the other leads, however much spam there is.
                storageLimit: isStorageLimited ? 10_000_000 : null,
                grade: isSpam ? 'Spam' : 'Warm',
                leadJson: JSON.stringify({ message: 'x'.repeat(size) }),
              });
            const lead = earlier === undefined ? make(mixed) : { ...earlier.lead, leadId: makeId() };
            if (fresh.some((other) => other.lead.fingerprint === lead.fingerprint)) continue;
            fresh.push({ lead, isSpam: earlier?.isSpam ?? isSpam });
          }
          const verdicts = await write(fresh.map(({ lead }) => lead));
          const others = fresh
            .filter(({ isSpam }) => !isSpam)
            .map(({ lead }) => ({ ...lead, accountId: pure }));
          const expected = others.length === 0 ? [] : await write(others);
          expect(
            verdicts.filter((_, place) => fresh[place]?.isSpam === false).map(({ kind }) => kind),
          ).toEqual(expected.map(({ kind }) => kind));
          for (const [place, { isSpam }] of fresh.entries())
            expect(verdicts[place]?.kind).toSatisfy((kind: string) =>
              (isSpam
                ? ['stored', 'repeated', 'over spam limit']
                : ['stored', 'repeated', 'over limit']
              ).includes(kind),
            );
          known.push(...fresh);
        }
        await expectExactCounts(mixed, limit, spamBefore);
        await expectExactCounts(pure, limit, spamBefore);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

test('counts stay exact and within both limits while several batches are written at once', async () => {
  const account = await makeAccountWithSpam(950);
  const make = (index: number): LeadToWrite =>
    makeLeadToWrite(account, { monthlyLimit: 60, grade: index % 2 === 0 ? 'Spam' : 'Cool' });
  const verdicts = await Promise.all(
    Array.from({ length: 40 }, () => write(Array.from({ length: 10 }, (_, index) => make(index)))),
  );
  const count = (kind: Verdict['kind']): number =>
    verdicts.flat().filter((verdict) => verdict.kind === kind).length;
  expect([count('stored'), count('over spam limit'), count('over limit')]).toEqual([110, 150, 140]);
  await expectExactCounts(account, 60, 950);
  expect(await readCounts(account)).toMatchObject({ leads: 60, spam: 1_000 });
});

test('spam that isn’t stored does not take the last storage from a lead after it', async () => {
  const account = await makeAccountWithSpam(0);
  await ownerPool.query('insert into leadline.storage (account_id, bytes) values ($1, 90000)', [account]);
  const limits = { monthlyLimit: 100, storageLimit: 100_000 };
  const large = makeLeadToWrite(account, {
    ...limits,
    grade: 'Spam',
    leadJson: JSON.stringify({ message: 'x'.repeat(9_000) }),
  });
  const verdicts = await write([large, makeLeadToWrite(account, limits)]);
  expect(verdicts.map(({ kind }) => kind)).toEqual(['over spam limit', 'stored']);
});

test('leads from a file count, whatever their grade', async () => {
  for (const monthlyLimit of [100, 2]) {
    const account = await makeAccountWithSpam(1_000);
    const leads = ['Spam', 'Hot', 'Spam'].map((grade) => makeLeadToWrite(account, { monthlyLimit, grade }));
    const client = await pool.connect();
    const verdicts = await writeLeads(client, leads, { outcomes: ['open', 'open', 'open'] });
    client.release();
    expect(verdicts.map(({ kind }) => kind)).toEqual([
      'stored',
      'stored',
      monthlyLimit === 2 ? 'over limit' : 'stored',
    ]);
    expect(await readCounts(account)).toMatchObject({
      leads: monthlyLimit === 2 ? 2 : 3,
      spam: 1_000,
      uncounted: 0,
    });
  }
});
