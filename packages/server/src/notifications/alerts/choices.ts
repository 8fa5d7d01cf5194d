// What a member wants to be alerted about in an account. Nobody gets alerts about leads without asking for them.

import type { AlertChoices, Profile } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { readProfile } from '../../accounts/profile/profile.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lockAccount } from '../../platform/db/lock-account.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { nextDigest } from './digest-times.ts';

const DEFAULTS: AlertChoices = {
  email: { new_leads: 'none', assigned: false },
  browser: { new_leads: 'none', assigned: false },
  hours: 'always',
  opens_at: '08:00',
  closes_at: '18:00',
  drift_emails: true,
  key_emails: true,
  digest_hour: null,
};

/** Every new lead is stored once for each of them. */
const MAX_WATCHERS = 50;

type Row = Selectable<Tables['alert_choices']>;

export async function readAlertChoices(scope: AccountScope, userId: string): Promise<AlertChoices> {
  const row = await selectChoices(scope).where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? DEFAULTS : toChoices(row);
}

export async function saveAlertChoices(
  scope: AccountScope,
  userId: string,
  choices: AlertChoices,
  now: Date,
): Promise<AlertChoices> {
  if (choices.opens_at >= choices.closes_at)
    throw new DomainError('invalid_input', 'closes_at must be later than opens_at', { field: 'closes_at' });
  await lockAccount(scope); // so that two members cannot both be the last one
  await checkWatchers(scope, userId, choices);
  const row = toRow(choices, await readProfile(scope), now);
  await scope.transaction
    .insertInto('alert_choices')
    .values({ account_id: scope.accountId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(row))
    .execute();
  await watchLeads(scope);
  return readAlertChoices(scope, userId);
}

const selectChoices = ({ transaction, accountId }: AccountScope) =>
  transaction.selectFrom('alert_choices').selectAll().where('account_id', '=', accountId);

async function checkWatchers(scope: AccountScope, userId: string, choices: AlertChoices): Promise<void> {
  if (choices.email.new_leads === 'none' && choices.browser.new_leads === 'none') return;
  const others = await selectChoices(scope)
    .where('user_id', '<>', userId)
    .where((e) => e.or([e('email_new', 'is not', null), e('browser_new', 'is not', null)]))
    .execute();
  if (others.length >= MAX_WATCHERS)
    throw new DomainError(
      'limit_reached',
      `up to ${MAX_WATCHERS} members of an account can be alerted about new leads; assigned leads have no such limit`,
    );
}

/** Makes new leads of the lowest grade that anyone wants go through the outbox. */
async function watchLeads({ transaction, accountId }: AccountScope): Promise<void> {
  await transaction
    .deleteFrom('lead_watchers')
    .where('account_id', '=', accountId)
    .where('watcher', '=', 'alerts')
    .execute();
  await sql`
    insert into leadline.lead_watchers (account_id, watcher, min_grade)
    select ${accountId}, 'alerts', case when bool_or('Warm' in (c.email_new, c.browser_new)) then 'Warm' else 'Hot' end
    from leadline.alert_choices c
    where c.account_id = ${accountId} and (c.email_new is not null or c.browser_new is not null)
    having count(*) > 0`.execute(transaction);
}

const GRADES = { none: null, hot: 'Hot', warm: 'Warm' } as const;

function toRow(
  { email, browser, hours, opens_at, closes_at, drift_emails, key_emails, digest_hour }: AlertChoices,
  profile: Profile,
  now: Date,
) {
  return {
    email_new: GRADES[email.new_leads],
    email_assigned: email.assigned,
    browser_new: GRADES[browser.new_leads],
    browser_assigned: browser.assigned,
    hours,
    opens_at,
    closes_at,
    email_drift: drift_emails,
    email_keys: key_emails,
    digest_hour,
    next_digest_at: digest_hour === null ? null : nextDigest(profile, digest_hour, now),
  };
}

function toChoices(row: Row): AlertChoices {
  return {
    email: { new_leads: toNewLeads(row.email_new), assigned: row.email_assigned },
    browser: { new_leads: toNewLeads(row.browser_new), assigned: row.browser_assigned },
    hours: row.hours,
    opens_at: row.opens_at.slice(0, 'hh:mm'.length),
    closes_at: row.closes_at.slice(0, 'hh:mm'.length),
    drift_emails: row.email_drift,
    key_emails: row.email_keys,
    digest_hour: row.digest_hour,
  };
}

const toNewLeads = (grade: Row['email_new']): AlertChoices['email']['new_leads'] =>
  grade === null ? 'none' : grade === 'Hot' ? 'hot' : 'warm';
