// Installs the npm package with several versions of npm, each in a clean folder, with a home folder for the user who runs it.

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Log, silent } from '../drill.ts';
import { installNpm } from './npm.ts';

export interface Installation {
  /** The version of npm. */
  readonly npm: string;
  readonly project: string;
  readonly home: string;
}

/** `tarball` is what `npm run package` built. */
export async function installPackage(
  tarball: string,
  npmVersions: readonly string[],
  folder: string,
  log: Log = silent,
): Promise<Installation[]> {
  await chmod(folder, 0o755); // the unprivileged user has to reach the package
  const installations: Installation[] = [];
  for (const version of npmVersions) {
    log(`npm ${version}: installing`);
    const npm = await installNpm(version, join(folder, `npm-${version}`));
    const project = join(folder, `project-${version}`);
    const home = join(folder, `home-${version}`);
    await mkdir(project);
    await mkdir(home);
    await chmod(home, 0o777);
    await writeFile(join(project, 'package.json'), '{}');
    await npm(project, ['install', '--no-audit', '--no-fund', resolve(tarball)]);
    installations.push({ npm: await npm(project, ['--version']), project, home });
  }
  return installations;
}
