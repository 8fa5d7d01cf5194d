// The emails people get. Subjects are fixed, and only names and addresses vary in the text: otherwise, anyone could send
// their own words to anyone through this installation.

import { describeInvalidName } from '../accounts/check-name.ts';
import type { Mail } from './mailer.ts';

interface Invitation {
  readonly to: string;
  readonly url: string;
  readonly inviter: { readonly name: string; readonly email: string };
  readonly account: string;
}

export const invitationMail = ({ to, url, inviter, account }: Invitation): Mail => ({
  to,
  subject: "You're invited to Leadline",
  text: `${describePerson(inviter)} invited you to join ${describeAccount(account)} on Leadline.

Open this page within a week to accept:

${url}

If you don't know them, you can ignore this email.`,
});

export const passwordMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Choose a new password for Leadline',
  text: `Open this page within an hour to choose a new password:

${url}

If you didn't request this, you can ignore this email.`,
});

export const verificationMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Verify your email for Leadline',
  text: `Open this page within a day, signed in, to verify your email:

${url}

If you didn't sign up for Leadline, you can ignore this email.`,
});

/** Names stored before they were checked may contain anything. */
const describePerson = ({ name, email }: Invitation['inviter']): string =>
  describeInvalidName(name) === null ? `${quote(name)} (${email})` : email;

const describeAccount = (name: string): string =>
  describeInvalidName(name) === null ? quote(name) : 'their account';

const quote = (name: string): string => `"${name.replaceAll('"', "'")}"`;
