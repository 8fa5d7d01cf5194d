// Limits the memory that one account's requests take, and closes connections whose client doesn't read its answers.

import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../../platform/base/client-network.ts';
import { OpenCount, type Opened, type OpenLimits } from '../../platform/base/open-count.ts';

const MIB = 1024 * 1024;

const BYTE_LIMITS: OpenLimits = { perAccount: 32 * MIB, total: 256 * MIB };
/** Callers without an account, by network. They have a total of their own: their number isn't limited, so they must not
 * shrink the share of accounts. */
const STRANGERS_BYTE_LIMITS: OpenLimits = { perAccount: 32 * MIB, total: 64 * MIB };

/** Roughly what Node and Fastify need for a request, however small. */
const BYTES_PER_REQUEST = 16 * 1024;
/** An upload is stored in chunks of 1 MiB. */
const BYTES_PER_UPLOAD = 2 * MIB;

/** Passed to Fastify as `connectionTimeout`: Node restarts it whenever bytes move in either direction. */
export const MAX_SILENCE_MS = 20_000;
/** For clients that read, but only a few bytes at a time. Streamed answers may take longer. */
const MAX_READING_MS = 120_000;

const countBytes = (limits: OpenLimits): OpenCount =>
  new OpenCount({
    ...limits,
    message: 'too much data in progress; read the responses of earlier requests first',
    retryAfterSeconds: 2,
  });

interface Connection {
  /** The requests that haven't been answered completely. */
  readonly open: Set<Opened>;
  /** When the oldest answer that is still unread was written. */
  unreadSince: number | null;
}

/** Call this before adding routes, and after the hook that turns answers into Buffers: only those are counted. */
export function limitMemory(
  app: FastifyInstance,
  limits = BYTE_LIMITS,
  maxReadingMs = MAX_READING_MS,
  strangersLimits = STRANGERS_BYTE_LIMITS,
): void {
  const ofAccounts = countBytes(limits);
  const ofStrangers = countBytes(strangersLimits);
  const count = ({ caller, ip }: FastifyRequest, bytes: number): Opened =>
    caller === null
      ? ofStrangers.open(clientNetwork(ip), bytes)
      : ofAccounts.open(caller.liveAccountId, bytes);
  const connections = new Map<Socket, Connection>();

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { open: new Set(), unreadSince: null };
    connections.set(socket, connection);
    // Answers that wait behind another one on the same connection get no event of their own if it closes.
    socket.once('close', () => {
      connections.delete(socket);
      for (const request of connection.open) request.close();
    });
    return connection;
  };

  const counted = new WeakMap<FastifyRequest, Opened>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasConnection(request)) connectionOf(request.raw.socket);
    done();
  });
  // Runs once the caller is known and before the body is read.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { socket } = request.raw;
    if (socket.destroyed) return done(null, payload);
    try {
      const opened = count(request, BYTES_PER_REQUEST + bodyBytes(request));
      counted.set(request, opened);
      if (!hasConnection(request)) {
        reply.raw.once('finish', opened.close);
        return done(null, payload);
      }
      const connection = connectionOf(socket);
      connection.open.add(opened);
      reply.raw.once('finish', () => {
        opened.close();
        connection.open.delete(opened);
        connection.unreadSince = connection.open.size === 0 ? null : performance.now();
      });
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (Buffer.isBuffer(payload)) {
      counted.get(request)?.add(payload.length);
      const connection = connections.get(request.raw.socket);
      if (connection !== undefined) connection.unreadSince ??= performance.now();
    }
    done(null, payload);
  });

  // With a listener, Node doesn't close the connection itself.
  app.server.on('timeout', (socket: Socket) => {
    const isIdle = connections.get(socket)?.open.size === 0 || socket.bytesRead === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
    // Either we haven't answered yet, or the first headers are still arriving, which has a limit of its own.
    else socket.setTimeout(socket.timeout ?? MAX_SILENCE_MS);
  });
  const sweeping = setInterval(() => {
    const latest = performance.now() - maxReadingMs;
    for (const [socket, { unreadSince }] of connections) {
      if (unreadSince !== null && unreadSince < latest && socket.writableLength > 0) socket.destroy();
    }
  }, maxReadingMs / 10).unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(sweeping);
    done();
  });
}

/** Calls within the process (routes/mcp.ts) come over none. Nothing would tell when it closes. */
const hasConnection = ({ raw }: FastifyRequest): boolean => raw.socket instanceof Socket;

function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (length === undefined && encoding === undefined) return 0;
  if (routeOptions.config.streamsBody) return BYTES_PER_UPLOAD;
  const limit = routeOptions.bodyLimit ?? BYTES_PER_REQUEST;
  return length === undefined ? limit : Math.min(Number(length), limit);
}
