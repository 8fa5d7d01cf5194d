// `leadline api` and `leadline worker` as an operator would run them, telling all they can, so that what they have
// written can be searched.

import { spawnApi, spawnWorker } from '@leadline/testkit/service/spawn-leadline';

export interface Service {
  readonly url: string;
  readonly metricsUrls: readonly string[];
  /** Ends both, if they have not ended, and gives back everything they have written. */
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
