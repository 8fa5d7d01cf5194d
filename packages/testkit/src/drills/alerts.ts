// Killing a worker neither loses an alert nor makes a second one: every lead is in exactly one email to each person who
// wants it, in a mailbox that drops a Message-ID it knows. The one email that a kill can interrupt may be repeated.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import type pg from 'pg';
import { type ApiResponse, type CallOptions, call } from '../http/call.ts';
import { makeLead } from '../leads/make-lead.ts';
import { type MailSink, type ReceivedMail, startMailSink } from '../mail/mail-sink.ts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccounts } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { judgeAlerts } from './verdicts/judge-alerts.ts';

export interface AlertDrillSize {
  readonly kills: number;
  readonly accounts: number;
}

interface DrillAccount {
  readonly key: string;
  readonly people: readonly { readonly userId: string; readonly email: string }[];
  /** Public IDs. */
  readonly leads: string[];
}

const PEOPLE_PER_ACCOUNT = 3;
/** Fewer emails to a person than the limit per hour, however they are grouped. */
const MAX_LEADS_PER_ACCOUNT = 10;
/** The mail server has the email but has not confirmed it, so that kills hit in between. */
const HESITATION_MS = 150;
const MAX_EMAILS_BETWEEN_KILLS = 10;
const MAX_WAIT_FOR_MAIL_MS = 20_000;
const GIVE_UP_MS = 180_000;
const MAX_RETRIES = 20;
const RETRY_MS = 1_000;

const HOT = {
  phone: '+44 20 7946 0123',
  budget: '€15k-20k/mo',
  message: 'We are ready to sign. We need it live before March, for 120 users. Please call me today.',
  source: 'referral',
  custom_fields: { 'When do you want to start?': 'This month', 'Your role': 'CEO' },
};

export async function drillAlerts(
  databaseUrl: string,
  size: AlertDrillSize,
  log: Log = silent,
): Promise<DrillResult> {
  const owner = openPool(databaseUrl, { size: 2 });
  const sink = await startMailSink();
  sink.hesitationMs = HESITATION_MS;
  const processes: LeadlineProcess[] = [];
  try {
    const api = await spawnApi(databaseUrl, 0, 'error');
    processes.push(api);
    return await new AlertDrill(databaseUrl, api.url, owner, sink, processes, log).run(size);
  } finally {
    for (const leadline of processes) await leadline.kill('SIGKILL');
    sink.close();
    await owner.end();
  }
}

class AlertDrill {
  readonly #databaseUrl: string;
  readonly #apiUrl: string;
  readonly #owner: pg.Pool;
  readonly #sink: MailSink;
  /** Killed at the end of the drill. */
  readonly #processes: LeadlineProcess[];
  readonly #log: Log;
  #accounts: readonly DrillAccount[] = [];
  #posted = 0;
  #killed = 0;
  #interrupted = 0;

  constructor(
    databaseUrl: string,
    apiUrl: string,
    owner: pg.Pool,
    sink: MailSink,
    processes: LeadlineProcess[],
    log: Log,
  ) {
    this.#databaseUrl = databaseUrl;
    this.#apiUrl = apiUrl;
    this.#owner = owner;
    this.#sink = sink;
    this.#processes = processes;
    this.#log = log;
  }

