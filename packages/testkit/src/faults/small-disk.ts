// A disk that can be filled: a file system in memory, of limited size. Mounting it requires root.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  /** An empty folder on the disk that doesn't exist yet. */
  readonly folder: string;
  readonly mountPoint: string;
  /** Fills the disk to the last byte, except for this many. */
  fill(leaveBytes?: number): Promise<void>;
  /** Deletes what filled it. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

const MIB = 1024 ** 2;

/** Null if this machine doesn't let us mount anything. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const mountPoint = await mkdtemp(join(tmpdir(), 'leadline-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mountPoint]);
  } catch {
    await rmdir(mountPoint);
    return null;
  }
  const filler = join(mountPoint, 'filler');
  return {
    folder: join(mountPoint, 'data'),
    mountPoint,
    fill: async (leaveBytes = 0) => {
      if (leaveBytes === 0) return writeUntilFull(filler);
      // What is left must not be taken even for a moment, or PostgreSQL runs out of space.
      const { bavail, bsize } = await statfs(mountPoint);
      await writeUntilFull(filler, Math.max(0, bavail * bsize - leaveBytes));
    },
    free: () => rm(filler, { force: true }),
    remove: async () => {
      for (let tries = 0; tries < 20; tries++) {
        try {
          await run('umount', [mountPoint]);
          break;
        } catch {
          await sleep(250); // PostgreSQL may still be closing its files
        }
      }
      await rmdir(mountPoint);
    },
  };
}

/** Stops when the disk is full or the file has this size. */
async function writeUntilFull(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const file = await open(path, 'a');
  try {
    let written = 0;
    for (let size = MIB; size >= 512 && written < maxBytes; ) {
      try {
        const { bytesWritten } = await file.write(Buffer.alloc(Math.min(size, maxBytes - written)));
        written += bytesWritten;
        if (bytesWritten < size) size /= 2;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size /= 2;
      }
    }
  } finally {
    await file.close();
  }
}
