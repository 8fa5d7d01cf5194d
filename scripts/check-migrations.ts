// Checks that new migrations keep the previous release working and make nobody wait: see
// docs/decisions/0043-expand-and-contract.md.

import { readFileSync } from 'node:fs';
import {
  BEFORE_THE_RULE,
  findLost,
  findRuleBreaks,
  listRemovals,
  readInterface,
  readMigration,
  readMigrations,
} from '@leadline/server/schema-changes';
import { reportProblems } from './report-problems.ts';

const { version } = JSON.parse(readFileSync('packages/cli/package.json', 'utf8')) as { version: string };
const files = (await readMigrations())
  .filter(({ name }) => !BEFORE_THE_RULE.has(name))
  .map(({ name, text }) => readMigration(name, text));
const released = readFileSync('packages/server/released-schema.txt', 'utf8').trimEnd().split('\n');
const current = readInterface(readFileSync('packages/server/schema.sql', 'utf8'));
reportProblems(
  [
    ...files.flatMap((file) => findRuleBreaks(file, version)),
    ...findLost(released, current, listRemovals(files)).map(
      (line) => `schema.sql lacks what release ${version} may use: ${line}`,
    ),
  ],
  'migrations keep the previous release working',
);
