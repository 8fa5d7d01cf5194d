// Where `serve` and `api` show keys, links and passwords: on the terminal. Without one, standard output is a log, which others
// read and which is kept, so a service with a data folder writes them to files there that only its owner can read.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFailure } from './describe-failure.ts';
import { printLine } from './output.ts';

export type SecretPlace = 'terminal' | { readonly folder: string } | 'nowhere';

export interface Secret {
  /** Of its file. */
  readonly name: string;
  readonly text: string;
  /** Where it isn't shown itself, this says what it is, … */
  readonly label: string;
  /** … and this how to get another one. */
  readonly otherwise: string;
}

/** `dataFolder` is null if the data is elsewhere. */
export function chooseSecretPlace(dataFolder: string | null): SecretPlace {
  if (process.stdout.isTTY) return 'terminal';
  return dataFolder === null ? 'nowhere' : { folder: dataFolder };
}

export async function showSecret(
  place: SecretPlace,
  { name, text, label, otherwise }: Secret,
): Promise<void> {
  if (place === 'terminal') return printLine(text);
  const file = place === 'nowhere' ? null : await writeSecret(place.folder, name, text);
  printLine(`${label}  ${file === null ? 'only shown on a terminal' : `in ${file}`}; ${otherwise}`);
}

/** The path, or null if it can't be written. That must not keep the service from starting. */
async function writeSecret(folder: string, name: string, text: string): Promise<string | null> {
  const file = join(folder, name);
  try {
    // A file of that name may have other permissions.
    await rm(file, { force: true });
    await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return file;
  } catch (error) {
    process.stderr.write(`leadline: ${describeFailure(error)}\n`);
    return null;
  }
}

/** For one that has been used. */
export async function forgetSecret(place: SecretPlace, name: string): Promise<void> {
  if (typeof place !== 'string') await rm(join(place.folder, name), { force: true }).catch(() => {});
}
