// Failure cases of the live feed: the database fails, a client doesn't read, or a client loses access.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import fastify, { type FastifyRequest } from 'fastify';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { KeyRing } from '../../../src/accounts/keys/key-ring.ts';
import type { Gate } from '../../../src/http/admission/admit.ts';
import { ownHosts } from '../../../src/http/admission/own-page.ts';
import { handleError } from '../../../src/http/framework/errors.ts';
import { EventStream } from '../../../src/http/live/event-stream.ts';
import { LiveFeed } from '../../../src/http/live/live-feed.ts';
import type { News } from '../../../src/http/live/watcher.ts';
import { addLive } from '../../../src/http/routes/leads/live.ts';
import { makeId, showId } from '../../../src/platform/base/ids.ts';
import { WindowCounter } from '../../../src/platform/base/window-counter.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { useStore } from '../../support/stored-leads.ts';
import { listen } from './listener.ts';

const suite = useStore();
const silent = pino({ level: 'silent' });

describe('the live feed', () => {
  test('recovers from a database failure, logs it once, and catches up on missed leads', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const feed = new LiveFeed(suite.db, logger);
    const accountId = makeId();
    const news: News[] = [];
    const leave = await feed.listen(accountId, (event) => void news.push(event));
    await suite.owner.query('alter table leadline.outcomes rename to outcomes_elsewhere');
    try {
      await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 5_000 });
      const [lead] = await suite.store(accountId, [{ score: 50 }]);
      await sleep(2_500);
      await suite.owner.query('alter table leadline.outcomes_elsewhere rename to outcomes');
      await vi.waitFor(
        () =>
          expect(news).toEqual([
            { event: 'leads', leadIds: [showId('lead', lead?.id ?? '')], isReassigned: false },
          ]),
        { timeout: 3_000 },
      );
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'failed to read live events; retrying' });
    } finally {
      await suite.owner.query('alter table if exists leadline.outcomes_elsewhere rename to outcomes');
      leave();
      await feed.close();
    }
  });

  test('rejects new listeners while the database is unavailable and accepts them afterwards', async () => {
    const feed = new LiveFeed(suite.db, silent);
    await suite.owner.query('alter table leadline.outcomes rename to outcomes_elsewhere');
    const accountId = makeId();
    try {
      const both = await Promise.allSettled([
        feed.listen(accountId, () => {}),
        feed.listen(accountId, () => {}),
      ]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    } finally {
      await suite.owner.query('alter table leadline.outcomes_elsewhere rename to outcomes');
    }
    const leave = await feed.listen(accountId, () => {});
    leave();
    await feed.close();
  });

  test('queries once a second for all listeners of an account, and not at all without listeners', async () => {
    const pool = openPool(await cloneDatabase(), { size: 2, role: 'leadline_api' });
    const db = openDatabase(pool);
    let queries = 0;
    pool.on('acquire', () => {
      queries++;
    });
    const feed = new LiveFeed(db, silent);
    const accountId = makeId();
    const leaving = await Promise.all(Array.from({ length: 10 }, () => feed.listen(accountId, () => {})));
    await sleep(3_300);
    expect(queries).toBeGreaterThanOrEqual(2);
    expect(queries).toBeLessThanOrEqual(4);
    for (const leave of leaving) leave();
    await sleep(100);
    const before = queries;
    await sleep(1_500);
    expect(queries).toBe(before);
    await feed.close();
    await db.destroy();
  });
});

test('a live client that does not read is disconnected before its events fill memory', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const stream = new EventStream(response, {});
  const closed = once(response, 'close');
  const lead_ids = Array.from({ length: 200 }, () => showId('lead', makeId()));
  let maxUnread = 0;
  for (let sent = 0; sent < 10_000 && !response.destroyed; sent++) {
    stream.send('leads', { lead_ids });
    maxUnread = Math.max(maxUnread, response.writableLength);
    if (sent % 20 === 0) await sleep(0);
  }
  expect(response.destroyed).toBe(true);
  await closed;
  expect(maxUnread).toBeLessThan(512 * 1024);
  stream.send('leads', { lead_ids }); // must not throw after the stream is closed
  stream.beat();
  stream.end();
  client.destroy();
  server.close();
});

describe('a live client that loses access', () => {
  test('is disconnected at the next check, but not if a check fails', async () => {
    const { liveKey } = await makeAccount(openInstallation(suite.owner));
    const keys = new KeyRing(suite.db, () => {});
    const check = vi.fn(
      async (_requests: readonly FastifyRequest[]): Promise<readonly FastifyRequest[]> => [],
    );
    const app = fastify({ forceCloseConnections: 'idle' });
    app.setErrorHandler(handleError);
    app.decorateRequest('caller', null);
    app.decorateRequest('signedIn', null);
    const gate: Gate = {
      keys,
      requests: new WindowCounter(),
      unknownKeys: new WindowCounter(),
      sessions: null,
      hosts: ownHosts('http://localhost'),
    };
    addLive(app, { gate, db: suite.db, logger: silent, findExpelled: check, recheckMs: 50 });
    const listener = await listen(await app.listen({ host: '127.0.0.1', port: 0 }), liveKey);
    let hasEnded = false;
    void listener.ended.then(() => {
      hasEnded = true;
    });
    check.mockRejectedValueOnce(new Error('the database is unavailable'));
    await vi.waitFor(() => expect(check.mock.calls.length).toBeGreaterThan(3));
    expect(hasEnded).toBe(false);
    check.mockImplementation(async (requests) => requests);
    await listener.ended;
    await app.close();
    await keys.close();
  });
});
