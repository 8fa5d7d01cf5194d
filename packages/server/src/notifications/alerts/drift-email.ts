// The email about drifts that were found at the same look.

import { describeDrift } from '@leadline/learning';
import type { Installation } from '../../platform/db/installation.ts';
import { readDrift } from '../../scoring/drift/stored-drift.ts';
import { settingsUrl } from './alert-email.ts';
import { type EmailBody, layOutEmail } from './email-layout.ts';
import type { TakenEmail } from './take-email.ts';

/** Email may have been set up later. */
const MAX_LATE_MS = 7 * 24 * 60 * 60 * 1000;

/** Null if there is nothing left to say: all of them are over or acknowledged, or it is no longer news. */
export async function writeDriftEmail(
  db: Installation,
  email: TakenEmail,
  publicUrl: string,
  now: Date,
): Promise<EmailBody | null> {
  const { since } = email;
  if (!email.email_drift || since === null || now.getTime() - since.getTime() > MAX_LATE_MS) return null;
  const rows = await db
    .selectFrom('drifts')
    .selectAll()
    .where('account_id', '=', email.account_id)
    .where('raised_at', '=', since)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return null;
  return layOutEmail({
    subject: rows.length === 1 ? 'Your leads have changed' : `Your leads have changed in ${rows.length} ways`,
    parts: [
      {
        kind: 'text',
        text: 'Leadline compares each week with the ones before. This is more than chance explains:',
      },
      { kind: 'list', items: rows.map((row) => ({ text: describeDrift(readDrift(row)) })) },
      {
        kind: 'text',
        text: 'Check whether a form, a campaign or the way outcomes are recorded has changed. If it is as it should be, acknowledge it, and it counts as normal.',
      },
      { kind: 'link', text: 'Open the model', url: `${publicUrl}/settings/model` },
    ],
    accountName: email.account_name,
    settingsUrl: settingsUrl(publicUrl),
  });
}
