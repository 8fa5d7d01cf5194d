// Monthly budgets for the LLM are counted in UTC, whatever the time zone of the process.

import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeReadAiSpending } from '../../../src/cells/routing/ai-spending.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { type Database, openDatabase } from '../../../src/platform/db/database.ts';
import type { Installation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { LlmBudget } from '../../../src/scoring/assessment/llm-budget.ts';
import { startSilentProxy } from '../../support/silent-proxy.ts';

const SPENT = { inputTokens: 400, outputTokens: 40, dollars: 5 };
const ownZone = process.env.TZ;

let owner: Installation;
let db: Database;
beforeEach(async () => {
  const url = await cloneDatabase();
  owner = openOwner(url);
  db = openDatabase(openPool(url, { size: 1, role: 'leadline_api' }));
});
afterEach(async () => {
  vi.useRealTimers();
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
  await Promise.all([owner.destroy(), db.destroy()]);
});

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('in %s', (zone) => {
  test.each(['2026-11-01T00:30:00Z', '2026-11-15T12:00:00Z', '2026-11-30T23:30:00Z'])(
    'what was spent at %s belongs to November',
    async (moment) => {
      process.env.TZ = zone;
      const caller = asOperator((await makeAccount(owner)).accountId);
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
      await new LlmBudget(
        db,
        makeReadAiSpending(() => [db]),
        null,
      ).record(caller, SPENT);
      expect(await owner.selectFrom('ai_spending').select('month').execute()).toEqual([
        { month: '2026-11-01' },
      ]);
      expect(
        await new LlmBudget(
          db,
          makeReadAiSpending(() => [db]),
          5,
        ).allows(caller, null),
      ).toBe(false);
      expect(
        await new LlmBudget(
          db,
          makeReadAiSpending(() => [db]),
          null,
        ).allows(caller, 5),
      ).toBe(false);
      vi.setSystemTime(new Date('2026-12-01T00:00:00Z'));
      expect(
        await new LlmBudget(
          db,
          makeReadAiSpending(() => [db]),
          5,
        ).allows(caller, 5),
      ).toBe(true);
    },
  );
});

test('a cell that is down counts with what it had spent before', async () => {
  const cellUrl = await cloneAlone();
  const cellOwner = openOwner(cellUrl);
  const proxy = await startSilentProxy(cellUrl);
  const cell = openDatabase(openPool(proxy.url, { size: 1, role: 'leadline_api' }));
  const caller = asOperator((await makeAccount(owner)).accountId);
  const elsewhere = asOperator((await makeAccount(cellOwner)).accountId);
  await new LlmBudget(
    cell,
    makeReadAiSpending(() => [cell]),
    null,
  ).record(elsewhere, SPENT);
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(1); // what was read at zero counts as never read
  const [tight, wide] = [6, 12].map(
    (dollars) =>
      new LlmBudget(
        db,
        makeReadAiSpending(() => [db, cell]),
        dollars,
      ),
  );
  expect(await tight?.allows(caller, null)).toBe(true);
  expect(await wide?.allows(caller, null)).toBe(true);
  proxy.fallSilent();
  await new LlmBudget(
    db,
    makeReadAiSpending(() => [db]),
    null,
  ).record(caller, SPENT);
  vi.advanceTimersByTime(6_000);
  expect(await tight?.allows(caller, null)).toBe(false);
  expect(await wide?.allows(caller, null)).toBe(true);
  await proxy.close();
  await Promise.all([cell.destroy(), cellOwner.destroy()]);
});
