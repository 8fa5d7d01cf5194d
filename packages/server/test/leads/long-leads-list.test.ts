// Leads with hundreds of long questions are listed a few at a time, so that other callers are served in between, and at the
// account's expense.

import { text } from 'node:stream/consumers';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, expect, test } from 'vitest';
import { listLeads } from '../../src/leads/list/list-leads.ts';
import type { RunCharged } from '../../src/leads/list/read-listed.ts';
import { writeLeadsExport } from '../../src/leads/list/write-leads-export.ts';
import { accessAccount, asOperator, enterAccount } from '../../src/platform/db/account-scope.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { openPool } from '../../src/platform/db/pool.ts';

const LEADS = 24;
const QUESTIONS = 198;
/** Ten leads take a few milliseconds. */
const MAX_BLOCK_MS = 100;

const suite = useApi({ inOneCell: true });
let accountId: string;

/** No two leads have a question in common, so nothing about them is cached. */
const makeQuestions = (lead: number): [string, string][] =>
  Array.from({ length: QUESTIONS }, (_, place) => [
    `What about ${lead} and ${place}?`.padEnd(36, ' more'),
    'long answer '.repeat(42).slice(0, 499),
  ]);

beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  accountId = account.accountId;
  const send = callAs(suite, account);
  for (let lead = 0; lead < LEADS; lead++) {
    const custom_fields = Object.fromEntries([
      ['Company', `Company ${lead}`],
      ['What is your budget?', `$${lead},000`],
      ...makeQuestions(lead),
    ]);
    const { status } = await send('/api/webhook.php', makeLead({ email: newEmail(), custom_fields }));
    expect(status).toBe(200);
  }
});

/** Runs `read` and returns the rounds of the event loop in which it used the main thread, and the longest use. */
async function watch(read: (db: Database, runCharged: RunCharged) => Promise<void>) {
  const db = openDatabase(openPool(suite.accountUrl, { size: 1, role: 'leadline_api' }));
  const rounds: number[] = [];
  let round = 0;
  let longestMs = 0;
  let isDone = false;
  const countRound = (): void => {
    round++;
    if (!isDone) setImmediate(countRound);
  };
  countRound();
  try {
    await read(db, (work) => {
      rounds.push(round);
      const start = process.threadCpuUsage();
      const result = work();
      const { user, system } = process.threadCpuUsage(start);
      longestMs = Math.max(longestMs, (user + system) / 1000);
      return result;
    });
  } finally {
    isDone = true;
    await db.destroy();
  }
  return { rounds, longestMs };
}

function expectInParts({ rounds, longestMs }: Awaited<ReturnType<typeof watch>>): void {
  expect(rounds).toHaveLength(3);
  expect(new Set(rounds).size).toBe(3);
  expect(longestMs).toBeLessThan(MAX_BLOCK_MS);
}

test('a page of leads with hundreds of questions is read in parts, each charged', async () => {
  const page = { sort: 'oldest', limit: 100, after: null } as const;
  const watched = await watch(async (db, runCharged) => {
    const { data } = await enterAccount(db, asOperator(accountId), (scope) =>
      listLeads(scope, {}, page, runCharged),
    );
    expect(data.map(({ company }) => company)).toEqual(data.map((_, lead) => `Company ${lead}`));
    expect(data.map(({ budget }) => budget)).toEqual(data.map((_, lead) => `$${lead},000`));
    expect(data).toHaveLength(LEADS);
  });
  expectInParts(watched);
});

test('an export of leads with hundreds of questions is read in parts, each charged', async () => {
  let waits = 0;
  const wait = async (): Promise<void> => void waits++;
  const watched = await watch(async (db, runCharged) => {
    const account = accessAccount(db, asOperator(accountId));
    const csv = await text(writeLeadsExport(account, {}, 'oldest', { runCharged, wait }));
    expect(csv.match(/Company \d+,/g)).toHaveLength(LEADS);
  });
  expectInParts(watched);
  expect(waits).toBe(1);
});
