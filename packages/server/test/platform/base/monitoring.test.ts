// What deploy/ tells Prometheus and Grafana about our metrics, and the runbooks.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { expect, test } from 'vitest';
import { Metrics } from '../../../src/platform/base/metrics.ts';
import { WorkerMetrics } from '../../../src/platform/base/worker-metrics.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { buildTestApp } from '../../support/app.ts';
import { listRouteOptions } from '../../support/list-route-options.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const PROMETHEUS = join(ROOT, 'deploy/prometheus');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const rules = read('deploy/prometheus/leadline.rules.yaml');
const tests = read('deploy/prometheus/leadline.test.yaml');
const dashboard = read('deploy/grafana/leadline.json');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name as string);

async function metricNames(): Promise<Set<string>> {
  const api = new Metrics();
  api.watchWorker({ isUp: true, restarts: 0, collectMetrics: async () => [] });
  api.watchLog({ dropped: () => 0 });
  const worker = new WorkerMetrics();
  const { registry: cell } = worker.addDatabase('main', {
    countQueues: async () => [],
    findLastMaintenance: async () => 0,
  });
  const registries = [api.registry, worker.registry, cell];
  const all = (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat();
  return new Set(all.map(({ name }) => name));
}

test.each([
  ['rules', rules],
  ['tests of the rules', tests],
  ['dashboard', dashboard],
])('every metric in the %s exists', async (_, text) => {
  const used = new Set(
    [...text.matchAll(/\b(?:leadline|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  );
  const known = await metricNames();
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});

test('every metric of ours is on the dashboard or in an alert', async () => {
  const ours = [...(await metricNames())].filter((name) => name.startsWith('leadline_'));
  const isWatched = (name: string): boolean => rules.includes(name) || dashboard.includes(name);
  expect(ours.filter((name) => !isWatched(name))).toEqual([
    'leadline_received_dropped_total', // only the request log is affected
    'leadline_llm_tokens_total', // the dollars are there
    'leadline_compute_tasks_total',
  ]);
});

test('LeadsAreSlow watches every route that takes leads', async () => {
  const rule = rules.slice(rules.indexOf('- alert: LeadsAreSlow'), rules.indexOf('- alert: LeadsQueueUp'));
  const watched = [...rule.matchAll(/method="POST", route=~?"([^"(]+)(?:\(([^)]+)\))?"/g)].flatMap(
    ([, start = '', ends = '']) => ends.split('|').map((end) => start + end),
  );
  const url = await cloneDatabase();
  const open = () => openPool(url, { size: 1, role: 'leadline_api' });
  const routes = await listRouteOptions(async () => (await buildTestApp(open(), open())).close());
  // What even a key that can only send leads may do.
  const intake = routes.filter(({ method, config }) => method === 'POST' && config?.keyAccess === 'send');
  expect(intake.length).toBeGreaterThan(4);
  expect(watched.toSorted()).toEqual([...new Set(intake.map((route) => route.url))].toSorted());
});

test('every alert has a test and a runbook, and every runbook an alert', () => {
  expect(alerts).toHaveLength(20);
  expect(alerts.filter((alert) => !tests.includes(`alertname: ${alert}`))).toEqual([]);
  const runbooks = [...read('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(runbooks).toEqual(alerts);
});

test.skipIf(process.env.CI === undefined && !hasPromtool())('the alerts fire when they should', () => {
  execFileSync('promtool', ['check', 'rules', 'leadline.rules.yaml'], { cwd: PROMETHEUS });
  execFileSync('promtool', ['test', 'rules', 'leadline.test.yaml'], { cwd: PROMETHEUS });
});

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
