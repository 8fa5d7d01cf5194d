// Watches a working service for a minute: it must connect to PostgreSQL and to nothing else. Runs in a network namespace of its
// own, so that nothing could get out; needs root, strace and iproute2.
//   node drills/network.ts [--seconds 60] [--json]

import { parseArgs } from 'node:util';
import { checkAddresses, workForAWhile } from '@leadline/testkit/drills/network';
import { printResult, runDrill } from '@leadline/testkit/drills/run-drill';
import { watchConnections } from '@leadline/testkit/net/watch-connections';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean' },
    inside: { type: 'boolean' },
  },
});

if (values.inside) {
  await runDrill('work', ({ url }, log) => workForAWhile(url, { seconds: Number(values.seconds) }, log));
} else {
  const started = performance.now();
  const command = [process.execPath, import.meta.filename, '--inside', '--seconds', values.seconds];
  const { exitCode, addresses } = await watchConnections(command);
  printResult('network', checkAddresses(addresses), started, values.json ?? false);
  if (exitCode !== 0) process.exitCode = 1;
}
