// Sends email over SMTP, or prints it while someone is trying out Leadline.

import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** `printed`: written to standard output; `none`: email is not set up. */
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
  // Names come from strangers and could contain terminal escape sequences.
  const stripControls = (line: string): string => line.replace(/[^\P{Cc}\n]/gu, '�');
  process.stdout.write(
    stripControls(`\n── mail to ${to} ── ${subject.replaceAll('\n', ' ')}\n${text}\n──\n`),
  );
}
