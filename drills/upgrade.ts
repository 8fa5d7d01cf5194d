// Upgrades from the previous release to this one and back, at 100 leads a second, without a retry.
//   node drills/upgrade.ts [--from COMMIT] [--json]     COMMIT is the last release, or else the commit before

import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startEmptyPostgres } from '@leadline/testkit/database/crashable-postgres';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';
import { drillUpgrade } from '@leadline/testkit/drills/upgrade';

const { values } = parseArgs({ options: { from: { type: 'string' }, json: { type: 'boolean' } } });
const from = values.from ?? findLastRelease();

await runDrillOn('upgrade', startEmptyPostgres, ({ url }, log) =>
  drillUpgrade(url, { from, to: 'HEAD', leadsPerSecond: 100, storedLeads: 200_000, seconds: 10 }, log),
);

function findLastRelease(): string {
  const tags = execFileSync('git', ['tag', '--list', '@leadline/cli@*', '--sort=-v:refname'], {
    encoding: 'utf8',
  });
  const [last] = tags.trim().split('\n');
  return last || 'HEAD~1';
}
