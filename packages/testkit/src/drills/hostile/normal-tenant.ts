// A tenant that uses the service as it is meant to be used while somebody attacks it.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface NormalTenantData {
  readonly urls: readonly string[];
  readonly key: string;
  readonly leadsPerSecond: number;
  readonly readsPerSecond: number;
}

export interface Sample {
  readonly kind: 'lead' | 'read';
  /** The attack during which the request was sent. */
  readonly phase: string;
  readonly ms: number;
  /** 0 if there was no response. */
  readonly status: number;
}

export interface NormalTenantResult {
  readonly samples: readonly Sample[];
  /** The IDs of the leads that were answered with 200. */
  readonly acknowledged: readonly string[];
}

export interface NormalTenant {
  enterPhase(phase: string): void;
  /** What was answered so far. */
  report(): Promise<NormalTenantResult>;
  stop(): Promise<NormalTenantResult>;
}

export function startNormalTenant(workerData: NormalTenantData): NormalTenant {
  const thread = new Worker(new URL('./normal-tenant-thread.ts', import.meta.url), { workerData });
  const ask = async (message: 'report' | 'stop'): Promise<NormalTenantResult> => {
    thread.postMessage(message);
    const [result] = (await once(thread, 'message')) as [NormalTenantResult];
    return result;
  };
  return {
    enterPhase: (phase) => thread.postMessage({ phase }),
    report: () => ask('report'),
    stop: () => ask('stop'),
  };
}

/** The slowest of the fastest 99 percent, in whole milliseconds. */
export const p99 = (samples: readonly Sample[]): number => slowestOf(samples, 0.99);

export function slowestOf(samples: readonly Sample[], share: number): number {
  const times = samples.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
}
