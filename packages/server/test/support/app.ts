// Builds the application on the test's own pools, without listening on a port.

import { TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { LeadAssessor } from '../../src/assessment/lead-assessor.ts';
import { openMailer } from '../../src/auth/mailer.ts';
import { FairQueue } from '../../src/base/fair-queue.ts';
import { Metrics } from '../../src/base/metrics.ts';
import { makeSecretKeys } from '../../src/base/secret-keys.ts';
import { ComputePool, type ComputePoolOptions } from '../../src/compute/compute-pool.ts';
import { MAIN_CELL } from '../../src/db/cell-address.ts';
import { openDatabase } from '../../src/db/database.ts';
import { SchemaVersion } from '../../src/db/schema-version.ts';
import { ownHosts } from '../../src/http/own-page.ts';
import { RateLimiter } from '../../src/http/rate-limiter.ts';
import { UnknownKeys } from '../../src/http/unknown-keys.ts';
import { KeyRing } from '../../src/keys/key-ring.ts';
import { makeKeySeal } from '../../src/keys/seal-key.ts';
import { LeadWriter } from '../../src/leads/lead-writer.ts';
import { ScoringModels } from '../../src/models/scoring-models.ts';
import { RequestLog } from '../../src/request-log/request-log.ts';
import { ScoringSettings } from '../../src/settings/scoring-settings.ts';
import { NO_TRACING } from '../../src/tracing/tracing.ts';
import { makeSeal } from '../../src/webhooks/seal.ts';

const TURNS = { maxRunning: 5, maxRunningPerAccount: 5, maxWaitingPerAccount: 100 };
const TURNS_PER_ACCOUNT = { ...TURNS, maxRunning: Number.POSITIVE_INFINITY };

export interface TestApp {
  readonly app: FastifyInstance;
  /** Only written on `flush` or `close`, so that nothing happens in the background of a test. */
  readonly received: RequestLog;
  /** Also closes the pools. */
  close(): Promise<void>;
}

export async function buildTestApp(
  readPool: pg.Pool,
  writePool: pg.Pool,
  computeOptions: ComputePoolOptions = {},
): Promise<TestApp> {
  const db = openDatabase(readPool);
  const writer = new LeadWriter(writePool);
  const keys = new KeyRing(db, () => {});
  const metrics = new Metrics();
  const logger = pino({ level: 'silent' });
  const compute = new ComputePool(metrics.compute, computeOptions);
  const received = new RequestLog(db, compute, { intervalMs: 3_600_000 });
  const app = await buildApp({
    db,
    insightsDb: db,
    cells: { all: [{ name: MAIN_CELL, maintenanceDb: db, schema: new SchemaVersion(db) }] },
    courier: { deliverPending: async () => {} },
    store: { check: async () => null, requireSpace: () => {} },
    writer,
    inBatchPoolOf: (_accountId, work) => work(writePool),
    webhooks: { seal: makeSeal(makeSecretKeys(TEST_SECRET_KEY)), policy: { allowPrivate: true } },
    keySeal: makeKeySeal(makeSecretKeys(TEST_SECRET_KEY)),
    turns: {
      reads: new FairQueue(TURNS),
      batchWrites: new FairQueue(TURNS),
      batches: new FairQueue(TURNS_PER_ACCOUNT),
      computations: new FairQueue(TURNS_PER_ACCOUNT),
    },
    gate: {
      keys,
      rates: new RateLimiter(),
      unknownKeys: new UnknownKeys(),
      sessions: null,
      hosts: ownHosts('http://localhost'),
    },
    logger,
    metrics,
    tracing: NO_TRACING,
    assessor: new LeadAssessor({ local: null, llm: null, metrics, logger }),
    compute,
    settings: new ScoringSettings(db),
    models: new ScoringModels(db),
    received,
    isDraining: () => false,
    signingUp: { signUp: 'open', signUpPlan: 'free', mailer: openMailer(null), sso: null },
    accountDeletionDays: 7,
    dashboardFolder: null,
    trustedProxies: null,
  });
  return {
    app,
    received,
    close: async () => {
      await app.close();
      await writer.drain();
      await received.close();
      await compute.close();
      await keys.close();
      await Promise.all([db.destroy(), writePool.end()]);
    },
  };
}
