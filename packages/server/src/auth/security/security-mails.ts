// Tells users by email about changes to their sign-in, so that they notice if it wasn't them.

import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Mailer } from '../../platform/email/mailer.ts';
import { type AttemptLimit, countAttempts, uncountAttempt } from './attempts.ts';
import type { Client } from './client.ts';

export interface MailParts {
  readonly db: Installation;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly logger: Logger;
}

export type SecurityMail =
  | 'backup_code_used'
  | 'backup_codes_renewed'
  | 'new_device'
  | 'password_changed'
  | 'sso_linked'
  | 'two_factor_off'
  | 'two_factor_on'
  | 'wrong_codes';

/** Per user and kind. Someone who can trigger these can already sign in, and the first email has told the user. */
const MAILS: AttemptLimit = { max: 5, windowSeconds: 24 * 60 * 60 };

const TEXTS: Readonly<Record<SecurityMail, readonly [subject: string, text: string]>> = {
  new_device: ['New sign-in to Leadline', 'Someone signed in to your account from a new browser or device.'],
  password_changed: ['Your Leadline password was changed', 'The password of your account was changed.'],
  two_factor_on: ['Two-factor sign-in was turned on', 'Two-factor sign-in was turned on for your account.'],
  two_factor_off: [
    'Two-factor sign-in was turned off',
    'Two-factor sign-in was turned off for your account.',
  ],
  backup_code_used: [
    'A Leadline backup code was used',
    'Someone signed in to your account with a backup code.',
  ],
  backup_codes_renewed: [
    'New Leadline backup codes were made',
    'New backup codes were made for your account. The old ones no longer work.',
  ],
  wrong_codes: [
    'Someone has your Leadline password',
    'Someone entered your password and then too many wrong two-factor codes. They did not get in.',
  ],
  sso_linked: [
    'Single sign-on was connected to Leadline',
    'Your account can now be opened with your organization’s single sign-on.',
  ],
};

/** Sends in the background: neither a slow mail server nor a full mailbox may affect signing in. */
export function sendSecurityMail(
  { db, mailer, publicUrl, logger }: MailParts,
  user: { readonly id: string; readonly email: string },
  kind: SecurityMail,
  client: Client,
): void {
  if (mailer.way === 'none') return;
  const send = async (): Promise<void> => {
    const counter = { subject: JSON.stringify(['security mail', kind, user.id]), limit: MAILS };
    if ((await countAttempts(db, [counter])) > 0) return uncountAttempt(db, counter);
    const [subject, text] = TEXTS[kind];
    await mailer.send({
      to: user.email,
      subject,
      text: `${text}\n\n${describe(client)}\n\n${adviceFor(publicUrl)}`,
    });
  };
  send().catch((error: unknown) => logger.error({ ...describeError(error), kind }, 'failed to send email'));
}

function describe({ device, network }: Client): string {
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [`Time: ${time}`, `Browser: ${device}`, ...(network === '' ? [] : [`Network: ${network}`])].join(
    '\n',
  );
}

const adviceFor = (publicUrl: string): string =>
  `If this was you, you don't need to do anything. If it wasn't, change your password and sign out all other sessions:\n\n${publicUrl}/settings/profile`;
