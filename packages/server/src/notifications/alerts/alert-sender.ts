// Sends alerts and digests by email: claims an email, sends it, marks it as sent, then claims the next. SMTP can't tell
// whether an email was sent before: if a worker is killed in between, another sends this one email again with the same
// Message-ID, and mail programs show it once.

import { setTimeout as sleep } from 'node:timers/promises';
import { fromUuid } from '../../platform/base/ids.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import { PollingLoop } from '../../platform/base/polling-loop.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Mailer } from '../../platform/email/mailer.ts';
import { writeAlertEmail } from './alert-email.ts';
import { nextAllowedMoment } from './alert-hours.ts';
import { writeDigestEmail } from './digest-email.ts';
import { writeDriftEmail } from './drift-email.ts';
import type { EmailBody } from './email-layout.ts';
import { EMAIL_LIMITS, type EmailLimits, gatherEmails } from './gather-emails.ts';
import { writeKeyEmail } from './key-emails.ts';
import { queueDigests } from './queue-digests.ts';
import { CLAIM_MS, markFailed, markSent, postpone, type TakenEmail, takeEmail } from './take-email.ts';
import { writeTestEmail } from './test-email.ts';

export type EmailResult = 'sent' | 'failed' | 'given_up' | 'dropped';

export interface SenderParts {
  readonly db: Installation;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly logger: Pick<Logger, 'warn'>;
  readonly onEmail: (kind: TakenEmail['kind'], result: EmailResult) => void;
  readonly now?: () => Date;
  readonly limits?: EmailLimits;
}

/** Ends before another worker may claim the email. */
const MAX_SENDING_MS = CLAIM_MS - 5_000;
/** 10 attempts, doubling from 1 minute ≈ 8.5 hours. */
const FIRST_RETRY_MS = 60_000;
const MAX_ATTEMPTS = 10;

interface SentEmail {
  readonly email: TakenEmail;
  readonly at: Date;
}

export class AlertSender {
  readonly #parts: SenderParts;
  readonly #now: () => Date;
  readonly #loop: PollingLoop | null;
  #isFailing = false;
  /** Stays set while the database can't be reached. Until it knows, nothing else is sent. */
  #unmarked: SentEmail | null = null;

  /** Works through what is due until stopped. With `runs` false, only when `runOnce` is called. */
  constructor(parts: SenderParts, { runs }: { readonly runs: boolean } = { runs: true }) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => new Date());
    this.#loop = runs
      ? new PollingLoop({
          round: () => this.runOnce(),
          onFailure: (error) => parts.logger.warn(describeError(error), 'failed to process alerts; retrying'),
          pollMs: 1_000,
          retryMs: 1_000,
        })
      : null;
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
    this.#parts.mailer.hangUp();
  }

  /** Handles one email. Returns whether one was due. */
  async runOnce(): Promise<boolean> {
    const { db, limits = EMAIL_LIMITS } = this.#parts;
    await this.#markSent();
    await queueDigests(db, this.#now());
    await gatherEmails(db, this.#now(), limits);
    const email = await takeEmail(db, this.#now());
    if (email === null) return false;
    await this.#handle(email);
    return true;
  }

  async #markSent(): Promise<void> {
    if (this.#unmarked === null) return;
    const { email, at } = this.#unmarked;
    await markSent(this.#parts.db, email, at);
    this.#unmarked = null;
  }

  async #handle(email: TakenEmail): Promise<void> {
    const { db, onEmail } = this.#parts;
    const now = this.#now();
    if (!this.#canReceive(email)) return this.#drop(email);
    const allowed = isBoundToHours(email) ? nextAllowedMoment(email, now) : now;
    if (allowed > now) return postpone(db, email, allowed);
    try {
      const body = await this.#write(email, now);
      if (body === null) return await this.#drop(email);
      await this.#send(email, body);
    } catch (error) {
      return this.#fail(email, error);
    }
    this.#unmarked = { email, at: now };
    this.#isFailing = false;
    onEmail(email.kind, 'sent');
    await this.#markSent();
  }

  /** Without a mail server, emails are only printed, and nobody can verify an address. */
  #canReceive({ is_member, is_verified, address }: TakenEmail): boolean {
    return is_member && address !== '' && (is_verified || this.#parts.mailer.way !== 'sent');
  }

  async #drop(email: TakenEmail): Promise<void> {
    this.#parts.onEmail(email.kind, 'dropped');
    await postpone(this.#parts.db, email, null);
  }

  async #write(email: TakenEmail, now: Date): Promise<EmailBody | null> {
    const { db, publicUrl } = this.#parts;
    switch (email.kind) {
      case 'alerts':
        return writeAlertEmail(db, email, publicUrl);
      case 'digest':
        return email.digest_hour === null ? null : writeDigestEmail(db, email, publicUrl, now);
      case 'drift':
        return writeDriftEmail(db, email, publicUrl, now);
      case 'keys':
        return writeKeyEmail(db, email, publicUrl, now);
      case 'test':
        return writeTestEmail(email, publicUrl);
    }
  }

  async #send({ id, address }: TakenEmail, body: EmailBody): Promise<void> {
    const { mailer, publicUrl } = this.#parts;
    const messageId = `<${fromUuid(id)}@${new URL(publicUrl).hostname}>`;
    const sending = mailer.send({ to: address, messageId, ...body });
    const timer = new AbortController();
    const timeout = sleep(MAX_SENDING_MS, undefined, { signal: timer.signal }).then(() => {
      throw Object.assign(new Error('the mail server did not answer in time'), { code: 'ETIMEDOUT' });
    });
    timeout.catch(() => {});
    try {
      await Promise.race([sending, timeout]);
    } catch (error) {
      mailer.hangUp(); // or the email could still be sent after it was recorded as failed
      throw error;
    } finally {
      timer.abort();
    }
  }

  /** Only logs the first of several failures in a row, and never the answer of the mail server, which may quote the
   * address. */
  async #fail(email: TakenEmail, error: unknown): Promise<void> {
    const { db, logger, onEmail } = this.#parts;
    if (!this.#isFailing) logger.warn(describeError(error), 'failed to send an alert by email; retrying');
    this.#isFailing = true;
    const isLast = email.attempts + 1 >= MAX_ATTEMPTS || isRejectedAddress(error);
    onEmail(email.kind, isLast ? 'given_up' : 'failed');
    const retryAt = new Date(this.#now().getTime() + FIRST_RETRY_MS * 2 ** email.attempts);
    await markFailed(db, email, isLast ? null : retryAt);
  }
}

/** A digest has an hour of its own, and a test is awaited. */
const isBoundToHours = ({ kind }: TakenEmail): boolean =>
  kind === 'alerts' || kind === 'drift' || kind === 'keys';

/** The mail server knows that nobody reads this address. Any other failure may pass. */
function isRejectedAddress(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 550;
}
