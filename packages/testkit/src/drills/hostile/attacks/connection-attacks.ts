// Attacks that need no rights: connections, unknown keys, unknown paths.

import { randomBytes } from 'node:crypto';
import { makeKey } from '@leadline/server/testing';
import type { Attack } from '../attacker.ts';

export const connectionAttacks: readonly Attack[] = [
  {
    name: 'unknown keys',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 700, inFlight: 100 }, () => ({
        path: '/api/usage',
        key: makeKey('live'),
      })),
  },
  {
    name: 'slow headers and bodies',
    run: (attacker, signal) =>
      attacker.holdSockets(
        signal,
        300,
        (index) =>
          index % 2 === 0
            ? 'POST /api/webhook.php HTTP/1.1\r\nHost: a\r\nX-Slow: '
            : `POST /api/webhook.php HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\nX-API-KEY: ${attacker.liveKey}\r\n\r\n{`,
        ' ',
      ),
  },
  {
    name: 'pipelined requests',
    run: (attacker, signal) =>
      attacker.holdSockets(
        signal,
        10,
        () => `GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${attacker.liveKey}\r\n\r\n`.repeat(1_000),
        `GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${attacker.liveKey}\r\n\r\n`.repeat(100),
      ),
  },
  {
    name: 'unknown paths, methods and hosts',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 300, inFlight: 64 }, (index) => ({
        method: index % 3 === 0 ? 'OPTIONS' : 'GET',
        path: `/api/${randomBytes(8).toString('hex')}?q=${'x'.repeat(4_000)}`,
        ...(index % 2 === 0 ? { key: attacker.liveKey } : {}),
      })),
  },
];
