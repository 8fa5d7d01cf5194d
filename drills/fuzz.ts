// Sends 50,000 generated requests to one API process. None may cause a server error, and every response must match the
// OpenAPI document.
//   node drills/fuzz.ts [--requests 50000] [--seed 1] [--json]

import { createAccount } from '@leadline/server';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { printResult } from '@leadline/testkit/drills/run-drill';
import { startDrillService } from '@leadline/testkit/drills/start-drill-service';
import { judgeFuzz } from '@leadline/testkit/drills/verdicts/judge-fuzz';
import { describeFailures, runFuzz } from '@leadline/testkit/fuzz/run-fuzz';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { readOptions } from '@leadline/testkit/read-options';

const { requests: count, seed, json } = readOptions({ requests: 50_000, seed: 1, json: false });

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
  const { status } = await call(url, '/api/webhook.php', makeLead(), { key: liveKey });
  const result = {
    checks: judgeFuzz({ planned: count, report, laterStatus: status }),
    figures: {
      seed,
      requests: report.sent,
      ...Object.fromEntries(
        [...report.statuses]
          .toSorted()
          .map(([name, times]) => [name === 'none' ? 'closed without response' : `status ${name}`, times]),
      ),
      'slowest, ms': Math.round(report.slowest.ms),
    },
  };
  printResult('fuzz', result, started, json);
  process.stderr.write(`slowest request: ${report.slowest.request}\n`);
  if (failedChecks(result).length > 0)
    process.stderr.write(`\n${describeFailures(report)}\n\n${service.api.output().slice(0, 5_000)}\n`);
} finally {
  await service.stop();
}
