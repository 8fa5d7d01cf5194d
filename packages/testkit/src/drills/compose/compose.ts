// compose.yaml starts from empty volumes, takes leads through Caddy with TLS, and every container that dies comes back by
// itself without a lead being lost. Then a backup is restored into empty volumes.

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  type ComposeContainer,
  type ComposeProject,
  inspect,
  makeComposeProject,
} from '../../containers/compose-project.ts';
import { makeAccount } from '../accounts.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { startRetryingLoad } from '../retrying-load.ts';
import { judgeCompose, SITE } from '../verdicts/judge-compose.ts';
import { waitUntil } from '../wait-until.ts';

export async function drillCompose(image: string, log: Log = silent): Promise<DrillResult> {
  const project = await makeComposeProject(image);
  try {
    log('starting everything');
    const from = performance.now();
    await project.shell('docker compose up --detach --wait --no-build');
    const secondsToStart = secondsSince(from);
    await trustCaddy(project);
    const page = await (await fetch(SITE)).text();
    const settings = await project.shell('docker compose exec -T api printenv LOG_LEVEL PUBLIC_URL');
    const failedJobs = await project.shell('docker compose run --rm admin job dead');
    const plan = await project.shell('docker compose run --rm migrate migrate --plan');
    const { accountId, liveKey } = await makeAccount(await project.databaseUrl(), null);
    const load = startRetryingLoad([SITE, SITE], liveKey);
    await waitUntil(async () => load.acknowledged() > 100);
    const containers = await project.listContainers();
    const recoveries: { service: string; seconds: number }[] = [];
    for (const container of containers) {
      log(`killing ${container.service}`);
      recoveries.push({ service: container.service, seconds: await killAndWait(container) });
      const before = load.acknowledged();
      await waitUntil(async () => load.acknowledged() > before + 50);
    }
    const deliveries = await load.stop();
    const ledger = await readLedger(await project.databaseUrl(), accountId);
    log('restoring a backup into empty volumes');
    const secondsToRestore = await restore(project, log);
    await trustCaddy(project);
    const answer = await fetch(`${SITE}/api/leads`, { headers: { 'X-API-KEY': liveKey } });
    return {
      checks: judgeCompose({
        services: containers.map(({ service }) => service),
        page,
        recoveries,
        settings,
        failedJobs,
        plan,
        deliveries,
        ledger,
        restoredStatus: answer.status,
        restoredLedger: await readLedger(await project.databaseUrl(), accountId),
      }),
      figures: {
        'seconds until everything is healthy, from empty volumes': secondsToStart,
        ...Object.fromEntries(
          recoveries.map(({ service, seconds }, index) => [
            `seconds until healthy again: ${index + 1}, ${service}`,
            seconds,
          ]),
        ),
        'seconds to back up and restore into empty volumes': secondsToRestore,
        ...deliveries.figures,
      },
    };
  } finally {
    await project.remove();
  }
}

async function trustCaddy(project: ComposeProject): Promise<void> {
  const root = await project.shell(
    'docker compose exec -T caddy cat /data/caddy/pki/authorities/local/root.crt',
  );
  setDefaultCACertificates([...getCACertificates('default'), root]);
}

/** What docs/deploy.md says, with a backup made just before. */
async function restore(project: ComposeProject, log: Log): Promise<number> {
  const from = performance.now();
  for (const line of [
    'docker compose exec -T postgres pg_dump --username leadline_owner --format custom leadline >"$FOLDER/leadline.dump"',
    'docker compose down --volumes',
    'docker compose up --detach --wait --no-build postgres',
    'docker compose run --rm migrate',
    'docker compose exec -T postgres dropdb --username leadline_owner leadline',
    'docker compose exec -T postgres createdb --username leadline_owner leadline',
    'docker compose exec -T postgres pg_restore --username leadline_owner --dbname leadline --exit-on-error <"$FOLDER/leadline.dump"',
    'docker compose up --detach --wait --no-build',
  ]) {
    log(line);
    await project.shell(line);
  }
  return secondsSince(from);
}

/** Kills the first process of the container. Docker doesn't restart what it was itself told to kill. */
async function killAndWait({ id }: ComposeContainer): Promise<number> {
  const startedAt = await inspect(id, '{{.State.StartedAt}}');
  process.kill(Number(await inspect(id, '{{.State.Pid}}')), 'SIGKILL');
  const from = performance.now();
  await waitUntil(
    async () =>
      (await inspect(id, '{{.State.StartedAt}}')) !== startedAt &&
      (await inspect(id, '{{.State.Health.Status}}')) === 'healthy',
  );
  return secondsSince(from);
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;
