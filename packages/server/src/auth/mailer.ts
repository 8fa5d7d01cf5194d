// Sends email over SMTP, or prints it while someone is trying out Leadline.

import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Stays the same when an email is sent again, so that mail programs can recognize it. */
  readonly messageId?: string;
}

export interface Mailer {
  /** `printed`: written to standard output; `none`: email is not set up. */
  readonly way: 'sent' | 'printed' | 'none';
  send(mail: Mail): Promise<void>;
  /** Cuts the connection that `keepsConnection` keeps, even while an email is sent. The next email opens another. */
  hangUp(): void;
}

export type MailConfig = { readonly smtpUrl: string; readonly from: string } | 'print' | null;

/** A mail server that doesn't answer must not hold up a worker for minutes, as it would by default. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Closed before the mail server would. An email whose connection breaks is not sent again here, since the mail server may
 * have it. */
const ONE_CONNECTION = { pool: true, maxConnections: 1, idleTimeout: 5_000, maxRequeues: 0 } as const;

/** With `keepsConnection`, emails that follow each other closely are sent one by one over the same connection. */
export function openMailer(config: MailConfig, { keepsConnection = false } = {}): Mailer {
  if (config === null) return { way: 'none', send: async () => {}, hangUp: () => {} };
  if (config === 'print') return { way: 'printed', send: print, hangUp: () => {} };
  const { smtpUrl: url, from } = config;
  const open = () =>
    keepsConnection
      ? createTransport({ url, ...TIMEOUTS, ...ONE_CONNECTION })
      : createTransport({ url, ...TIMEOUTS });
  let transport = open();
  return {
    way: 'sent',
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    hangUp: () => {
      transport.close({ force: true });
      transport = open();
    },
  };
}

async function print({ to, subject, text }: Mail): Promise<void> {
  // Names come from strangers and could contain terminal escape sequences.
  const stripControls = (line: string): string => line.replace(/[^\P{Cc}\n]/gu, '�');
  process.stdout.write(
    stripControls(`\n── mail to ${to} ── ${subject.replaceAll('\n', ' ')}\n${text}\n──\n`),
  );
}
