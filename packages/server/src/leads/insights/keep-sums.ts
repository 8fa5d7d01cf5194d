// Keeps what closed days and weeks add up to. A note (sql/note_changed_leads.sql) about a lead in a range makes its sums
// unusable, in the transaction that changes the lead; see docs/decisions/0058-lead-sums.md for why that can't go wrong.

import { type RawBuilder, sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lockAccount } from '../../platform/db/lock-account.ts';
import { type LeadSums, SUMS_VERSION } from './lead-sums.ts';
import type { Range } from './time-steps.ts';

interface KeptSums extends LeadSums {
  readonly version: number;
}

/** Notes are compared with sums by about five hours, because an account can have a hundred thousand of them. IDs begin with the
 * time; PostgreSQL has no min(uuid). */
const fiveHoursOf = (note: string): RawBuilder<string> => sql`left(${sql.ref(note)}.from_id::text, 6)`;
const spanOf = (note: string): RawBuilder<unknown> =>
  sql`min(${sql.ref(note)}.from_id::text collate "C")::uuid as from_id, max(${sql.ref(note)}.to_id::text collate "C")::uuid as to_id`;

/** New leads aren't noted for ten minutes; the rest is for clocks that differ. */
const CLOSED_AFTER_MS = 15 * 60 * 1000;

/** The kept sums of each range, or null if they have to be counted. */
export async function readSums(
  { transaction, accountId }: AccountScope,
  ranges: readonly Range[],
): Promise<(LeadSums | null)[]> {
  const whole = ranges.filter(({ isWhole }) => isWhole);
  const { rows } = await sql<{ from_id: string; sums: KeptSums }>`
    with changed as materialized (
      select ${spanOf('n')} from leadline.lead_sums n where n.account_id = ${accountId} and n.sums is null
      group by ${fiveHoursOf('n')}
    )
    select replace(s.from_id::text, '-', '') as from_id, s.sums
    from unnest(${whole.map(({ from }) => firstIdOf(from))}::uuid[], ${whole.map(({ to }) => firstIdOf(to))}::uuid[])
      as r (from_id, to_id)
    join leadline.lead_sums s on s.account_id = ${accountId} and s.from_id = r.from_id and s.to_id = r.to_id
      and s.sums is not null
    where not exists (select from changed c where c.from_id <= s.to_id and c.to_id >= s.from_id)`.execute(
    transaction,
  );
  const kept = new Map(
    rows.filter(({ sums }) => sums.version === SUMS_VERSION).map(({ from_id, sums }) => [from_id, sums]),
  );
  return ranges.map(({ from, isWhole }) => (isWhole ? (kept.get(firstIdOf(from)) ?? null) : null));
}

/** Waits for leads that are being written. What ended before the returned moment gets no more leads without a note. */
export async function findClosed(scope: AccountScope): Promise<Date> {
  await lockAccount(scope);
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(scope.transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell the time');
  return new Date(row.now.getTime() - CLOSED_AFTER_MS);
}

/** Deletes sums that were made before a change, and the notes about it. Only one transaction per account does this, and only
 * that one may keep sums: returns false if it is another. Must come before the leads are counted. */
export async function forgetChangedSums({ transaction, accountId }: AccountScope): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(leadline.lock_key(${accountId}, 'sums')) as is_mine`.execute(
    transaction,
  );
  if (rows[0]?.is_mine !== true) return false;
  // One statement, so that no note is deleted whose sums aren't.
  await sql`
    with note as (
      delete from leadline.lead_sums n where n.account_id = ${accountId} and n.sums is null returning n.from_id, n.to_id
    ), changed as materialized (
      select ${spanOf('n')} from note n group by ${fiveHoursOf('n')}
    )
    delete from leadline.lead_sums s using changed c
    where s.account_id = ${accountId} and s.sums is not null and c.from_id <= s.to_id and c.to_id >= s.from_id`.execute(
    transaction,
  );
  return true;
}

/** In place of earlier ones, which another request may have kept in the meantime. */
export async function keepSums(
  { transaction, accountId }: AccountScope,
  counted: readonly { readonly range: Range; readonly sums: LeadSums }[],
): Promise<void> {
  if (counted.length === 0) return;
  const from = counted.map(({ range }) => firstIdOf(range.from));
  const to = counted.map(({ range }) => firstIdOf(range.to));
  const sums = counted.map(({ sums }) =>
    JSON.stringify({ version: SUMS_VERSION, ...sums } satisfies KeptSums),
  );
  await sql`
    delete from leadline.lead_sums s using unnest(${from}::uuid[], ${to}::uuid[]) as r (from_id, to_id)
    where s.account_id = ${accountId} and s.from_id = r.from_id and s.to_id = r.to_id and s.sums is not null`.execute(
    transaction,
  );
  await sql`
    insert into leadline.lead_sums (account_id, from_id, to_id, sums)
    select ${accountId}, r.* from unnest(${from}::uuid[], ${to}::uuid[], ${sums}::json[]) as r`.execute(
    transaction,
  );
}
