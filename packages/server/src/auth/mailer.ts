// Mail to people who sign in: by SMTP, or printed where somebody tries Leadline out.

import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Whether mail leaves, is shown to whoever runs the process, or is not set up. */
  readonly way: 'sent' | 'printed' | 'none';
  send(mail: Mail): Promise<void>;
}

export type MailConfig = { readonly smtpUrl: string; readonly from: string } | 'print' | null;

export function openMailer(config: MailConfig): Mailer {
  if (config === null) return { way: 'none', send: async () => {} };
  if (config === 'print') return { way: 'printed', send: print };
  const transport = createTransport(config.smtpUrl);
  return {
    way: 'sent',
    send: async (mail) => {
      await transport.sendMail({ from: config.from, ...mail });
    },
  };
}

async function print({ to, subject, text }: Mail): Promise<void> {
  // Names in it are a stranger's: none may move the terminal.
  const plain = (each: string): string => each.replace(/[^\P{Cc}\n]/gu, '�');
  process.stdout.write(plain(`\n── mail to ${to} ── ${subject.replaceAll('\n', ' ')}\n${text}\n──\n`));
}
