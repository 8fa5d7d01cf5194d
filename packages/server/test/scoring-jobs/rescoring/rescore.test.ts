// Open leads can be scored again by the live version. Their timeline shows both scores.

import { DEFAULT_SETTINGS } from '@leadline/engine';
import type { RunningWorker } from '@leadline/server';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSettingsAccount, readLead, type SettingsAccount } from '../../scoring/settings/suite.ts';

const suite = useApi();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startTestWorker(suite.databaseUrl);
});
afterAll(() => worker.stop());

async function rescore({ call }: SettingsAccount) {
  expect(await call('/api/settings/rescore', {})).toMatchObject({
    status: 200,
    body: { data: { status: 'queued' } },
  });
  const read = async () => (await call('/api/settings/rescore')).body.data;
  await waitFor(async () => ['finished', 'failed'].includes((await read()).status), true);
  return read();
}

const scoresIn = (lead: { timeline: { event: string }[] }) =>
  lead.timeline.filter(({ event }) => event === 'scored' || event === 'rescored');

test('open leads get the score of the live version, and the timeline shows both', async () => {
  const account = await makeSettingsAccount(suite);
  const open = await account.send();
  const won = await account.send();
  await account.call(`/api/leads/${won}/outcome`, { outcome: 'won' });
  const [before, wonBefore] = [await readLead(account.call, open), await readLead(account.call, won)];
  await account.publish({ source: { search: -20 } });
  const { status, version, progress, changed } = await rescore(account);
  expect({ status, version, progress, changed }).toEqual({
    status: 'finished',
    version: 1,
    progress: { leads: 1, done: 1 },
    changed: 1,
  });
  const after = await readLead(account.call, open);
  expect(after.result.settings_version).toBe('v1');
  expect(after.result.score).toBeLessThan(before.result.score);
  expect(scoresIn(after)).toMatchObject([
    { event: 'scored', score: before.result.score, settings_version: DEFAULT_SETTINGS.version },
    {
      event: 'rescored',
      by: 'worker',
      score: after.result.score,
      grade: after.result.grade,
      settings_version: 'v1',
      previous: before.result.score,
      previous_grade: before.result.grade,
      previous_settings_version: DEFAULT_SETTINGS.version,
    },
  ]);
  expect(after.history[0]).toMatchObject({ event: 'scored', score: before.result.score });
  expect(await readLead(account.call, won)).toEqual(wonBefore);
  const { body } = await account.call(`/api/leads/${open}/replay`, {});
  expect(body.data).toMatchObject({ identical: true, stored: { settings_version: 'v1' } });
  const [listed] = (await account.call('/api/leads?outcome=open')).body.data;
  expect(listed).toMatchObject({ lead_id: open, score: after.result.score, grade: after.result.grade });
});

test('a lead whose score stays the same names the new version, without an entry', async () => {
  const account = await makeSettingsAccount(suite);
  const leadId = await account.send();
  await account.publish({ asks: { pitch: 4 } });
  expect(await rescore(account)).toMatchObject({ changed: 0, progress: { done: 1 } });
  const lead = await readLead(account.call, leadId);
  expect(lead.result.settings_version).toBe('v1');
  expect(scoresIn(lead)).toMatchObject([{ event: 'scored' }]);
});

test('rescoring twice keeps the first score, and costs nothing if nothing has changed', async () => {
  const account = await makeSettingsAccount(suite);
  const leadId = await account.send();
  const scoreOf = async () => (await readLead(account.call, leadId)).result.score;
  const first = await scoreOf();
  await account.publish({ source: { search: -20 } });
  await rescore(account);
  const second = await scoreOf();
  await account.publish({ source: { search: -40 } });
  await rescore(account);
  const third = await scoreOf();
  expect(third).toBeLessThan(second);
  await rescore(account);
  expect(scoresIn(await readLead(account.call, leadId))).toMatchObject([
    { event: 'scored', score: first },
    { event: 'rescored', previous: first, score: second },
    { event: 'rescored', previous: second, score: third },
  ]);
});

test('storage is counted exactly, and many leads take several parts', async () => {
  const account = await makeSettingsAccount(suite);
  const leads = Array.from({ length: 250 }, (_, i) => ({
    email: `lead-${i}@acme.com`,
    message: `We need ${2 + (i % 50)} laptops`,
    source: 'google',
  }));
  expect((await account.call('/api/batch', { leads })).status).toBe(200);
  await account.publish({ source: { search: -20 } });
  expect(await rescore(account)).toMatchObject({
    progress: { leads: 250, done: 250 },
    changed: 250,
  });
  const { rows } = await sql<{ bytes: number; counted: number; entries: number }>`
    select s.bytes, (
        select sum(leadline.lead_bytes(octet_length(l.lead::text) + octet_length(l.scored::text)))
        from leadline.leads l where l.account_id = s.account_id
      )::bigint + (
        select sum(leadline.activity_bytes(t.data)) from leadline.activities t where t.account_id = s.account_id
      )::bigint as counted,
      (select count(*) from leadline.activities t where t.account_id = s.account_id) as entries
    from leadline.storage s where s.account_id = ${account.accountId}`.execute(suite.owner);
  expect(rows[0]?.bytes).toBe(rows[0]?.counted);
  expect(rows[0]?.entries).toBe(250);
});

test('an account rescores one at a time', async () => {
  const account = await makeSettingsAccount(suite);
  const answers = await Promise.all([1, 2, 3].map(() => account.call('/api/settings/rescore', {})));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  for (const answer of answers) if (answer.status === 409) expectError(answer, 'conflict');
  await waitFor(async () => (await account.call('/api/settings/rescore')).body.data.status, 'finished');
});
