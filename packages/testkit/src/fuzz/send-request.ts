// Sends generated requests. Valid HTTP reuses connections; broken HTTP gets a new connection each time.

import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrokenRequest } from './generate-broken-http.ts';
import type { HttpRequest } from './generate-requests.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Longer than any response should take. A busy process answers those who send many bad requests up to ten seconds late. */
const MAX_WAIT_MS = 20_000;
/** If the server is silent for this long, it is waiting for more bytes. */
const QUIET_MS = 100;

export function sendHttp(
  url: URL,
  agent: Agent,
  { method, target, headers, body }: HttpRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      host: url.hostname,
      port: url.port,
      method,
      path: target,
      headers: { ...headers, ...(body === null ? {} : { 'content-length': body.length }) },
      timeout: MAX_WAIT_MS,
    });
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${MAX_WAIT_MS} ms`)));
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.end(body ?? undefined);
  });
}

/** Returns all responses. The server must close the connection once we have closed our side. */
export async function sendBroken(url: URL, { pieces }: BrokenRequest): Promise<Answer[]> {
  const socket = connect(Number(url.port), url.hostname);
  const received: Buffer[] = [];
  let heardAt = performance.now();
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    heardAt = performance.now();
  });
  // Resetting the connection is an acceptable response to garbage.
  socket.on('error', () => {});
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  for (const piece of pieces) {
    if (socket.destroyed || !socket.writable) break;
    socket.write(piece);
    await pause(1);
  }
  while (!socket.destroyed && performance.now() - heardAt < QUIET_MS)
    await Promise.race([pause(QUIET_MS / 4), closed]);
  socket.end();
  const hasEnded = await Promise.race([closed, pause(MAX_WAIT_MS, false, { ref: false })]);
  socket.destroy();
  if (!hasEnded) throw new Error('the server did not close the connection');
  return readAnswers(Buffer.concat(received).toString('latin1'));
}

function readAnswers(stream: string): Answer[] {
  const answers: Answer[] = [];
  let rest = stream;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1];
    if (end < 0 || status === undefined)
      throw new Error(`the response is not HTTP: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers: IncomingHttpHeaders = Object.fromEntries(
      lines.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 1).trim(),
      ]),
    );
    const { text, length } = readBody(headers, rest.slice(end + 4));
    // "100 Continue" comes before the actual response.
    if (status !== '100')
      answers.push({ status: Number(status), headers, text: Buffer.from(text, 'latin1').toString('utf8') });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

function readBody(
  headers: IncomingHttpHeaders,
  rest: string,
): { readonly text: string; readonly length: number } {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0);
    if (rest.length < length) throw new Error('the response is shorter than its Content-Length');
    return { text: rest.slice(0, length), length };
  }
  let text = '';
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.slice(at, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error('the response is cut off');
    text += rest.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
    if (size === 0) return { text, length: at };
  }
}
