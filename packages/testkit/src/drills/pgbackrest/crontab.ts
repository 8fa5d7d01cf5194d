// Runs the commands of deploy/pgbackrest/crontab with no other environment than cron's.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PgBackRestServer } from '../../backup/pgbackrest-server.ts';

const FILE = join(import.meta.dirname, '../../../../../deploy/pgbackrest/crontab');

export interface Crontab {
  /** Runs the line that contains these words, with more options. Returns what it printed. */
  run(words: string, ...options: string[]): Promise<string>;
}

export async function readCrontab(server: PgBackRestServer): Promise<Crontab> {
  const lines = (await readFile(FILE, 'utf8')).split('\n');
  const settings = lines.flatMap((line) => {
    const [, name, value = ''] = /^([A-Z]+)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  const env = {
    HOME: '/var/lib/postgresql',
    LOGNAME: 'postgres',
    SHELL: '/bin/sh',
    PATH: '/usr/bin:/bin',
    ...Object.fromEntries(settings),
  };
  const commands = lines.flatMap((line) => /^(?:[\d*-]+ +){5}(.+)$/.exec(line)?.[1] ?? []);
  return {
    run: (words, ...options) => {
      const command = commands.find((one) => one.includes(words));
      if (command === undefined) throw new Error(`no line of the crontab contains ${words}`);
      return server.run([command, ...options].join(' '), env);
    },
  };
}
