// The SECRET_KEY of `leadline serve`, stored next to its database in a file that only its owner can read.

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { userFolder } from './input.ts';

export async function readOrCreateSecretKey(folder: string): Promise<string> {
  const file = join(resolve(userFolder, folder), 'secret.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(resolve(userFolder, folder), { recursive: true });
  const key = randomBytes(32).toString('base64');
  // If two processes start at the same time, the first one's key wins.
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
