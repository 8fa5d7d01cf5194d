// A mail server that accepts everything and keeps it, unless told to reject or to hesitate.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Empty if the mail has only plain text. */
  readonly html: string;
  readonly messageId: string;
  /** Exactly as sent, with folded lines. */
  readonly headers: string;
}

export interface MailSink {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** How it answers to the content of a mail, such as `451 try again later`. Null: accept. */
  rejection: string | null;
  /** How long it keeps a mail before it confirms it. */
  hesitationMs: number;
  close(): void;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  // A client that is killed cuts the connection.
  const server = createServer((socket) => void receive(socket, mails, sink).catch(() => {}));
  server.listen(0, '127.0.0.1');
  const sink: MailSink = { url: '', mails, rejection: null, hesitationMs: 0, close: () => server.close() };
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(sink, { url: `smtp://127.0.0.1:${port}?ignoreTLS=true` });
}

async function receive(socket: Socket, mails: ReceivedMail[], sink: MailSink): Promise<void> {
  socket.on('error', () => {}); // a client that hangs up
  socket.write('220 sink\r\n');
  let to = '';
  let content: string[] | null = null;
  for await (const line of createInterface({ input: socket })) {
    if (content !== null) {
      if (line === '.') {
        if (sink.rejection === null) mails.push(parse(to, content));
        content = null;
        if (sink.hesitationMs > 0) await sleep(sink.hesitationMs);
        socket.write(`${sink.rejection ?? '250 accepted'}\r\n`);
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

interface Entity {
  readonly headers: string;
  readonly body: string;
}

function parse(to: string, lines: readonly string[]): ReceivedMail {
  const whole = splitEntity(lines.join('\n'));
  const parts = listParts(whole);
  const textOf = (type: string): string => {
    const part = parts.find(({ headers }) => headerOf(headers, 'Content-Type').startsWith(type));
    return part === undefined ? '' : decodeBody(part);
  };
  return {
    to,
    subject: decodeWords(headerOf(whole.headers, 'Subject')),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    messageId: headerOf(whole.headers, 'Message-ID'),
    headers: whole.headers,
  };
}

function splitEntity(text: string): Entity {
  const end = text.indexOf('\n\n');
  return { headers: text.slice(0, end), body: text.slice(end + 2) };
}

function listParts(entity: Entity): Entity[] {
  const boundary = /boundary="([^"]+)"/.exec(headerOf(entity.headers, 'Content-Type'))?.[1];
  if (boundary === undefined) return [entity];
  return entity.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => listParts(splitEntity(part.trimStart())));
}

const headerOf = (headers: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(headers.replace(/\n[ \t]+/g, ' '))?.[1] ?? '';

function decodeBody({ headers, body }: Entity): string {
  const encoding = headerOf(headers, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  return encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body;
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );
