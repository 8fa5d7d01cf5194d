// Provides a test file with an API, a worker, webhook receivers and its own database.

import type { NewAccount, RunningWorker } from '@leadline/server';
import { afterAll, beforeAll } from 'vitest';
import { makeAccount } from '../database/accounts.ts';
import { startTestWorker } from '../service/start-in-process.ts';
import { type ApiSuite, type ApiSuiteOptions, type Caller, callAs, useApi } from '../service/use-api.ts';
import { Receiver } from './receiver.ts';

export interface WebhookSuite extends ApiSuite {
  /** The receiver is closed when the suite ends. */
  startReceiver(): Promise<Receiver>;
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
}

interface WebhookSuiteOptions extends ApiSuiteOptions {
  readonly startsWorker?: boolean;
}

export function useWebhooks({ startsWorker = true, ...options }: WebhookSuiteOptions = {}): WebhookSuite {
  const suite = useApi(options) as WebhookSuite;
  const receivers: Receiver[] = [];
  let worker: RunningWorker | null = null;
  suite.startReceiver = async () => {
    const receiver = await Receiver.start();
    receivers.push(receiver);
    return receiver;
  };
  suite.startWorker = async () => {
    worker ??= await startTestWorker(suite.databaseUrl);
  };
  suite.stopWorker = async () => {
    await worker?.stop();
    worker = null;
  };
  beforeAll(async () => {
    if (startsWorker) await suite.startWorker();
  });
  afterAll(async () => {
    // Receivers close first, so that the worker doesn't wait for a hanging delivery.
    for (const receiver of receivers) await receiver.close();
    await suite.stopWorker();
  });
  return suite;
}

/** Creates an account that no other test in the file touches. */
export async function newCustomer(
  suite: WebhookSuite,
  limits: Parameters<typeof makeAccount>[1] = {},
): Promise<NewAccount & { readonly call: Caller }> {
  const account = await makeAccount(suite.owner, limits);
  return { ...account, call: callAs(suite, account) };
}
