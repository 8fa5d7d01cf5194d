// Sends email over SMTP, or shows it on the server while someone is trying out Leadline.

import { writeMailFile } from './mail-files.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Stays the same when an email is sent again, so that mail programs can recognize it. */
  readonly messageId?: string;
}

export interface Mailer {
  /** `printed`: on the terminal or in files of the server; `none`: email is not set up. */
  readonly way: 'sent' | 'printed' | 'none';
  send(mail: Mail): Promise<void>;
  /** Cuts the connection that `keepsConnection` keeps, even while an email is sent. The next email opens another. */
  hangUp(): void;
}

/** `print` is for a terminal. The folder is for files that only their owner can read. */
export type MailConfig =
  | { readonly smtpUrl: string; readonly from: string }
  | { readonly folder: string }
  | 'print'
  | null;

export interface MailerOptions {
  /** Emails that follow each other closely are sent one by one over the same connection. */
  readonly keepsConnection?: boolean;
  readonly onWritten?: (file: string) => void;
}

/** A mail server that doesn't answer must not hold up a worker for minutes, as it would by default. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Closed before the mail server would. An email whose connection breaks is not sent again here, since the mail server may
 * have it. */
const ONE_CONNECTION = { pool: true, maxConnections: 1, idleTimeout: 5_000, maxRequeues: 0 } as const;

export function openMailer(
  config: MailConfig,
  { keepsConnection = false, onWritten = () => {} }: MailerOptions = {},
): Mailer {
  if (config === null) return { way: 'none', send: async () => {}, hangUp: () => {} };
  if (config === 'print') return { way: 'printed', send: print, hangUp: () => {} };
  if ('folder' in config)
    return {
      way: 'printed',
      send: async (mail) => onWritten(await writeMailFile(config.folder, format(mail))),
      hangUp: () => {},
    };
  const { smtpUrl: url, from } = config;
  // Loaded with the first email, because most processes never send one.
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return keepsConnection
      ? createTransport({ url, ...TIMEOUTS, ...ONE_CONNECTION })
      : createTransport({ url, ...TIMEOUTS });
  };
  let transport: ReturnType<typeof open> | null = null;
  return {
    way: 'sent',
    send: async (mail) => {
      transport ??= open();
      await (await transport).sendMail({ from, ...mail });
    },
    hangUp: () => {
      void transport?.then((opened) => opened.close({ force: true }));
      transport = null;
    },
  };
}

async function print(mail: Mail): Promise<void> {
  process.stdout.write(`\n${format(mail)}`);
}

function format({ to, subject, text }: Mail): string {
  // Names come from strangers and could contain terminal escape sequences.
  const stripControls = (line: string): string => line.replace(/[^\P{Cc}\n]/gu, '�');
  return stripControls(`── mail to ${to} ── ${subject.replaceAll('\n', ' ')}\n${text}\n──\n`);
}
