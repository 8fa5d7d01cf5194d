// A preview over leads with hundreds of long questions leaves the main thread to others.

import { longestTurnMs } from '@leadline/testkit/cost/longest-turn';
import { measureSlowness } from '@leadline/testkit/cost/slowness';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../../src/platform/db/pool.ts';
import { makeRoutedAccount, type RoutedAccount } from './suite.ts';

const LEADS = 400;
const QUESTIONS = 198;
/** It takes 10 ms, and 32 with all answers on the main thread. */
const MAX_MS = 20;

const suite = useApi({ inOneCell: true });

/** No two leads have one of the long questions in common. */
const makeQuestions = (lead: number): Record<string, string> => ({
  Region: lead % 2 === 0 ? 'North' : 'South',
  ...Object.fromEntries(
    Array.from({ length: QUESTIONS }, (_, place) => [
      `Question ${place} of lead ${lead}`,
      'answer '.repeat(3),
    ]),
  ),
});

/** Copies of one that the API stored. */
async function storeLeads({ accountId, send }: RoutedAccount): Promise<void> {
  await send();
  const leads = Array.from({ length: LEADS }, (_, lead) => ({
    ...makeLead({ email: newEmail() }),
    custom_fields: makeQuestions(lead),
  }));
  const pool = openPool(suite.accountUrl, { size: 1 });
  onTestFinished(() => pool.end());
  await pool.query(
    `insert into leadline.leads (account_id, id, person_id, score, grade, source, outcome, lead, scored)
     select l.account_id, uuidv7(), uuidv7(), l.score, 'Hot', l.source, l.outcome, x.lead::json, l.scored
     from leadline.leads l, unnest($2::text[]) x (lead) where l.account_id = $1`,
    [accountId, leads.map((lead) => JSON.stringify(lead))],
  );
}

test('a preview over leads with hundreds of questions does not block other requests', async () => {
  const account = await makeRoutedAccount(suite);
  await storeLeads(account);
  const [ana] = account.people;
  const rules = [
    { name: 'North', when: { answer: { question: 'region', contains: 'north' } }, assign_to: [ana] },
  ];
  const preview = async () => (await account.call('/api/routing/preview', { rules })).body.data;
  await preview(); // starts the compute thread
  const { rules: tried, seen } = await preview();
  expect(tried[0].leads).toBe(LEADS / 2);
  expect(seen.questions).toHaveLength(50);
  expect(seen.questions[0]).toBe('Region');
  const longest = await longestTurnMs(preview);
  expect(longest / measureSlowness()).toBeLessThan(MAX_MS);
}, 60_000);
