// A given version of npm, which installs packages into a folder that nothing else uses.

import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns a function that runs this npm in a folder. Its cache and settings are in `folder` too. */
export async function installNpm(
  version: string,
  folder: string,
): Promise<(cwd: string, args: readonly string[]) => Promise<string>> {
  await mkdir(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', `npm@${version}`]);
  const command = join(folder, 'node_modules/npm/bin/npm-cli.js');
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: stdout.trim(),
    npm_config_update_notifier: 'false',
  };
  return async (cwd, args) => (await run(process.execPath, [command, ...args], { cwd, env })).stdout.trim();
}
