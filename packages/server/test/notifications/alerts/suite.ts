// An account with members who want alerts, a real mail server, and a sender whose clock the test moves.

import type { AlertChoices } from '@leadline/contract';
import type { Person } from '@leadline/testkit/auth/person';
import { type AuthSuite, useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { call } from '@leadline/testkit/http/call';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { type MailSink, type ReceivedMail, startMailSink } from '@leadline/testkit/mail/mail-sink';
import pino from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { type AlertEvent, addAlerts } from '../../../src/notifications/alerts/add-alerts.ts';
import {
  AlertSender,
  type EmailResult,
  type SenderParts,
} from '../../../src/notifications/alerts/alert-sender.ts';
import { readId } from '../../../src/platform/base/ids.ts';
import { type Installation, inTransaction, openInstallation } from '../../../src/platform/db/installation.ts';
import { openMailer } from '../../../src/platform/email/mailer.ts';

export const PUBLIC_URL = 'https://leads.example.org';

/** Scores as Hot without AI. */
export const HOT_LEAD = {
  name: 'Marta Vilanova',
  phone: '+44 20 7946 0123',
  budget: '€15k-20k/mo',
  message: 'We are ready to sign. We need it live before March, for 120 users. Please call me today.',
  source: 'referral',
  custom_fields: {
    'When do you want to start?': 'This month',
    'Your role': 'CEO',
    Company: 'Vilanova Textil',
  },
};

export const CHOICES: AlertChoices = {
  email: { new_leads: 'hot', assigned: true },
  browser: { new_leads: 'none', assigned: false },
  hours: 'always',
  opens_at: '08:00',
  closes_at: '18:00',
  drift_emails: true,
  key_emails: true,
  digest_hour: null,
};

export interface Member {
  readonly person: Person;
  readonly userId: string;
}

export interface TestAccount {
  readonly accountId: string;
  readonly key: string;
  readonly owner: Member;
}

export interface AlertSuite extends AuthSuite {
  readonly sink: MailSink;
  /** With the role of the worker. */
  readonly db: Installation;
  /** An account of its own, whose owner has a verified email. */
  newAccount(): Promise<TestAccount>;
  addMember(account: TestAccount, role?: string): Promise<Member>;
  choose(member: Member, choices?: Partial<AlertChoices>): Promise<void>;
  /** Returns the ID as the database has it. */
  postLead(account: TestAccount, lead?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Does what the event dispatcher does with a new lead. */
  announce(account: TestAccount, leadId: string, now: Date, event?: Partial<AlertEvent>): Promise<void>;
  /** For a moment that doesn't pass. */
  openSender(now: Date, parts?: Partial<SenderParts>): AlertSender;
  /** Sends everything that is due at a moment. Returns the results. */
  runSender(now: Date, parts?: Partial<SenderParts>): Promise<EmailResult[]>;
  mailsTo(member: Member): ReceivedMail[];
}

export function useAlerts(): AlertSuite {
  const suite = useAuthSuite({ signUpPlan: 'unlimited', inOneCell: true }) as {
    -readonly [K in keyof AlertSuite]: AlertSuite[K];
  };
  beforeAll(async () => {
    suite.sink = await startMailSink();
    suite.db = openInstallation(openWorkerPool(suite.accountUrl));
  });
  afterAll(async () => {
    await suite.db.destroy();
    suite.sink.close();
  });

  const makeMember = async (person: Person): Promise<Member> => {
    const { body } = await person.call('/api/session');
    const userId = readId('user', body.data.user.user_id) ?? '';
    await suite.owner.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
    return { person, userId };
  };
  suite.newAccount = async () => {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const person = suite.person();
    const accountId = readId('acct', await person.createAccount()) ?? '';
    const { body } = await person.call('/api/keys', { name: 'Test' });
    return { accountId, key: body.data.key, owner: await makeMember(person) };
  };
  suite.addMember = async ({ owner }, role = 'rep') => {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const person = suite.person();
    const invited = await owner.person.call('/api/auth/organization/invite-member', {
      email: person.email,
      role,
    });
    await person.signUp();
    await person.call('/api/auth/organization/accept-invitation', { invitationId: invited.body.id });
    return makeMember(person);
  };
  suite.choose = async ({ person }, choices = {}) => {
    const answer = await person.call('/api/alerts', { ...CHOICES, ...choices }, { method: 'PUT' });
    expect(answer, answer.text).toMatchObject({ status: 200 });
  };
  suite.postLead = async ({ key }, lead = {}) => {
    const { body } = await call(
      suite.api.url,
      '/api/webhook.php',
      makeLead({ email: newEmail(), ...HOT_LEAD, ...lead }),
      { key },
    );
    return readId('lead', body.lead_id) ?? '';
  };
  suite.announce = ({ accountId }, leadId, now, event = {}) =>
    inTransaction(suite.db, (trx) =>
      addAlerts(trx, [{ accountId, leadId, isNew: true, assignee: null, ...event }], now),
    );
  suite.openSender = (now, parts = {}) =>
    new AlertSender(
      {
        db: suite.db,
        mailer: openMailer({ smtpUrl: suite.sink.url, from: 'leads@example.org' }, { keepsConnection: true }),
        publicUrl: PUBLIC_URL,
        logger: pino({ level: 'silent' }),
        onEmail: () => {},
        now: () => now,
        ...parts,
      },
      { runs: false },
    );
  suite.runSender = async (now, parts = {}) => {
    const results: EmailResult[] = [];
    const sender = suite.openSender(now, { onEmail: (_, result) => results.push(result), ...parts });
    while (await sender.runOnce());
    await sender.stop();
    return results;
  };
  suite.mailsTo = ({ person }) => suite.sink.mails.filter(({ to }) => to === person.email);
  return suite;
}
