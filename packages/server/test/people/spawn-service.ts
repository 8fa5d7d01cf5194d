// Runs `leadline api` and `leadline worker` like an operator, with verbose logs that tests can search.

import { spawnApi, spawnWorker } from '@leadline/testkit/service/spawn-leadline';

export interface Service {
  readonly url: string;
  readonly metricsUrls: readonly string[];
  /** Stops both processes if they are still running, and returns everything they have logged. */
  stop(): Promise<string>;
}

export async function spawnService(databaseUrl: string): Promise<Service> {
  const api = await spawnApi(databaseUrl, 0, 'trace');
  const worker = await spawnWorker(databaseUrl, 'trace');
  return {
    url: api.url,
    metricsUrls: [api.metricsUrl, worker.metricsUrl],
    stop: async () => {
      await api.kill('SIGTERM');
      await worker.kill('SIGTERM');
      return `${api.output()}\n${worker.output()}`;
    },
  };
}
