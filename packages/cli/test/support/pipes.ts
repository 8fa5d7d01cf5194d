// Pipes whose reader is in the hands of the test.

import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pipe {
  /** To pass to a process. Close it here afterwards, so that the reader sees the end. */
  readonly write: number;
  /** Not blocking: it throws EAGAIN while there is nothing. */
  readonly read: number;
}

export function openPipe(): Pipe {
  const folder = mkdtempSync(join(tmpdir(), 'pipe-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const write = openSync(path, constants.O_WRONLY);
  rmSync(folder, { recursive: true });
  return { read, write };
}

/** As if the reader had stopped long ago. */
export function fillPipe({ write }: Pipe): void {
  const own = openSync(`/proc/self/fd/${write}`, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (const bytes of [4_096, 1]) while (tryWrite(own, Buffer.alloc(bytes, '\n')));
  } finally {
    closeSync(own);
  }
}

function tryWrite(fd: number, bytes: Buffer): boolean {
  try {
    writeSync(fd, bytes);
    return true;
  } catch {
    return false;
  }
}
