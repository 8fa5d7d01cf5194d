// The emails people get. Subjects are fixed, and only addresses vary in the text. The names of people and accounts are left
// to the page behind the link: otherwise, anyone could send their own words to anyone through this installation, such as
// “Your invoice is overdue”.

import type { Mail } from '../../platform/email/mailer.ts';

interface Invitation {
  readonly to: string;
  readonly url: string;
  /** Verified. */
  readonly inviterEmail: string;
}

export const invitationMail = ({ to, url, inviterEmail }: Invitation): Mail => ({
  to,
  subject: "You're invited to Leadline",
  text: `${inviterEmail} invited you to join their account on Leadline.

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
