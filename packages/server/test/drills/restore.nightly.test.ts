// Runs drills/restore.ts with less load, and breaks a backup to see that it is noticed.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type ArchivedPostgres, startArchivedPostgres } from '@leadline/testkit/backup/archived-postgres';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillRestore } from '@leadline/testkit/drills/restore';
import { afterAll, beforeAll, expect, test } from 'vitest';

let postgres: ArchivedPostgres;
beforeAll(async () => {
  postgres = await startArchivedPostgres();
});
afterAll(() => postgres.remove());

test('a restored database has every lead acknowledged before the moment, and none sent after it', async () => {
  const result = await drillRestore(postgres, { seconds: 4, leadsPerSecond: 40 });
  expect(failedChecks(result)).toEqual([]);
  expect(result.figures['leads replayed']).toBeGreaterThan(0);
}, 300_000);

const verify = (restore: string) =>
  spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../../cli/src/main.ts'),
      'backup',
      'verify',
      '--json',
      '--restore',
      restore,
    ],
    { encoding: 'utf8', env: { ...process.env, DATABASE_URL: postgres.url } },
  );

test('the command prints what it compared, and notices leads that are missing', async () => {
  const good = verify(postgres.restoreCommand);
  expect(good).toMatchObject({ status: 0 });
  expect(JSON.parse(good.stdout)).toMatchObject({ passed: true, missing: 0, changed: 0 });
  // As if the archive had ended when the base backup was taken.
  const stale = verify(
    postgres.restoreCommand.replace(
      /recovery_target_time = '%s'\\n" "\$RESTORE_TIME"/,
      `recovery_target = 'immediate'\\n"`,
    ),
  );
  expect(stale).toMatchObject({ status: 1 });
  const { passed, tables } = JSON.parse(stale.stdout);
  expect(passed).toBe(false);
  expect(tables.filter(({ isFine }: { isFine: boolean }) => !isFine)).toContainEqual(
    expect.objectContaining({ table: 'leads' }),
  );
}, 300_000);

test('a restore that fails is reported', () => {
  const failed = verify('exit 3');
  expect(failed.stderr).toContain('the restore command failed with status 3');
  expect(failed.status).toBe(1);
}, 120_000);
