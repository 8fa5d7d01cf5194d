// The verdict of the deadlocks drill. Without repeated, deleted and rejected leads, two processes have little to fight over.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';

export interface DeadlockFacts {
  /** As PostgreSQL counts them. */
  readonly deadlocks: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests whose lead had been acknowledged before. */
  readonly repeated: number;
  readonly accounts: readonly DrilledAccount[];
  /** By account ID. */
  readonly ledgers: ReadonlyMap<string, AccountLedger>;
}

export interface DrilledAccount {
  readonly accountId: string;
  readonly limit: number | null;
  /** The IDs of leads. */
  readonly acknowledged: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** How many requests were answered 402. */
  readonly rejected: number;
}

const EXPECTED = new Set([200, 402, 404, 409]);

export function judgeDeadlocks({ deadlocks, statuses, repeated, accounts, ledgers }: DeadlockFacts): Check[] {
  const unexpected = [...statuses].filter(([status]) => !EXPECTED.has(status));
  const sum = (numbers: Iterable<number>): number =>
    [...numbers].reduce((total, number) => total + number, 0);
  const countAccounts = (
    isWrong: (account: DrilledAccount, usage: number, leads: ReadonlySet<string>) => boolean,
  ): number =>
    accounts.filter((account) => {
      const { usage, leads } = ledgers.get(account.accountId) ?? { usage: 0, leads: [] };
      return isWrong(account, usage, new Set(leads.map(({ leadId }) => leadId)));
    }).length;
  return [
    checkAtLeast('leads acknowledged', sum(accounts.map(({ acknowledged }) => acknowledged.size)), 1),
    checkAtLeast('requests repeated', repeated, 1),
    checkAtLeast('leads deleted', sum(accounts.map(({ deleted }) => deleted.size)), 1),
    checkAtLeast('leads rejected', sum(accounts.map(({ rejected }) => rejected)), 1),
    check('deadlocks reported by PostgreSQL', deadlocks, 0),
    check('responses other than 200, 402, 404 and 409', unexpected.map(String).join('; ') || 'none', 'none'),
    check(
      'accounts whose usage differs from the acknowledged leads',
      countAccounts(({ acknowledged }, usage) => usage !== acknowledged.size),
      0,
    ),
    check(
      'accounts whose stored leads differ from the acknowledged ones',
      countAccounts(
        ({ acknowledged, deleted }, _, leads) =>
          leads.size !== acknowledged.size - deleted.size ||
          [...acknowledged].some((leadId) => leads.has(leadId) === deleted.has(leadId)),
      ),
      0,
    ),
    check(
      'accounts over their limit',
      countAccounts(({ limit }, usage) => limit !== null && usage > limit),
      0,
    ),
    check(
      'accounts rejected below their limit',
      countAccounts(({ limit, rejected }, usage) => rejected > 0 && usage !== limit),
      0,
    ),
    check(
      'duplicate leads for an Idempotency-Key',
      sum(
        [...ledgers.values()].map(
          ({ leads }) => leads.length - new Set(leads.map(({ email }) => email)).size,
        ),
      ),
      0,
    ),
  ];
}
