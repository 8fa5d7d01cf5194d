// Enforces the monthly LLM budgets of each account and of the installation. Spending is refreshed only every few
// seconds, so a budget can be exceeded by a few seconds' worth of requests.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmUsage } from '@leadline/assessor';
import { sql } from 'kysely';
import { type AccountCaller, type AccountDatabase, enterAccount } from '../db/account-scope.ts';
import type { Database } from '../db/database.ts';
import { firstDayOf } from '../quota/month.ts';

interface Spending {
  readonly dollars: Promise<number>;
  readonly readAt: number;
}

interface KnownCell {
  month: Date;
  dollars: number;
  reading: Promise<void> | null;
}

const REFRESH_MS = 5_000;
/** For one of several cells. */
const MAX_WAIT_MS = 500;
const INSTALLATION = '';
const MAX_ACCOUNTS = 10_000;

export class LlmBudget {
  readonly #db: AccountDatabase;
  readonly #cells: () => readonly Database[];
  readonly #monthlyDollars: number | null;
  readonly #spent = new Map<string, Spending>();
  readonly #known = new WeakMap<Database, KnownCell>();

  /** `monthlyDollars` is the limit for the whole installation, or null for none. `cells` are its databases. */
  constructor(db: AccountDatabase, cells: () => readonly Database[], monthlyDollars: number | null) {
    this.#db = db;
    this.#cells = cells;
    this.#monthlyDollars = monthlyDollars;
  }

  async allows(caller: AccountCaller, monthlyDollars: number | null): Promise<boolean> {
    return (
      (monthlyDollars === null || (await this.#spentBy(caller)) < monthlyDollars) &&
      (this.#monthlyDollars === null || (await this.#spentBy(null)) < this.#monthlyDollars)
    );
  }

  async record(caller: AccountCaller, { inputTokens, outputTokens, dollars }: LlmUsage): Promise<void> {
    await enterAccount(this.#db, caller, ({ transaction, accountId }) =>
      sql`
        insert into leadline.ai_spending as s (account_id, month, calls, input_tokens, output_tokens, dollars)
        values (${accountId}, ${firstDayOf(new Date())}, 1, ${inputTokens}, ${outputTokens}, ${dollars})
        on conflict (account_id, month) do update set calls = s.calls + 1,
          input_tokens = s.input_tokens + excluded.input_tokens,
          output_tokens = s.output_tokens + excluded.output_tokens,
          dollars = s.dollars + excluded.dollars`.execute(transaction),
    );
  }

  /** Returns the total for all accounts if there is no caller. Concurrent calls share one query. */
  #spentBy(caller: AccountCaller | null): Promise<number> {
    const key = caller?.accountId ?? INSTALLATION;
    const known = this.#spent.get(key);
    if (known !== undefined && performance.now() - known.readAt < REFRESH_MS) return known.dollars;
    if (this.#spent.size > MAX_ACCOUNTS) this.#spent.clear();
    const month = firstDayOf(new Date());
    const dollars = caller === null ? this.#readTotal(month) : this.#readAccount(caller, month);
    this.#spent.set(key, { dollars, readAt: performance.now() });
    return dollars;
  }

  async #readTotal(month: Date): Promise<number> {
    const cells = this.#cells();
    const spent = await Promise.all(cells.map((db) => this.#readCell(db, month, cells.length > 1)));
    return spent.reduce((sum, dollars) => sum + dollars, 0);
  }

  /** One of several cells may be down or slow. Then it counts with what we last knew, and its own accounts spend nothing. */
  async #readCell(db: Database, month: Date, isOneOfSeveral: boolean): Promise<number> {
    const known = this.#known.get(db) ?? { month, dollars: 0, reading: null };
    this.#known.set(db, known);
    if (known.month.getTime() !== month.getTime()) known.dollars = 0;
    known.month = month;
    known.reading ??= readSpent(db, month)
      .then((dollars) => {
        if (known.month === month) known.dollars = dollars;
      })
      .finally(() => {
        known.reading = null;
      });
    if (isOneOfSeveral)
      await Promise.race([known.reading, sleep(MAX_WAIT_MS, undefined, { ref: false })]).catch(() => {});
    else await known.reading;
    return known.dollars;
  }

  async #readAccount(caller: AccountCaller, month: Date): Promise<number> {
    const { rows } = await enterAccount(this.#db, caller, ({ transaction, accountId }) =>
      sql<{ dollars: number }>`
        select dollars from leadline.ai_spending where account_id = ${accountId} and month = ${month}`.execute(
        transaction,
      ),
    );
    return rows[0]?.dollars ?? 0;
  }
}

async function readSpent(db: Database, month: Date): Promise<number> {
  const { rows } = await sql<{ dollars: number }>`select leadline.spent_on_ai(${month}) as dollars`.execute(
    db,
  );
  return rows[0]?.dollars ?? 0;
}
