// The application over pools of the test's choosing, without a socket.

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/db/database.ts';
import { RateLimiter } from '../../src/http/rate-limiter.ts';
import { LeadAssessor } from '../../src/intent/lead-assessor.ts';
import { KeyRing } from '../../src/keys/key-ring.ts';
import { LeadWriter } from '../../src/leads/lead-writer.ts';
import { Metrics } from '../../src/metrics.ts';
import { makeSeal } from '../../src/webhooks/seal.ts';
import { TEST_SECRET_KEY } from './api.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  /** Ends the pools too. */
  close(): Promise<void>;
}

export async function buildTestApp(readPool: pg.Pool, writePool: pg.Pool): Promise<TestApp> {
  const db = openDatabase(readPool);
  const writer = new LeadWriter(writePool);
  const keys = new KeyRing(db, () => {});
  const metrics = new Metrics(() => writer.waiting);
  const logger = pino({ level: 'silent' });
  const app = await buildApp({
    db,
    writer,
    batchPool: writePool,
    webhooks: { seal: makeSeal(TEST_SECRET_KEY), policy: { allowPrivate: true } },
    gate: { keys, rates: new RateLimiter() },
    logger,
    metrics,
    assessor: new LeadAssessor({ local: null, llm: null, metrics, logger }),
    isDraining: () => false,
  });
  return {
    app,
    close: async () => {
      await app.close();
      await writer.drain();
      await keys.close();
      await Promise.all([db.destroy(), writePool.end()]);
    },
  };
}
