// A container in which systemd is the first process, with the npm package and the units installed as docs/deploy.md says.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { buildImage } from './build-image.ts';
import { runTool } from './container-tool.ts';

export interface SystemdMachine {
  run(...command: readonly string[]): Promise<string>;
  /** Rejects with their logs if one of them fails. */
  start(...units: readonly string[]): Promise<void>;
  /** A property of a unit, such as `MainPID`. */
  show(unit: string, property: string): Promise<string>;
  remove(): Promise<void>;
}

export async function buildMachine(tarball: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-machine-'));
  try {
    await cp('drills/systemd/Dockerfile', join(folder, 'Dockerfile'));
    await cp(tarball, join(folder, 'leadline.tgz'));
    await cp('deploy/systemd', join(folder, 'units'), { recursive: true });
    return await buildImage('leadline-systemd:drill', folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `settings` becomes /etc/leadline. */
export async function startMachine(image: string, settings: string): Promise<SystemdMachine> {
  const id = await runTool(
    'run',
    '--detach',
    '--privileged',
    '--systemd=always',
    '--network=host',
    `--volume=${settings}:/etc/leadline:ro`,
    image,
  );
  const run = (...command: readonly string[]): Promise<string> => runTool('exec', id, ...command);
  const remove = async (): Promise<void> => {
    stopOnSignal.delete(remove);
    await runTool('rm', '--force', id);
  };
  stopOnSignal.add(remove);
  const start = async (...units: readonly string[]): Promise<void> => {
    try {
      await run('systemctl', 'start', ...units);
    } catch (error) {
      const log = await run(
        'journalctl',
        '--no-pager',
        '--lines=40',
        ...units.map((unit) => `--unit=${unit}`),
      );
      throw new Error(`${units.join(', ')} did not start:\n${log}`, { cause: error });
    }
  };
  return {
    run,
    start,
    show: (unit, property) => run('systemctl', 'show', '--value', `--property=${property}`, unit),
    remove,
  };
}
