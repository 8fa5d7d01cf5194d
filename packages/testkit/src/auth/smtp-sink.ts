// A mail server that accepts everything and keeps it, so that tests can read what was sent over SMTP.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** The message, with headers. */
  readonly text: string;
}

export interface SmtpSink {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    talk(socket, mails);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function talk(socket: Socket, mails: ReceivedMail[]): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let to = '';
  let message: string[] | null = null;
  say('220 sink');
  createInterface({ input: socket }).on('line', (line) => {
    if (message !== null) {
      if (line !== '.') {
        message.push(line.startsWith('.') ? line.slice(1) : line);
        return;
      }
      mails.push(readMail(to, message));
      message = null;
      say('250 kept');
      return;
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
    if (command === 'DATA') message = [];
    say(command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok');
    if (command === 'QUIT') socket.end();
  });
}

function readMail(to: string, lines: readonly string[]): ReceivedMail {
  const raw = lines.join('\n');
  // Long lines are sent as quoted-printable.
  const text = raw
    .replace(/=\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  return { to, subject: /^Subject: (.*)$/m.exec(raw)?.[1] ?? '', text };
}
