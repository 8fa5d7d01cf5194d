// Another commit of Leadline in a temporary folder, with the dependencies of this checkout.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

export interface Release {
  readonly folder: string;
  /** The file of its `leadline` command. */
  readonly main: string;
  /** Runs a command and returns what it printed. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

export async function checkOutRelease(commit: string): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-release-'));
  await unpack(commit, folder);
  await linkDependencies(folder);
  const main = join(folder, 'packages/cli/src/main.ts');
  return {
    folder,
    main,
    run: async (args, env) => (await run(process.execPath, [main, ...args], { cwd: folder, env })).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit, 'package.json', 'packages'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'ignore', 'inherit'] });
  const codes = await Promise.all([once(archive, 'exit'), once(tar, 'exit')]);
  if (codes.some(([code]) => code !== 0)) throw new Error(`failed to check out ${commit}`);
}

/** Packages of ours must come from the other commit. */
async function linkDependencies(folder: string): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@leadline'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@leadline' && name !== '.cache') await symlink(join(from, name), join(to, name));
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(to, '@leadline', name));
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, 'packages', name, 'node_modules'));
  }
}
