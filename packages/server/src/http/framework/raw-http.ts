// Sends our usual error response for requests that never reach Fastify or that Node would answer itself.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODE_HEADER, ERRORS, type ErrorCode } from '@leadline/contract/errors';
import { interfaceError } from './errors.ts';

/** Handles malformed HTTP and headers that are too large or arrive too slowly. */
export function answerBrokenHttp(
  { code = '' }: Error & { code?: string },
  socket: Socket & { _httpMessage?: ServerResponse | null },
): void {
  if (socket.destroyed || !socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // Garbage after a valid request: answer that request, then close the connection.
  const pending = socket._httpMessage;
  if (pending?.req.complete) pending.once('finish', () => socket.end());
  else endWith(socket, CODES[code] ?? 'invalid_http');
}

/** Node would answer these without a body or close the connection. */
export function answerInsteadOfNode(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(ERRORS.expectation_failed.status, {
      'Content-Type': 'application/json; charset=utf-8',
      [ERROR_CODE_HEADER]: 'expectation_failed',
    });
    response.end(JSON.stringify(interfaceError('expectation_failed', 'only "100-continue" is supported')));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => endWith(socket, 'method_not_allowed'));
}

/** Leaves the code out of the body, because we don't know yet whether this is one of the three interface calls. */
export function endWith(socket: Socket, code: ErrorCode): void {
  const body = JSON.stringify(interfaceError(code, code === 'invalid_http' ? 'this is not valid HTTP' : ''));
  socket.end(
    `HTTP/1.1 ${ERRORS[code].status} ${REASONS[code]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `${ERROR_CODE_HEADER}: ${code}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const REASONS: Partial<Record<ErrorCode, string>> = {
  headers_too_large: 'Request Header Fields Too Large',
  request_timeout: 'Request Timeout',
  too_large: 'Content Too Large',
  method_not_allowed: 'Method Not Allowed',
  invalid_http: 'Bad Request',
};
