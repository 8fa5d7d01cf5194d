// Emails as files, for a service that has no mail server and whose output is a log: the links in them are secrets.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Anyone can ask for links to reset passwords. */
const MAX_FILES = 100;

/** Only its owner can read the file. The oldest ones are deleted. Returns the path. */
export async function writeMailFile(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(':', '-');
  const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.txt`);
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  await Promise.all(files.slice(0, -MAX_FILES).map((name) => rm(join(folder, name), { force: true })));
  return file;
}