  async run({ kills, accounts }: AlertDrillSize): Promise<DrillResult> {
    this.#accounts = await this.#makeAccounts(accounts);
    const perKill = Math.floor((accounts * MAX_LEADS_PER_ACCOUNT) / (kills + 1));
    await this.#post(perKill);
    let worker = await this.#startWorker();
    for (let kill = 0; kill < kills; kill++) {
      const before = this.#sink.mails.length;
      await this.#post(perKill);
      await this.#untilMailed(before + Math.ceil(Math.random() * MAX_EMAILS_BETWEEN_KILLS));
      await sleep(Math.random() * HESITATION_MS);
      await worker.kill('SIGKILL');
      if (worker.child.signalCode === 'SIGKILL') this.#killed++;
      const open = await this.#countClaimed();
      if (open > 0) this.#interrupted++;
      this.#log(
        `kill ${kill + 1} of ${kills}: ${this.#sink.mails.length} emails so far, ${open} interrupted`,
      );
      worker = await this.#startWorker();
    }
    this.#sink.hesitationMs = 0;
    this.#log('waiting for the rest');
    const restartedAt = performance.now();
    await this.#untilComplete();
    const seconds = (performance.now() - restartedAt) / 1000;
    const { rows } = await this.#owner.query<{ unsent: number; events: number; loose: number }>(
      `select (select count(*) from leadline.alert_emails where sent_at is null)::integer as unsent,
         (select count(*) from leadline.outbox)::integer as events,
         (select count(*) from leadline.alerts where email_id is null)::integer as loose`,
    );
    const { unsent, events, loose } = rows[0] as (typeof rows)[number];
    const shown = new Set(this.#sink.mails.map(({ messageId }) => messageId)).size;
    const repeats = this.#sink.mails.length - shown;
    return {
      checks: judgeAlerts({
        planned: kills,
        killed: this.#killed,
        killsThatInterrupted: this.#interrupted,
        mails: this.#sink.mails.map((mail) => ({
          to: mail.to,
          messageId: mail.messageId,
          leads: leadsIn(mail),
        })),
        expected: this.#accounts.flatMap(({ people, leads }) =>
          people.flatMap(({ email }) => leads.map((lead) => ({ to: email, lead }))),
        ),
        unsentEmails: unsent,
        alertsWithoutEmail: loose,
        events,
      }),
      figures: {
        kills,
        'kills that interrupted an email': this.#interrupted,
        people: accounts * PEOPLE_PER_ACCOUNT,
        leads: this.#posted,
        'alerts (leads × people)': this.#posted * PEOPLE_PER_ACCOUNT,
        'emails that mailboxes show': shown,
        'emails that the mail server got': this.#sink.mails.length,
        'repeats with the same Message-ID': repeats,
        'everything emailed after the last restart, s': Math.round(seconds * 10) / 10,
      },
    };
  }

  async #makeAccounts(count: number): Promise<DrillAccount[]> {
    const accounts = await makeAccounts(this.#databaseUrl, null, count);
    return Promise.all(
      accounts.map(async ({ accountId, liveKey }, index) => {
        const people = await Promise.all(
          Array.from({ length: PEOPLE_PER_ACCOUNT }, (_, place) =>
            this.#addPerson(accountId, `person-${index}-${place}@example.org`),
          ),
        );
        await this.#owner.query(`insert into leadline.lead_watchers values ($1, 'alerts', 'Hot')`, [
          accountId,
        ]);
        return { key: liveKey, people, leads: [] };
      }),
    );
  }

  async #addPerson(accountId: string, email: string): Promise<{ userId: string; email: string }> {
    const { rows } = await this.#owner.query<{ id: string }>(
      `insert into leadline.users (id, name, email, email_verified) values (uuidv7(), 'Robin', $1, true) returning id`,
      [email],
    );
    const userId = rows[0]?.id ?? '';
    await this.#owner.query(
      `insert into leadline.members (id, account_id, user_id, role) values (uuidv7(), $1, $2, 'rep')`,
      [accountId, userId],
    );
    await this.#owner.query(
      `insert into leadline.alert_choices (account_id, user_id, email_new, email_assigned, browser_assigned, hours,
         opens_at, closes_at) values ($1, $2, 'Hot', true, false, 'always', '08:00', '18:00')`,
      [accountId, userId],
    );
    return { userId, email };
  }

  /** Posts leads to the accounts in turn, and assigns some of them: that is no second alert. */
  async #post(count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const number = this.#posted++;
        const account = this.#accounts[number % this.#accounts.length] as DrillAccount;
        const lead = makeLead({ ...HOT, name: `Lead Nr ${number}`, email: `lead-${number}@acme.com` });
        const answer = await this.#call('/api/webhook.php', lead, { key: account.key });
        if (answer.body.data?.grade !== 'Hot') throw new Error(`not a Hot lead: ${answer.text}`);
        account.leads.push(answer.body.lead_id);
        if (number % 3 !== 0) return;
        const assignee = account.people[0]?.email;
        const options = { key: account.key, method: 'PATCH' };
        await this.#call(`/api/leads/${answer.body.lead_id}`, { assignee }, options);
      }),
    );
  }

  /** Tries again on a busy machine. A lead that is sent twice is stored once. */
  async #call(path: string, body: unknown, options: CallOptions): Promise<ApiResponse> {
    for (let attempt = 0; ; attempt++) {
      const answer = await call(this.#apiUrl, path, body, options);
      if (answer.status === 200) return answer;
      if (answer.status !== 503 || attempt === MAX_RETRIES) throw new Error(`${path}: ${answer.text}`);
      await sleep(RETRY_MS);
    }
  }

  /** On a busy machine, a worker can fail to connect in time; process managers would start it again, too. */
  async #startWorker(attempt = 0): Promise<LeadlineProcess> {
    try {
      return await this.#spawnWorker();
    } catch (error) {
      if (attempt === MAX_RETRIES) throw error;
      return this.#startWorker(attempt + 1);
    }
  }

  async #spawnWorker(): Promise<LeadlineProcess> {
    const worker = await spawnWorker(this.#databaseUrl, 'error', {
      SMTP_URL: this.#sink.url,
      MAIL_FROM: 'leads@example.org',
      PUBLIC_URL: 'https://leads.example.org',
    });
    this.#processes[1] = worker;
    return worker;
  }

  async #untilMailed(emails: number): Promise<void> {
    const giveUpAt = performance.now() + MAX_WAIT_FOR_MAIL_MS;
    while (this.#sink.mails.length < emails && performance.now() < giveUpAt) await sleep(5);
  }

  async #countClaimed(): Promise<number> {
    const { rows } = await this.#owner.query<{ open: number }>(
      'select count(*)::integer as open from leadline.alert_emails where sent_at is null and next_attempt_at > now()',
    );
    return rows[0]?.open ?? 0;
  }

  async #untilComplete(): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    const isDone = async (): Promise<boolean> => {
      const { rows } = await this.#owner.query<{ done: boolean }>(
        `select not exists (select from leadline.alert_emails where sent_at is null)
           and not exists (select from leadline.alerts where email_id is null)
           and not exists (select from leadline.outbox) as done`,
      );
      return rows[0]?.done ?? false;
    };
    while (!(await isDone()) && performance.now() < giveUpAt) await sleep(200);
  }
}

const leadsIn = ({ text }: ReceivedMail): string[] => [
  ...new Set([...text.matchAll(/\/leads\/(lead_\w+)/g)].map(([, id = '']) => id)),
];
