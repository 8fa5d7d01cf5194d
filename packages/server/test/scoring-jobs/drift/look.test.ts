// A shift in an account's leads is raised once: on the page, as an event and as an email to owners.

import { expectError } from '@leadline/testkit/http/expect-error';
import { expect, test } from 'vitest';
import { openNextJob } from '../../../src/scoring-jobs/rescoring/job-progress.ts';
import { PUBLIC_URL, type TestAccount, useAlerts } from '../../notifications/alerts/suite.ts';
import { forgetLooks, look, run, shiftSource, startLooks } from './suite.ts';

const suite = useAlerts();
const LONG = 120_000;
const SENTENCE =
  /^Leads from “trade fair” were 10% of all leads until \d+ \w+ \d{4} and are 50% since \(80 of 160\)\.$/;

const readDrifts = async ({ owner }: TestAccount) => (await owner.person.call('/api/model/drifts')).body.data;

const eventsOf = (accountId: string) =>
  suite.owner
    .selectFrom('outbox')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'model.drift')
    .execute();

test(
  'a shift is raised once, however often it is looked for, with one event and one email to each owner who wants it',
  async () => {
    const account = await suite.newAccount();
    const { accountId, owner } = account;
    const [quiet, rep] = [await suite.addMember(account, 'owner'), await suite.addMember(account)];
    await suite.choose(quiet, { drift_emails: false });
    await shiftSource(suite.owner, accountId);
    expect(await readDrifts(account)).toEqual({ looked_at: null, drifts: [] });

    await look(suite.owner, suite.db, accountId);
    await look(suite.owner, suite.db, accountId);
    const { looked_at, drifts } = await readDrifts(account);
    expect(looked_at).not.toBeNull();
    expect(drifts).toEqual([
      {
        drift_id: expect.stringMatching(/^drift_[0-9a-f]{32}$/),
        kind: 'share',
        field: 'Source',
        level: 'trade fair',
        text: expect.stringMatching(SENTENCE),
        before: { share: 0.1, count: 80, leads: 800 },
        after: { share: 0.5, count: 80, leads: 160 },
        shown_chance: null,
        horizon_weeks: null,
        since: expect.stringMatching(/T00:00:00\.000Z$/),
        status: 'open',
        raised_at: expect.any(String),
        closed_at: null,
        closed_by: null,
      },
    ]);
    const { status, closed_at, closed_by, ...told } = drifts[0];
    expect((await eventsOf(accountId)).map(({ data }) => data)).toEqual([told]);

    expect(await suite.runSender(new Date())).toEqual(['sent']);
    const [mail, ...others] = suite.mailsTo(owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your leads have changed · Acme');
    for (const part of [mail?.text ?? '', mail?.html ?? '']) {
      expect(part).toContain(drifts[0].text);
      expect(part).toContain(`${PUBLIC_URL}/settings/model`);
      expect(part).toContain(`${PUBLIC_URL}/settings/alerts`);
    }
    for (const member of [quiet, rep]) expect(suite.mailsTo(member)).toEqual([]);
  },
  LONG,
);

test(
  'an acknowledged drift counts as normal; only owners can acknowledge, and an email that waits is dropped',
  async () => {
    const account = await suite.newAccount();
    const { accountId, owner } = account;
    const rep = await suite.addMember(account);
    await shiftSource(suite.owner, accountId);
    await look(suite.owner, suite.db, accountId);
    const [drift] = (await readDrifts(account)).drifts;
    const path = `/api/model/drifts/${drift.drift_id}/acknowledge`;
    expectError(await rep.person.call(path, {}), 'role_required');
    expectError(
      await owner.person.call(`/api/model/drifts/drift_${'0'.repeat(32)}/acknowledge`, {}),
      'not_found',
    );
    expectError(await owner.person.call('/api/model/drifts/one/acknowledge', {}), 'not_found');
    for (let time = 0; time < 2; time++) {
      const { status, body } = await owner.person.call(path, {});
      expect(status).toBe(200);
      expect(body.data.drifts).toMatchObject([{ status: 'acknowledged', closed_by: `user_${owner.userId}` }]);
    }
    const entries = await suite.owner
      .selectFrom('audit_log')
      .select('subject')
      .where('account_id', '=', accountId)
      .where('action', '=', 'model.drift_acknowledged')
      .execute();
    expect(entries).toEqual([{ subject: drift.drift_id }]);
    expect(await suite.runSender(new Date())).toEqual(['dropped']);
    expect(suite.mailsTo(owner)).toEqual([]);

    await look(suite.owner, suite.db, accountId);
    expect((await readDrifts(account)).drifts).toHaveLength(1);
    expect(await eventsOf(accountId)).toHaveLength(1);
  },
  LONG,
);

test(
  'a killed worker and two workers at once raise it once',
  async () => {
    const account = await suite.newAccount();
    const { accountId } = account;
    await shiftSource(suite.owner, accountId);
    await startLooks(suite.db);
    // Killed: the attempt stays open.
    expect(await openNextJob(suite.db, accountId, ['drift'])).toMatchObject({ attempts: 1 });
    await Promise.all([run(suite.db, accountId), run(suite.db, accountId)]);
    expect((await readDrifts(account)).drifts).toHaveLength(1);
    expect(await eventsOf(accountId)).toHaveLength(1);
  },
  LONG,
);

test('looks start once a week, for accounts that learn and receive leads', async () => {
  const [active, off, idle] = [await suite.newAccount(), await suite.newAccount(), await suite.newAccount()];
  for (const account of [active, off]) await suite.postLead(account);
  await off.owner.person.call('/api/model', { version: 0, mode: 'off', point_limit: 30 }, { method: 'PUT' });
  const own = new Set([active, off, idle].map(({ accountId }) => accountId));
  const start = async (): Promise<string[]> => (await startLooks(suite.db)).filter((id) => own.has(id));
  expect(await start()).toEqual([active.accountId]);
  expect(await start()).toEqual([]);
  await run(suite.db, active.accountId);
  expect(await start()).toEqual([]);
  expect(await readDrifts(active)).toMatchObject({ looked_at: expect.any(String), drifts: [] });
  await forgetLooks(suite.owner, active.accountId);
  expect(await start()).toEqual([active.accountId]);
});

test('an email that could not be sent for a week is no longer news', async () => {
  const account = await suite.newAccount();
  await shiftSource(suite.owner, account.accountId);
  await look(suite.owner, suite.db, account.accountId);
  expect(await suite.runSender(new Date(Date.now() + 8 * 24 * 3_600_000))).toContain('dropped');
  expect(suite.mailsTo(account.owner)).toEqual([]);
}, 120_000);
