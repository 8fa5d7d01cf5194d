// Sends 50,000 generated requests to one API process. None may cause a server error, and every response must match the
// OpenAPI document.
//   node drills/fuzz.ts [--requests 50000] [--seed 1]

import { parseArgs } from 'node:util';
import { createAccount } from '@leadline/server';
import { startDrillService } from '@leadline/testkit/drills/start-drill-service';
import { describeFailures, runFuzz } from '@leadline/testkit/fuzz/run-fuzz';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.requests);
const seed = Number(values.seed);
if (!Number.isSafeInteger(count) || count < 1) throw new Error('--requests must be a positive integer');
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be an integer');

const service = await startDrillService('error');
try {
  const { liveKey, testKey } = await createAccount(service.owner, 'owner@example.org', 'unlimited');
  const keys = { live: liveKey, test: testKey };
  const { url } = service.api;
  const started = performance.now();
  const report = await runFuzz({
    url,
    keys,
    seed,
    count,
    concurrency: 32,
    onProgress: (sent, failures) =>
      process.stderr.write(`${sent} of ${count} sent, ${failures} kinds of failure\n`),
  });
  const seconds = (performance.now() - started) / 1000;
  const { status } = await call(url, '/api/webhook.php', makeLead(), { key: liveKey });
  const rows: [name: string, value: string][] = [
    ['seed', String(seed)],
    ['requests', String(report.sent)],
    ['seconds', seconds.toFixed(1)],
    ...[...report.statuses]
      .toSorted()
      .map(([name, times]): [string, string] => [
        name === 'none' ? 'closed without response' : `status ${name}`,
        String(times),
      ]),
    ['slowest', `${report.slowest.ms.toFixed(0)} ms`],
    ['valid lead afterwards', String(status)],
    ['kinds of failure', String(report.failures.length)],
  ];
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(24)}${value.padStart(12)}\n`);
  process.stdout.write(`slowest request: ${report.slowest.request}\n`);
  if (report.failures.length > 0 || status !== 200) {
    process.stdout.write(`\n${describeFailures(report)}\n\n${service.api.output().slice(0, 5_000)}\n`);
    process.exitCode = 1;
  }
} finally {
  await service.stop();
}
