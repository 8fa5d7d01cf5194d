import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../clients');

/** The clients in other languages, and what runs a table of cases with them. */
export const CLIENTS = [
  { name: 'the Python client', command: 'python3', driver: join(FOLDER, 'python/drive.py') },
  { name: 'the PHP client', command: 'php', driver: join(FOLDER, 'php/drive.php') },
] as const;

/** In CI, a missing language is a failure. */
export const isMissing = (command: string): boolean =>
  process.env.CI === undefined && spawnSync(command, ['--version']).error !== undefined;
