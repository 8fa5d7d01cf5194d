// Upgrades from the previous release to this one and back, at 100 leads a second, without a retry.
//   node drills/upgrade.ts [--from COMMIT] [--json]     COMMIT is the last release, or else this commit
// The drill adds migrations of its own to the new one.

import { execFileSync } from 'node:child_process';
import { startEmptyPostgres } from '@leadline/testkit/database/crashable-postgres';
import { runDrillOn } from '@leadline/testkit/drills/run-drill';
import { drillUpgrade } from '@leadline/testkit/drills/upgrade';
import { readOptions } from '@leadline/testkit/read-options';

const options = readOptions({ from: null, json: false });
const from = options.from ?? findLastRelease() ?? 'HEAD';

await runDrillOn(
  'upgrade',
  startEmptyPostgres,
  ({ url }, log) =>
    drillUpgrade(url, { from, to: 'HEAD', leadsPerSecond: 100, storedLeads: 200_000, seconds: 10 }, log),
  options,
);

function findLastRelease(): string | null {
  const tags = execFileSync('git', ['tag', '--list', '@leadline/cli@*', '--sort=-v:refname'], {
    encoding: 'utf8',
  });
  return tags.trim().split('\n')[0] || null;
}
