// Checks that migrations keep the previous release working and make nobody wait, and that a released one stays as it is: see
// docs/decisions/0053-squawk.md. Tests give it a folder of their own.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  isOnlineMigration,
  type MigrationText,
  readMigrations,
  splitStatements,
} from '@leadline/server/testing';
import { reportProblems } from './report-problems.ts';

const RELEASED_FOLDER = 'packages/server/migrations';
const [folder = RELEASED_FOLDER] = process.argv.slice(2);

/** It creates a database that nobody uses yet. */
const FIRST = '0001_schema';

/** What squawk judges, or what harms nobody. */
const JUDGED =
  /^(?:create table|alter table|drop table|create (?:unique )?index|drop index|create policy|create type|comment on|grant)\b/;

/** Statements of which squawk says nothing, such as a large update or the end of a function, without a reason above them. */
const findUnexplained = ({ name, text }: MigrationText): string[] =>
  splitStatements(text)
    .filter(({ plain }) => !JUDGED.test(plain) && !(isOnlineMigration(text) && /^do\b/.test(plain)))
    .filter(({ comments }) => !comments.some((comment) => /^allow: \S/.test(comment)))
    .map(
      ({ plain }) =>
        `${name}: "${plain.slice(0, 50)}" isn't checked. Say above it why the previous release keeps working and nobody waits: "-- allow: …"`,
    );

function runSquawk({ name, text }: MigrationText): string[] {
  const { status, stdout, stderr } = spawnSync(
    'squawk',
    [
      isOnlineMigration(text) ? '--no-assume-in-transaction' : '--assume-in-transaction',
      '--reporter=gcc',
      join(folder, `${name}.sql`),
    ],
    { encoding: 'utf8' },
  );
  return status === 0 ? [] : [stdout.trim() || stderr.trim() || `squawk didn't run on ${name}`];
}

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function findChangedReleases(): string[] {
  const [last] = git('tag', '--list', '@leadline/cli@*', '--sort=-v:refname');
  if (last === undefined) return [];
  return git('diff', '--name-only', '--diff-filter=a', last, '--', RELEASED_FOLDER).map(
    (file) => `${file} differs from ${last}: add a new migration instead`,
  );
}

const added = (await readMigrations(folder)).filter(({ name }) => name !== FIRST);
reportProblems(
  [...added.flatMap((file) => [...runSquawk(file), ...findUnexplained(file)]), ...findChangedReleases()],
  'migrations keep the previous release working',
);
