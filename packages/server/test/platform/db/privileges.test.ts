// What each database role may do, as a complete list, for both kinds of database owner.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../src/platform/db/pool.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { EXPECTED } from '../../support/expected-privileges.ts';
import { listPrivileges } from '../../support/list-privileges.ts';
import { startUnprivilegedOwner, type UnprivilegedOwner } from '../../support/unprivileged-owner.ts';

let postgres: UnprivilegedOwner;
let owner: pg.Pool;
beforeAll(async () => {
  postgres = await startUnprivilegedOwner();
  await migrate(postgres.ownerUrl);
  owner = openPool(postgres.ownerUrl, { size: 1 });
});
afterAll(async () => {
  await owner.end();
  await postgres.stop();
});

test('each role has exactly the listed privileges if a superuser migrated', async () => {
  const superuser = openPool(await cloneDatabase(), { size: 1 });
  expect(await listPrivileges(superuser)).toEqual(EXPECTED);
  await superuser.end();
});

test('each role has exactly the listed privileges if the owner is not a superuser', async () => {
  expect(await listPrivileges(owner)).toEqual(EXPECTED);
});

test('migrating again takes back what an earlier version left open to everyone', async () => {
  await owner.query('begin');
  await owner.query('set local role leadline_writer');
  await owner.query('grant execute on function leadline.write_leads to public');
  await owner.query('commit');
  await owner.query('grant execute on function leadline.lock_key to public');
  await owner.query(
    `update leadline.applied_functions set sha256 = '' where name in ('lock_key', 'write_leads')`,
  );
  expect((await migrate(postgres.ownerUrl)).functions).toEqual(['lock_key', 'write_leads']);
  expect((await listPrivileges(owner)).functions).toEqual(EXPECTED.functions);
});
