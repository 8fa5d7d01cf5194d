// What never becomes a request of ours, or would be answered by Node itself: answered in the shape of every other
// error.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@leadline/contract';
import { errorBody } from './errors.ts';

/** Broken HTTP, headers too large or too slow. */
export function answerBrokenHttp(
  { code = '' }: Error & { code?: string },
  socket: Socket & { _httpMessage?: ServerResponse | null },
): void {
  if (socket.destroyed || !socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Garbage behind a good request: that one is still to be answered, and then it is enough.
  const pending = socket._httpMessage;
  if (pending?.req.complete) pending.once('finish', () => socket.end());
  else endWith(socket, CODES[code] ?? 'invalid input');
}

/** Node would refuse these without a body, or hang up. */
export function answerWhatNodeWould(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(ERRORS['expectation failed'], { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(errorBody('expectation failed', 'only "100-continue" is understood')));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => endWith(socket, 'method not allowed'));
}

export function endWith(socket: Socket, error: ErrorCode): void {
  const body = JSON.stringify(errorBody(error, error === 'invalid input' ? 'this is not valid HTTP' : ''));
  socket.end(
    `HTTP/1.1 ${ERRORS[error]} ${REASONS[error]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers too large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request timeout',
};

const REASONS: Partial<Record<ErrorCode, string>> = {
  'headers too large': 'Request Header Fields Too Large',
  'request timeout': 'Request Timeout',
  'too large': 'Content Too Large',
  'method not allowed': 'Method Not Allowed',
  'invalid input': 'Bad Request',
};
