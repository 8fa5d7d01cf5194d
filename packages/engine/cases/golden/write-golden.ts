// Writes the expected results of the golden cases. A change that moves a golden score needs a new engine version, so this
// fails if a score differs from the locked version.
//   npm run golden

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ENGINE_VERSION } from '../../src/index.ts';
import { computeGolden, type GoldenLead, parseLines } from './golden.ts';
import { LOCK_FILE, lockOf, readLock } from './lock.ts';

const leads = parseLines<GoldenLead>(readFileSync(new URL('leads.ndjson', import.meta.url), 'utf8'));
const results = leads.map((lead) => ({ title: lead.title, expected: computeGolden(lead) }));
const lock = readLock();
const hash = lockOf(results, createHash('sha256'));
const locked = lock[ENGINE_VERSION];
if (locked !== undefined && locked !== hash) {
  console.error(
    `Golden scores changed, but engine ${ENGINE_VERSION} is locked. Increase ENGINE_VERSION in src/version.ts and explain the change in CHANGELOG.md.`,
  );
  process.exit(1);
}
writeFileSync(
  new URL('expected.ndjson', import.meta.url),
  `${results.map((result) => JSON.stringify(result)).join('\n')}\n`,
);
writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, [ENGINE_VERSION]: hash }, null, 2)}\n`);
console.log(`Wrote ${results.length} golden cases for engine ${ENGINE_VERSION}.`);
