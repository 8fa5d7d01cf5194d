// Secrets can also come from files, which is how Docker, Kubernetes and systemd pass them: NAME_FILE names a file that
// contains the value of NAME.

import { readFileSync } from 'node:fs';
import { SECRET_NAMES } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Compose passes a file in any case, and an installation works without email. */
const MAY_BE_EMPTY = 'SMTP_URL_FILE';

/** The same variables with the content of these files. */
export function readSecretFiles(env: Variables, names: readonly string[] = SECRET_NAMES): Variables {
  const read: Record<string, string | undefined> = { ...env };
  for (const name of names) {
    const fileName = `${name}_FILE`;
    const path = env[fileName];
    if (!path) continue;
    if (env[name]) throw new Error(`set either ${name} or ${fileName}, not both`);
    read[name] = readSecret(fileName, path);
    delete read[fileName];
  }
  return read;
}

function readSecret(name: string, path: string): string {
  let text: string;
  try {
    // Most tools that write a secret to a file end it with a line break.
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(`${name}: failed to read "${path}" (${(error as NodeJS.ErrnoException).code})`);
  }
  if (text === '' && name !== MAY_BE_EMPTY) throw new Error(`${name}: "${path}" is empty`);
  return text;
}
