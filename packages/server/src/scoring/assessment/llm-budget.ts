// Enforces the monthly LLM budgets of each account and of the installation. Spending is refreshed only every few
// seconds, so a budget can be exceeded by a few seconds' worth of requests.

import type { LlmUsage } from '@leadline/assessor';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { firstDayOf } from '../../accounts/quota/month.ts';
import { type AccountCaller, type AccountDatabase, enterAccount } from '../../platform/db/account-scope.ts';

const REFRESH_MS = 5_000;
const INSTALLATION = '';
const MAX_ACCOUNTS = 10_000;

export class LlmBudget {
  readonly #db: AccountDatabase;
  readonly #monthlyDollars: number | null;
  /** By account. Concurrent calls share a query. */
  readonly #spent: LRUCache<string, number, AccountCaller | null>;

  /** `monthlyDollars` is the limit for the whole installation, or null for none, and `readTotal` what all of it has spent. */
  constructor(
    db: AccountDatabase,
    readTotal: (month: Date) => Promise<number>,
    monthlyDollars: number | null,
  ) {
    this.#db = db;
    this.#monthlyDollars = monthlyDollars;
    this.#spent = new LRUCache<string, number, AccountCaller | null>({
      max: MAX_ACCOUNTS,
      ttl: REFRESH_MS,
      perf: { now: () => performance.now() }, // it would keep the clock that tests replace
      fetchMethod: (_key, _stale, { context: caller }) => {
        const month = firstDayOf(new Date());
        return caller === null ? readTotal(month) : this.#readAccount(caller, month);
      },
    });
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

  /** The total for all accounts if there is no caller. */
  #spentBy(caller: AccountCaller | null): Promise<number> {
    return this.#spent.forceFetch(caller?.accountId ?? INSTALLATION, { context: caller });
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
