// Runs podman or docker, whichever there is; CONTAINER_TOOL chooses.

import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const CONTAINER_TOOL = process.env.CONTAINER_TOOL ?? (isInstalled('podman') ? 'podman' : 'docker');

export async function runTool(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(CONTAINER_TOOL, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
