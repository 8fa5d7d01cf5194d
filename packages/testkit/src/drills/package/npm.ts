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
    ...trustedAuthorities(),
  };
  return async (cwd, args) => (await run(process.execPath, [command, ...args], { cwd, env })).stdout.trim();
}

/** A mirror of npm may have a certificate that only this machine trusts. */
function trustedAuthorities(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };
}
