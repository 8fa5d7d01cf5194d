// Preloaded into a Node process under test (`node --import`): measures its CPU time, event loop and garbage collector,
// and takes profiles. Prints `probe PORT`; see open-probe.ts.

import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

export interface Probed {
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  readonly longestDelayMs: number;
  readonly longestGcMs: number;
  readonly gcSeconds: number;
}

export interface Profile {
  /** Microseconds of the main thread by function's file. */
  readonly selfUs: Readonly<Record<string, number>>;
  readonly allocatedBytes: number;
  readonly allocatedBy: Readonly<Record<string, number>>;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let longestGcMs = 0;
let gcMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    gcMs += duration;
    longestGcMs = Math.max(longestGcMs, duration);
  }
}).observe({ entryTypes: ['gc'] });
let cpu = process.cpuUsage();

/** Since the last call. */
function take(): Probed {
  const { user, system } = process.cpuUsage(cpu);
  const taken = {
    cpuSeconds: (user + system) / 1e6,
    longestDelayMs: delay.max / 1e6,
    longestGcMs,
    gcSeconds: gcMs / 1000,
  };
  cpu = process.cpuUsage();
  delay.reset();
  longestGcMs = 0;
  gcMs = 0;
  return taken;
}

const session = new Session();
session.connect();
const SAMPLED_BYTES = 8_192;

async function startProfile(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await session.post('Profiler.start');
}

async function stopProfile(): Promise<Profile> {
  const { profile } = await session.post('Profiler.stop');
  const { profile: heap } = await session.post('HeapProfiler.stopSampling');
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const selfUs: Record<string, number> = {};
  for (const [index, id] of (profile.samples ?? []).entries())
    add(selfUs, places.get(id) ?? '', profile.timeDeltas?.[index] ?? 0);
  const allocatedBy: Record<string, number> = {};
  let allocatedBytes = 0;
  const walk = (node: (typeof heap)['head']): void => {
    add(allocatedBy, placeOf(node.callFrame), node.selfSize);
    allocatedBytes += node.selfSize;
    for (const child of node.children) walk(child);
  };
  walk(heap.head);
  return { selfUs, allocatedBytes, allocatedBy };
}

const placeOf = ({ url, functionName }: { url: string; functionName: string }): string =>
  url === '' ? functionName : `${url.replace(/^.*?\/(?=packages\/|node_modules\/)/, '')} ${functionName}`;

const add = (sums: Record<string, number>, key: string, value: number): void => {
  sums[key] = (sums[key] ?? 0) + value;
};

const server = createServer(async (request, response) => {
  if (request.url === '/start') await startProfile();
  const body = request.url === '/take' ? take() : request.url === '/stop' ? await stopProfile() : {};
  response.end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => console.log(`probe ${(server.address() as AddressInfo).port}`));
server.unref();
