// Builds the application on the test's own pools, without listening on a port.

import { TEST_SECRET_KEY } from '@leadline/testkit/service/start-in-process';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { KeyRing } from '../../src/accounts/keys/key-ring.ts';
import { makeKeySeal } from '../../src/accounts/keys/seal-key.ts';
import { MAIN_CELL } from '../../src/cells/places/cell-address.ts';
import { makeCrmSeal } from '../../src/crm/vendors/seal.ts';
import { ownHosts } from '../../src/http/admission/own-page.ts';
import { LeadWriter } from '../../src/leads/intake/lead-writer.ts';
import { RequestLog } from '../../src/leads/request-log/request-log.ts';
import { makeWebhookSeal } from '../../src/notifications/webhooks/seal.ts';
import { FairQueue } from '../../src/platform/base/fair-queue.ts';
import { Metrics } from '../../src/platform/base/metrics.ts';
import { makeSecretKeys } from '../../src/platform/base/secret-keys.ts';
import { WindowCounter } from '../../src/platform/base/window-counter.ts';
import { ComputePool, type ComputePoolOptions } from '../../src/platform/compute/compute-pool.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { openMailer } from '../../src/platform/email/mailer.ts';
import { SchemaVersion } from '../../src/platform/schema/schema-version.ts';
import { NO_TRACING } from '../../src/platform/tracing/tracing.ts';
import { buildApp } from '../../src/processes/app.ts';
import { LeadAssessor } from '../../src/scoring/assessment/lead-assessor.ts';
import { keepScoringModels, keepScoringSettings } from '../../src/scoring/published-versions.ts';

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
    databases: () => [{ name: MAIN_CELL, maintenanceDb: db, schema: new SchemaVersion(db) }],
    courier: { syncPending: async () => {} },
    store: { check: async () => null, requireSpace: () => {} },
    writer,
    inBatchPoolOf: (_accountId, work) => work(writePool),
    crmSeal: makeCrmSeal(makeSecretKeys(TEST_SECRET_KEY)),
    webhooks: { seal: makeWebhookSeal(makeSecretKeys(TEST_SECRET_KEY)), policy: { allowPrivate: true } },
    keySeal: makeKeySeal(makeSecretKeys(TEST_SECRET_KEY)),
    turns: {
      reads: new FairQueue(TURNS),
      batchWrites: new FairQueue(TURNS),
      batches: new FairQueue(TURNS_PER_ACCOUNT),
      computations: new FairQueue(TURNS_PER_ACCOUNT),
    },
    gate: {
      keys,
      requests: new WindowCounter(),
      unknownKeys: new WindowCounter(),
      sessions: null,
      hosts: ownHosts('http://localhost'),
    },
    logger,
    metrics,
    tracing: NO_TRACING,
    assessor: new LeadAssessor({ local: null, llm: null, metrics, logger }),
    compute,
    settings: keepScoringSettings(db),
    models: keepScoringModels(db),
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
