// Sends 10,000 leads full of unique strings with 1,000 keys, while requests and the database fail. None of the strings or
// keys may turn up in the logs or the metrics.
//   node drills/canary.ts [--leads 10000] [--keys 1000] [--json]

import { createAccount } from '@leadline/server';
import { sendCanaries } from '@leadline/testkit/canary/send-canaries';
import { makeIntakeKey } from '@leadline/testkit/database/accounts';
import { printResult } from '@leadline/testkit/drills/run-drill';
import { startDrillService } from '@leadline/testkit/drills/start-drill-service';
import { countStatuses, judgeCanary } from '@leadline/testkit/drills/verdicts/judge-canary';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({ leads: 10_000, keys: 1_000, json: false });

const service = await startDrillService('trace');
try {
  const keys: string[] = [];
  const accounts: string[] = [];
  while (keys.length < options.keys) {
    const { accountId, liveKey, testKey } = await createAccount(
      service.owner,
      'owner@example.org',
      'unlimited',
    );
    accounts.push(accountId);
    keys.push(liveKey, testKey);
  }
  const intakeKey = await makeIntakeKey(service.owner, accounts[0] ?? '');
  process.stderr.write(`${keys.length} keys created\n`);
  const started = performance.now();
  const report = await sendCanaries({
    api: service.api,
    owner: service.owner,
    keys,
    intakeKey,
    leads: options.leads,
    concurrency: 32,
    onProgress: (sent) => process.stderr.write(`${sent} of ${options.leads} leads sent\n`),
  });
  const statuses = [...countStatuses(report)].toSorted();
  const figures = {
    leads: options.leads,
    keys: keys.length,
    ...Object.fromEntries(
      statuses.map(([name, times]) => [/^\d/.test(name) ? `status ${name}` : name, times]),
    ),
    'connections terminated': report.brokenConnections,
    'log lines': report.log.lines,
    'requests in the metrics': report.measuredRequests,
  };
  printResult('canary', { checks: judgeCanary(report), figures }, started, options.json);
  for (const { what, line } of report.leaks.slice(0, 20)) process.stderr.write(`${what}: ${line}\n`);
} finally {
  await service.stop();
}
