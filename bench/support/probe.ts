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

export type Sums = Record<string, number>;

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

async function startTime(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
}

/** Not together with the time: it makes every allocation slower. */
async function startMemory(): Promise<void> {
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
}

/** Microseconds by place in the code. */
async function stopTime(): Promise<Sums> {
  const { profile } = await session.post('Profiler.stop');
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const sums = noSums();
  for (const [index, id] of (profile.samples ?? []).entries())
    add(sums, places.get(id) ?? '', profile.timeDeltas?.[index] ?? 0);
  return sums;
}

/** Bytes allocated by place in the code. */
async function stopMemory(): Promise<Sums> {
  const { profile } = await session.post('HeapProfiler.stopSampling');
  const sums = noSums();
  const walk = (node: (typeof profile)['head']): void => {
    add(sums, placeOf(node.callFrame), node.selfSize);
    for (const child of node.children) walk(child);
  };
  walk(profile.head);
  return sums;
}

const placeOf = ({ url, functionName }: { url: string; functionName: string }): string =>
  url === '' ? functionName : `${url.replace(/^.*?\/(?=packages\/|node_modules\/)/, '')} ${functionName}`;

/** Without a prototype, because there are functions called `constructor`. */
const noSums = (): Sums => Object.create(null) as Sums;

const add = (sums: Sums, key: string, value: number): void => {
  sums[key] = (sums[key] ?? 0) + value;
};

const CALLS: Readonly<Record<string, () => unknown>> = {
  '/take': take,
  '/start-time': startTime,
  '/stop-time': stopTime,
  '/start-memory': startMemory,
  '/stop-memory': stopMemory,
};

const server = createServer(async (request, response) => {
  response.end(JSON.stringify((await CALLS[request.url ?? '']?.()) ?? null));
});
server.listen(0, '127.0.0.1', () => console.log(`probe ${(server.address() as AddressInfo).port}`));
server.unref();
