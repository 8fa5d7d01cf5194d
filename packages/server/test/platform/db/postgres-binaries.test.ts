import { execFile } from 'node:child_process';
import { cp, lstat, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Binaries,
  findBinaries,
  linkLibraries,
} from '../../../src/platform/postgres/postgres-binaries.ts';

let folder: string;
let binaries: Binaries;

/** A copy of the installed package as npm unpacks it, before any install script. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-binaries-'));
  const native = join(dirname((await findBinaries()).initdb), '..');
  const isNoLink = async (path: string): Promise<boolean> => !(await lstat(path)).isSymbolicLink();
  for (const part of ['bin/initdb', 'lib', 'pg-symlinks.json'])
    await cp(join(native, part), join(folder, 'package/native', part), { recursive: true, filter: isNoLink });
  const initdb = join(folder, 'package/native/bin/initdb');
  binaries = { initdb, pg_ctl: join(dirname(initdb), 'pg_ctl') };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const printVersion = async (env: Readonly<Record<string, string>>): Promise<string> =>
  (await promisify(execFile)(binaries.initdb, ['--version'], { env })).stdout;

test('PostgreSQL runs although npm did not run the script that links its libraries', async () => {
  await expect(printVersion({})).rejects.toThrow('error while loading shared libraries');
  const env = await linkLibraries(binaries, join(folder, 'links'));
  expect(await printVersion(env)).toMatch(/PostgreSQL\) 18\./);
});

test('links are replaced when the package has moved since the last start', async () => {
  await linkLibraries(binaries, join(folder, 'links'));
  const moved = join(folder, 'moved');
  await cp(join(folder, 'package'), moved, { recursive: true });
  await linkLibraries({ ...binaries, initdb: join(moved, 'native/bin/initdb') }, join(folder, 'links'));
  expect(await readlink(join(folder, 'links/libpq.so.5'))).toBe(join(moved, 'native/lib/libpq.so.5.18'));
});

test('nothing is created when npm has linked the libraries', async () => {
  const unused = join(folder, 'unused');
  expect(await linkLibraries(await findBinaries(), unused)).toEqual({});
  await expect(lstat(unused)).rejects.toThrow('ENOENT');
});
