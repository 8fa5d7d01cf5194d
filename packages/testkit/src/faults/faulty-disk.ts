// Makes PostgreSQL's disk slow, or full, without touching the machine: a small library between PostgreSQL and the system.

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface FaultyDisk {
  /** For the environment of PostgreSQL. */
  readonly env: Readonly<Record<string, string>>;
  /** How long every wait for the disk takes in addition. */
  delay(milliseconds: number): Promise<void>;
  fill(): Promise<void>;
  mend(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeFaultyDisk(): Promise<FaultyDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-fault-'));
  await chmod(folder, 0o755); // PostgreSQL runs as another user
  const library = join(folder, 'faulty-disk.so');
  const control = join(folder, 'fault');
  const source = join(import.meta.dirname, 'faulty-disk.c');
  await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  const set = async (fault: string): Promise<void> => {
    // In one step, because PostgreSQL may read the file at any moment.
    await writeFile(`${control}.new`, fault);
    await rename(`${control}.new`, control);
  };
  await set('0');
  return {
    env: { LD_PRELOAD: library, LEADLINE_DISK_DELAY: control },
    delay: (milliseconds) => set(String(milliseconds)),
    fill: () => set('full'),
    mend: () => set('0'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
