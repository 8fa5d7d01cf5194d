// Tells owners a week before an API key expires: whatever uses it would stop sending leads without a word.

import { KEY_WARNING_DAYS } from '@leadline/contract/limits';
import { sql } from 'kysely';
import { breakLinks } from '../../accounts/profile/check-name.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { settingsUrl } from './alert-email.ts';
import { toLine } from './describe-lead.ts';
import { type EmailBody, layOutEmail } from './email-layout.ts';
import type { TakenEmail } from './take-email.ts';

interface ExpiringKey {
  readonly name: string;
  readonly hint: string;
  readonly is_test: boolean;
  readonly expires_at: Date;
}

const MAX_NAME_LENGTH = 60;
const MAX_KEYS = 20;

/** Queues one email per owner and day on which keys expire. Keys that were made for less than the warning are left out, and
 * so are those that have a successor. */
export async function queueKeyEmails(db: Installation, now: Date): Promise<void> {
  await sql`
    with due as (
      select distinct coalesce(a.test_of, a.id) as account_id, date_trunc('day', k.expires_at, 'UTC') as day
      from leadline.api_keys k join leadline.accounts a on a.id = k.account_id
      where k.ending is null and k.expires_at > ${now} and k.expires_at <= ${now}::timestamptz + ${WARNING}
        and k.created_at < k.expires_at - ${WARNING} and a.delete_at is null and a.presence in ('here', 'leaving')
    )
    insert into leadline.alert_emails (account_id, user_id, kind, since, next_attempt_at)
    select d.account_id, m.user_id, 'keys', d.day, ${now}
    from due d join leadline.members m on m.account_id = d.account_id and m.role = 'owner'
    left join leadline.alert_choices c on c.account_id = m.account_id and c.user_id = m.user_id
    where coalesce(c.email_keys, true) and not exists (
      select from leadline.alert_emails e
      where e.account_id = d.account_id and e.user_id = m.user_id and e.kind = 'keys' and e.since = d.day)`.execute(
    db,
  );
}

const WARNING = sql`make_interval(days => ${sql.lit(KEY_WARNING_DAYS)})`;

/** Null if there is nothing left to say: the keys were revoked or replaced, or have expired. */
export async function writeKeyEmail(
  db: Installation,
  email: TakenEmail,
  publicUrl: string,
  now: Date,
): Promise<EmailBody | null> {
  if (!email.email_keys || email.since === null) return null;
  const { rows } = await sql<ExpiringKey>`
    select k.name, k.hint, a.test_of is not null as is_test, k.expires_at
    from leadline.api_keys k join leadline.accounts a on a.id = k.account_id
    where ${email.account_id} in (a.id, a.test_of) and k.ending is null and k.expires_at > ${now}
      and date_trunc('day', k.expires_at, 'UTC') = ${email.since}
    order by k.expires_at, k.id limit ${MAX_KEYS}`.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const day = first.expires_at.toISOString().slice(0, 10);
  return layOutEmail({
    subject: rows.length === 1 ? `An API key expires on ${day}` : `${rows.length} API keys expire on ${day}`,
    parts: [
      {
        kind: 'text',
        text: 'From then on, requests with them are rejected. Rotate them, or create new ones, and replace them wherever they are used:',
      },
      { kind: 'list', items: rows.map((key) => ({ text: describeKey(key) })) },
      { kind: 'link', text: 'Open the keys', url: `${publicUrl}/settings/keys` },
    ],
    accountName: email.account_name,
    settingsUrl: settingsUrl(publicUrl),
  });
}

function describeKey({ name, hint, is_test, expires_at }: ExpiringKey): string {
  const time = expires_at.toISOString().slice(0, 16).replace('T', ' at ');
  return `${breakLinks(toLine(name, MAX_NAME_LENGTH))} (…${hint}${is_test ? ', for test leads' : ''}): ${time} UTC`;
}
