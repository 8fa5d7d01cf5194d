// Sends 10,000 leads full of unique strings with 1,000 keys, while requests and the database fail. None of the strings or
// keys may turn up in the logs or the metrics.
//   node drills/canary.ts [--leads 10000] [--keys 1000]

import { parseArgs } from 'node:util';
import { createAccount } from '@leadline/server';
import { sendCanaries } from '@leadline/testkit/canary/send-canaries';
import { startDrillService } from '@leadline/testkit/drills/start-drill-service';

const { values } = parseArgs({
  options: { leads: { type: 'string', default: '10000' }, keys: { type: 'string', default: '1000' } },
});
const leads = Number(values.leads);
const keyCount = Number(values.keys);
if (!Number.isSafeInteger(leads) || leads < 1) throw new Error('--leads must be a positive integer');
if (!Number.isSafeInteger(keyCount) || keyCount < 2)
  throw new Error('--keys must be an integer of at least 2');

const service = await startDrillService('trace');
try {
  const keys: string[] = [];
  while (keys.length < keyCount) {
    const { liveKey, testKey } = await createAccount(service.owner, 'owner@example.org', 'unlimited');
    keys.push(liveKey, testKey);
  }
  process.stderr.write(`${keys.length} keys created\n`);
  const started = performance.now();
  const report = await sendCanaries({
    api: service.api,
    owner: service.owner,
    keys,
    leads,
    concurrency: 32,
    onProgress: (sent) => process.stderr.write(`${sent} of ${leads} leads sent\n`),
  });
  const rows: [name: string, value: string][] = [
    ['leads', String(leads)],
    ['keys', String(keys.length)],
    ['requests', String(report.requests)],
    ['seconds', ((performance.now() - started) / 1000).toFixed(1)],
    ...[...report.statuses]
      .toSorted()
      .map(([name, times]): [string, string] => [/^\d/.test(name) ? `status ${name}` : name, String(times)]),
    ['connections terminated', String(report.brokenConnections)],
    ['log lines', String(report.lines)],
    ['leaks', String(report.leaks.length)],
  ];
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(24)}${value.padStart(12)}\n`);
  for (const { what, line } of report.leaks.slice(0, 20)) process.stdout.write(`${what}: ${line}\n`);
  if (report.leaks.length > 0) process.exitCode = 1;
} finally {
  await service.stop();
}
