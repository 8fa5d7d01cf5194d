// An email that a member sends to themselves to see whether alerts arrive. It goes through the worker, like alerts do.

import { DomainError } from '../../platform/base/domain-error.ts';
import { firstIdOf, idAt } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lockAccount } from '../../platform/db/lock-account.ts';
import { settingsUrl } from './alert-email.ts';
import { type EmailBody, layOutEmail } from './email-layout.ts';
import type { TakenEmail } from './take-email.ts';

const MAX_PER_HOUR = 3;
const HOUR_SECONDS = 60 * 60;

export async function queueTestEmail(scope: AccountScope, userId: string, now: Date): Promise<void> {
  await lockAccount(scope); // so that two requests cannot both pass the check
  const recent = await scope.transaction
    .selectFrom('alert_emails')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'test')
    .where('id', '>=', firstIdOf(new Date(now.getTime() - HOUR_SECONDS * 1_000)))
    .execute();
  if (recent.length >= MAX_PER_HOUR)
    throw new DomainError('rate_limited', `up to ${MAX_PER_HOUR} test emails per hour`, {
      retryAfterSeconds: HOUR_SECONDS,
    });
  await scope.transaction
    .insertInto('alert_emails')
    .values({
      account_id: scope.accountId,
      user_id: userId,
      id: idAt(now),
      kind: 'test',
      next_attempt_at: now,
    })
    .execute();
}

export const writeTestEmail = ({ account_name }: TakenEmail, publicUrl: string): EmailBody =>
  layOutEmail({
    subject: 'Alerts from Leadline arrive here',
    parts: [
      { kind: 'text', text: 'You asked for this test. Emails about leads come from the same sender.' },
      { kind: 'link', text: 'Open the inbox', url: `${publicUrl}/inbox` },
    ],
    accountName: account_name,
    settingsUrl: settingsUrl(publicUrl),
  });
