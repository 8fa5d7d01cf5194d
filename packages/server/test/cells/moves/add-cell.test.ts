// A database becomes a cell, unless it is something else already.

import { randomBytes } from 'node:crypto';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { databaseUrlFor } from '@leadline/testkit/database/clone-database';
import { withoutLogin } from '@leadline/testkit/database/share-login';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { beforeAll, expect, inject, test } from 'vitest';
import { addCell } from '../../../src/cells/commands/add-cell.ts';
import { listCells } from '../../../src/cells/commands/list-cells.ts';
import { openPool } from '../../../src/platform/db/pool.ts';

let directoryUrl: string;
beforeAll(async () => {
  directoryUrl = await cloneAlone();
});

const add = (name: string, url: string, directory = directoryUrl) =>
  addCell({ directoryUrl: directory, name, address: withoutLogin(url) });

test('an empty database becomes a cell with the whole schema, and adding it again changes nothing', async () => {
  const name = `cell_${randomBytes(6).toString('hex')}`;
  const postgres = openPool(inject('postgresUrl'), { size: 1 });
  await postgres.query(`create database ${name}`);
  await postgres.end();
  const url = databaseUrlFor(inject('postgresUrl'), name);
  expect(await add('north', url)).toMatchObject({ isLogical: true });
  await add('north', url);
  const cell = openPool(url, { size: 1 });
  expect((await cell.query('select name from leadline.this_cell')).rows).toEqual([{ name: 'north' }]);
  await cell.end();
  expect(await listCells(directoryUrl)).toMatchObject([
    { name: 'main', address: null, isOpen: true },
    { name: 'north', address: withoutLogin(url), isOpen: true, accounts: 0, isLogical: true },
  ]);
  await expect(add('south', url)).rejects.toThrow('this database is already the cell "north"');
  await expect(add('north', await cloneAlone())).rejects.toThrow(/the cell "north" is already at/);
  await expect(add('east', await cloneAlone(), url)).rejects.toThrow(/this database is the cell "north"/);
});

test('an interrupted command can be run again', async () => {
  const url = await cloneAlone();
  const cell = openPool(url, { size: 1 });
  await cell.query(`insert into leadline.this_cell (name) values ('west')`);
  await cell.end();
  await expect(add('other', url)).rejects.toThrow('this database is already the cell "west"');
  await add('west', url);
});

test('the directory itself and a database with accounts are rejected', async () => {
  // Another way to spell the address.
  const same = Object.assign(new URL(directoryUrl), { hostname: 'localhost' }).href;
  await expect(add('self', same)).rejects.toThrow('this address leads to the directory itself');
  const used = await cloneAlone();
  const owner = openOwner(used);
  await makeAccount(owner);
  await owner.destroy();
  await expect(add('used', used)).rejects.toThrow(/has accounts already/);
  const cells = await listCells(directoryUrl);
  expect(cells.map(({ name }) => name)).not.toContain('used');
});

test('a name or an address that makes no sense is rejected', async () => {
  await expect(add('Main Cell', directoryUrl)).rejects.toThrow(/small letters, digits and hyphens/);
  await expect(add('main', directoryUrl)).rejects.toThrow(/choose another name/);
  await expect(addCell({ directoryUrl, name: 'x', address: 'db2:5432' })).rejects.toThrow(
    /looks like postgres/,
  );
  await expect(addCell({ directoryUrl, name: 'x', address: directoryUrl })).rejects.toThrow(/has no login/);
});
