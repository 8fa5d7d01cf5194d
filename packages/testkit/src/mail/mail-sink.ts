// A mail server that accepts everything and keeps it.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailSink {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): void;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const server = createServer((socket) => void receive(socket, mails)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    mails,
    close: () => server.close(),
  };
}

async function receive(socket: Socket, mails: ReceivedMail[]): Promise<void> {
  socket.on('error', () => {}); // a client that hangs up
  socket.write('220 sink\r\n');
  let to = '';
  let content: string[] | null = null;
  for await (const line of createInterface({ input: socket })) {
    if (content !== null) {
      if (line === '.') {
        mails.push(parse(to, content));
        content = null;
        socket.write('250 accepted\r\n');
      } else content.push(line.replace(/^\.\./, '.'));
      continue;
    }
    const [command = ''] = line.toUpperCase().split(/[ :]/);
    if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
    if (command === 'DATA') content = [];
    socket.write(command === 'DATA' ? '354 go ahead\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
    if (command === 'QUIT') socket.end();
  }
}

function parse(to: string, lines: readonly string[]): ReceivedMail {
  const end = lines.indexOf('');
  const headers = lines.slice(0, end).join('\n');
  const body = lines.slice(end + 1).join('\n');
  return {
    to,
    subject: /^Subject: (.*)$/m.exec(headers)?.[1] ?? '',
    text: /quoted-printable/i.test(headers) ? decodeQuotedPrintable(body) : body,
  };
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
