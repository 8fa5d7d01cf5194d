// Starts the API and the worker in the test's own process.

import {
  type RunningApi,
  type RunningWorker,
  startApi,
  startWorker,
  type WorkerConfig,
} from '@leadline/server';
import type { ApiConfig } from '@leadline/server/testing';

import { spreadOverCells } from '../database/test-cells.ts';

export const TEST_SECRET_KEY = 'a secret key that is used only by tests';

export async function startTestApi(
  databaseUrl: string,
  changes: Partial<ApiConfig> = {},
): Promise<RunningApi> {
  await spreadOverCells(databaseUrl);
  return startApi({
    ...testConfig(databaseUrl),
    authDatabaseUrl: null,
    host: '127.0.0.1',
    port: 0,
    ai: null,
    signUp: 'open',
    signUpPlan: 'free',
    accountDeletionDays: 7,
    sso: null,
    dashboardFolder: null,
    trustedProxies: null,
    ...changes,
  });
}

/** Allowed to deliver webhooks to this machine. */
export const startTestWorker = (
  databaseUrl: string,
  changes: Partial<WorkerConfig> = {},
): Promise<RunningWorker> => startWorker({ ...testConfig(databaseUrl), ...changes });

/** Set TEST_LOG=info to see what the service logs. */
const testConfig = (databaseUrl: string): WorkerConfig => ({
  databaseUrl,
  workerCells: [],
  release: null,
  metricsHost: '127.0.0.1',
  metricsPort: 0,
  logLevel: process.env.TEST_LOG ?? 'silent',
  tracing: null,
  secretKey: TEST_SECRET_KEY,
  otherSecretKeys: [],
  allowPrivateTargets: true,
  disk: { dataDiskPath: null, minFreeBytes: 0, maxDatabaseBytes: null },
  mail: null,
  publicUrl: null,
});
