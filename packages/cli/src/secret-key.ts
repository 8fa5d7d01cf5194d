// The key that encrypts webhook secrets, beside the database in the folder of `leadline serve`, for its owner only.

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { typedFrom } from './input.ts';

export async function keepSecretKey(folder: string): Promise<string> {
  const file = join(resolve(typedFrom, folder), 'secret.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(resolve(typedFrom, folder), { recursive: true });
  const key = randomBytes(32).toString('base64');
  // Two that start at once: the first one's key counts.
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
