// The business behind an account: currency, time zone, office hours, typical deal and reasons why leads are lost.

import type { Profile } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { recordAudit } from '../audit/record-audit.ts';

const DEFAULTS: Profile = {
  currency: 'USD',
  time_zone: 'UTC',
  office_days: [1, 2, 3, 4, 5],
  opens_at: '09:00',
  closes_at: '17:00',
  typical_deal: null,
  lost_reasons: ['Price', 'No budget', 'Bad timing', 'Chose a competitor', 'No response', 'Not a fit'],
};

/** A test account has the profile of its live account. */
export async function readProfile({ transaction }: AccountScope): Promise<Profile> {
  const { rows } = await sql<Selectable<Tables['profiles']>>`select * from leadline.profile()`.execute(
    transaction,
  );
  return rows[0] === undefined ? DEFAULTS : toProfile(rows[0]);
}

export async function saveProfile(scope: AccountScope, profile: Profile): Promise<Profile> {
  check(profile);
  const before = await readProfile(scope);
  const { lost_reasons: reasons, ...rest } = profile;
  const row = {
    ...rest,
    office_days: profile.office_days.toSorted((a, b) => a - b),
    ...(reasons === undefined ? {} : { lost_reasons: readReasons(reasons) }),
  };
  await scope.transaction
    .insertInto('profiles')
    .values({ account_id: scope.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
  // Digests may be due at another moment now. The worker finds out when.
  await sql`
    with digest as (
      select c.account_id, c.user_id from leadline.alert_choices c
      where c.account_id = ${scope.accountId} and c.digest_hour is not null
      order by c.user_id for no key update
    )
    update leadline.alert_choices c set next_digest_at = now()
    from digest d where c.account_id = d.account_id and c.user_id = d.user_id`.execute(scope.transaction);
  const after = await readProfile(scope);
  const changes = listChanges(before, after);
  if (Object.keys(changes).length > 0)
    await recordAudit(scope, 'account.profile_changed', showId('acct', scope.accountId), changes);
  return after;
}

/** `{ currency: { from: 'USD', to: 'EUR' } }` */
function listChanges(before: Profile, after: Profile): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(after) as (keyof Profile)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}

function check({ currency, time_zone, opens_at, closes_at }: Profile): void {
  if (!Intl.supportedValuesOf('currency').includes(currency))
    throw new DomainError('invalid_input', `${currency} is not a currency code`, { field: 'currency' });
  if (!isTimeZone(time_zone))
    throw new DomainError('invalid_input', 'unknown time zone', { field: 'time_zone' });
  if (opens_at >= closes_at)
    throw new DomainError('invalid_input', 'closes_at must be later than opens_at', { field: 'closes_at' });
}

/** Leads are counted by reason whatever its case, so no two may differ in nothing else. */
function readReasons(given: readonly string[]): string[] {
  const reasons = given.map((reason) => reason.trim());
  const invalid = (message: string) => new DomainError('invalid_input', message, { field: 'lost_reasons' });
  if (reasons.includes('')) throw invalid('lost_reasons must not be blank');
  if (new Set(reasons.map((reason) => reason.toLowerCase())).size < reasons.length)
    throw invalid('lost_reasons has the same reason twice');
  return reasons;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function toProfile(row: Selectable<Tables['profiles']>): Profile {
  const { currency, time_zone, office_days, opens_at, closes_at, typical_deal, lost_reasons } = row;
  return {
    currency,
    time_zone,
    office_days,
    opens_at: opens_at.slice(0, 'hh:mm'.length),
    closes_at: closes_at.slice(0, 'hh:mm'.length),
    typical_deal,
    lost_reasons,
  };
}
