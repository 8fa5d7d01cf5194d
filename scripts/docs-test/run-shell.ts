// Runs the commands of a page, in order, in one shell: later ones use what earlier ones exported.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Sample } from './read-samples.ts';
import type { Service } from './service.ts';

const MAX_MS = 60_000;

/** Commands that readers have, and that the samples name. */
export function prepareFolder({ folder }: Service, samples: readonly Sample[]): void {
  const main = resolve('packages/cli/src/main.ts');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const commands = {
    leadline: `exec ${process.execPath} ${main} "$@"`,
    // `npm run -s leadline -- …`, as in a checkout.
    npm: `shift 4; exec ${process.execPath} ${main} "$@"`,
    curl: 'exec /usr/bin/curl --silent --show-error --fail-with-body "$@"',
  };
  for (const [name, code] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${code}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const name of ['packages', 'clients']) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(
    join(folder, 'old-leads.csv'),
    samples.find(({ language }) => language === 'csv')?.code ?? '',
  );
  const lead = { email: 'ana@acme.com', message: 'We need 40 laptops by Friday' };
  writeFileSync(join(folder, 'lead.json'), JSON.stringify(lead));
  writeFileSync(join(folder, 'payload.json'), JSON.stringify(lead));
  writeFileSync(join(folder, 'new.ndjson'), `${JSON.stringify(lead)}\n`);
  writeFileSync(join(folder, 'decided.ndjson'), listDecided());
}

/** Leads from events win more often. */
function listDecided(): string {
  const lines = Array.from({ length: 400 }, (_, index) => {
    const isEvent = index % 2 === 0;
    const lead = {
      email: `ana${index}@acme.com`,
      source: isEvent ? 'event' : 'directory',
      message: 'We need laptops',
    };
    const outcome = index % 10 < (isEvent ? 7 : 2) ? 'won' : 'lost';
    const received_at = new Date(Date.UTC(2026, 0, 1, index)).toISOString();
    return JSON.stringify({ lead, outcome, received_at });
  });
  return `${lines.join('\n')}\n`;
}

/** Returns what went wrong, or null. */
export function runShell(samples: readonly Sample[], { url, key, folder, fillIn }: Service): string | null {
  const script = [
    'set -Eeuo pipefail',
    'trap \'echo "failed at $PLACE: $BASH_COMMAND" >&2\' ERR',
    ...samples.flatMap(({ place, code }) => [`PLACE=${place}`, fillIn(code)]),
  ].join('\n');
  const { status, stdout, stderr, error } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    timeout: MAX_MS,
    encoding: 'utf8',
    // npm says where it was called, and the command reads files there.
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      INIT_CWD: folder,
      KEY: key,
      LEADLINE_URL: url,
    },
  });
  return status === 0 ? null : `${error?.message ?? ''}${stdout.slice(-1_000)}${stderr}`;
}
