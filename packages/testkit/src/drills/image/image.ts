// The image runs without root, without capabilities and without writing to its files. A container that is stopped while it
// starts, under load or while it finishes requests ends within five seconds, and no acknowledged lead is lost.

import { setTimeout as sleep } from 'node:timers/promises';
import { CONTAINER_TOOL, runTool } from '../../containers/container-tool.ts';
import {
  type Exit,
  type LeadlineContainer,
  runContainer,
  startContainer,
} from '../../containers/leadline-container.ts';
import { holdLead } from '../../http/hold-lead.ts';
import { findFreePort } from '../../net/find-free-port.ts';
import { TEST_SECRET_KEY } from '../../service/start-in-process.ts';
import { makeAccount } from '../accounts.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { makeLogins } from '../make-logins.ts';
import { startRetryingLoad } from '../retrying-load.ts';
import { type ImageFacts, judgeImage } from '../verdicts/judge-image.ts';
import { waitUntil } from '../wait-until.ts';

export interface ImageDrillSize {
  /** When SIGTERM is sent to a container that starts, in milliseconds after it was created. */
  readonly startDelaysMs: readonly number[];
  /** How often one of two API containers is stopped under load. */
  readonly stops: number;
}

export async function drillImage(
  image: string,
  databaseUrl: string,
  { startDelaysMs, stops }: ImageDrillSize,
  log: Log = silent,
): Promise<DrillResult> {
  const logins = makeLogins(databaseUrl);
  log('migrating');
  await runContainer(image, 'migrate', { DATABASE_URL: databaseUrl, ...logins });
  const { API_DATABASE_URL, AUTH_DATABASE_URL, WORKER_DATABASE_URL } = logins;
  const startApi = (port: number): Promise<LeadlineContainer> =>
    startContainer(image, 'api', {
      DATABASE_URL: API_DATABASE_URL,
      AUTH_DATABASE_URL,
      SECRET_KEY: TEST_SECRET_KEY,
      HOST: '127.0.0.1',
      PORT: String(port),
    });
  const startWorker = (): Promise<LeadlineContainer> =>
    startContainer(image, 'worker', { DATABASE_URL: WORKER_DATABASE_URL, SECRET_KEY: TEST_SECRET_KEY });

  const exits: Exit[] = [];
  for (const start of [async () => startApi(await findFreePort()), startWorker])
    for (const delayMs of startDelaysMs) {
      log(`SIGTERM ${delayMs} ms after a start`);
      const container = await start();
      await sleep(delayMs);
      exits.push(await container.terminate());
      await container.remove();
    }
  log('SIGTERM under load');
  const { accountId, liveKey } = await makeAccount(databaseUrl, null);
  const held = await makeAccount(databaseUrl, null);
  const loaded = await stopUnderLoad(startApi, startWorker, { liveKey, heldKey: held.liveKey }, stops, log);
  return {
    checks: judgeImage({
      confinement: loaded.confinement,
      plannedStarts: 2 * startDelaysMs.length,
      duringStart: exits,
      plannedStops: stops,
      underLoad: loaded.exits,
      heldStatuses: loaded.heldStatuses,
      heldStored: (await readLedger(databaseUrl, held.accountId)).leads.length,
      deliveries: loaded.deliveries,
      ledger: await readLedger(databaseUrl, accountId),
    }),
    figures: {
      'image, MB': Math.round(
        Number(await runTool('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6,
      ),
      'stops during a start': exits.length,
      'slowest stop during a start, s': slowest(exits),
      'stops under load': loaded.exits.length,
      'slowest stop under load, s': slowest(loaded.exits),
      'seconds until an API container is ready': loaded.secondsToReady,
      ...loaded.deliveries.figures,
    },
  };
}

async function stopUnderLoad(
  startApi: (port: number) => Promise<LeadlineContainer>,
  startWorker: () => Promise<LeadlineContainer>,
  { liveKey, heldKey }: { readonly liveKey: string; readonly heldKey: string },
  stops: number,
  log: Log,
) {
  const ports = [await findFreePort(), await findFreePort()];
  const from = performance.now();
  const apis = await Promise.all(ports.map(startApi));
  const worker = await startWorker();
  const exits: Exit[] = [];
  const heldStatuses: number[] = [];
  try {
    await Promise.all([...apis, worker].map((container) => container.untilReady()));
    const secondsToReady = round((performance.now() - from) / 1000);
    const confinement = await readConfinement(apis[0] as LeadlineContainer);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const load = startRetryingLoad(urls, liveKey);
    for (let stop = 0; stop < stops; stop++) {
      const index = stop % apis.length;
      const before = load.acknowledged();
      await waitUntil(async () => load.acknowledged() > before + 200);
      log(`stop ${stop + 1} of ${stops}`);
      const api = apis[index] as LeadlineContainer;
      const finish = await holdLead(urls[index] as string, heldKey, `held-${stop}@example.org`);
      exits.push(
        await api.terminate(async () => {
          await api.sendSigterm(); // again, while it waits for the rest of the lead
          heldStatuses.push(await finish());
        }),
      );
      await api.remove();
      apis[index] = await startApi(ports[index] as number);
      await apis[index].untilReady();
    }
    const deliveries = await load.stop();
    exits.push(await worker.terminate());
    return { exits, heldStatuses, deliveries, confinement, secondsToReady };
  } finally {
    await Promise.all([...apis, worker].map((container) => container.remove()));
  }
}

async function readConfinement({ id, runInside }: LeadlineContainer): Promise<ImageFacts['confinement']> {
  return {
    user: await runInside('id', '-u'),
    status: await runInside('cat', '/proc/self/status'),
    canWrite: await runInside('touch', '/app/file').then(
      () => true,
      () => false,
    ),
    health: await readHealth(id),
  };
}

/** Podman runs health checks by systemd, which need not be there, or when asked to. */
async function readHealth(id: string): Promise<string> {
  if (CONTAINER_TOOL === 'podman') await runTool('healthcheck', 'run', id);
  const read = (): Promise<string> => runTool('inspect', '--format', '{{.State.Health.Status}}', id);
  await waitUntil(async () => (await read()) !== 'starting');
  return read();
}

const slowest = (exits: readonly Exit[]): number => round(Math.max(...exits.map(({ seconds }) => seconds)));
const round = (seconds: number): number => Math.round(seconds * 10) / 10;
