// `leadline serve` runs everything in one process; `leadline api` and `leadline worker` are the processes of a production
// set-up, configured by their environment.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import {
  type AddedMember,
  addMember,
  createFirstAccount,
  DomainError,
  findFirstAccount,
  type Installation,
  migrate,
  openInstallation,
  openPool,
  type RunningApi,
  type RunningWorker,
  readConfig,
  startApi,
  type WorkerConfig,
} from '@leadline/server';
import { Command, InvalidArgumentError } from 'commander';
import { printAccount } from './account.ts';
import { DASHBOARD_FOLDER } from './dashboard-folder.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { printLine } from './output.ts';
import { keepSecretKey } from './secret-key.ts';
import { addStoreOptions, leaveStore, openStore, type StoreOptions } from './store-options.ts';

/** Left to itself, the heap grows as long as there is memory; this is plenty for imports and deliveries of any number. */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 };

const DEMO_EMAIL = 'demo@leadline.example';

interface ServeOptions extends StoreOptions {
  readonly port?: number;
  readonly metricsPort?: number;
  readonly demo?: true;
}

export const serveCommand = (): Command =>
  addStoreOptions(
    new Command('serve')
      .option('--port <port>', 'port to listen on; 0 picks a free one (default: PORT, or 8080)', readPort)
      .option(
        '--metrics-port <port>',
        'port for Prometheus metrics (default: METRICS_PORT, or none)',
        readPort,
      )
      .option('--demo', 'fill the account with invented leads, where it has none yet'),
  ).action(async ({ port, metricsPort, demo, data }: ServeOptions) => {
    const store = await openStore({ data });
    const running: (RunningApi | RunningWorker)[] = [];
    try {
      await migrate(store.url);
      const config = readConfig({
        LOG_LEVEL: 'warn',
        ...(store.isOurs ? { SECRET_KEY: await keepSecretKey(data) } : {}),
        ...process.env,
        DATABASE_URL: store.url,
      });
      running.push(await startWorkerThread({ ...config, metricsPort: null }));
      const api = await startApi({
        ...config,
        mail: config.mail ?? 'print',
        dashboardFolder: DASHBOARD_FOLDER,
        port: port ?? config.port,
        metricsPort: metricsPort ?? config.metricsPort,
      });
      running.push(api);
      const isFirst = (store.isOurs || demo === true) && (await greetFirstStart(store.url));
      if (demo) await showDemo(store.url, config.ai !== null);
      announce(api);
      if (isFirst)
        printLine(`Open ${api.url} ${demo ? 'and sign in' : 'and sign up: who comes first runs it'}.`);
      stopOnSignal(async () => {
        await stopAll(running);
        await store.close();
      });
    } catch (error) {
      await stopAll(running); // or they would complain of the database
      await leaveStore(store);
      throw error;
    }
  });

export const apiCommand = (): Command =>
  new Command('api').action(async () => {
    const api = await startApi({ ...readConfig(process.env), dashboardFolder: DASHBOARD_FOLDER });
    announce(api);
    stopOnSignal(() => api.stop());
  });

export const workerCommand = (): Command =>
  new Command('worker').action(async () => {
    const worker = await startWorkerThread(readConfig(process.env));
    if (worker.metricsUrl !== null) printLine(`metrics ${worker.metricsUrl}`);
    printLine('ready');
    stopOnSignal(() => worker.stop());
  });

async function startWorkerThread(config: WorkerConfig): Promise<RunningWorker> {
  const thread = new Worker(new URL('./worker-thread.ts', import.meta.url), {
    workerData: config,
    resourceLimits: WORKER_MEMORY,
  });
  const [metricsUrl] = (await once(thread, 'message')) as [string | null]; // or the error it fails with
  // A worker that ends would leave events and imports lying without a word.
  thread.on('error', (error) => {
    process.stderr.write(`leadline: the worker has ended: ${error.message}\n`);
    process.exit(1);
  });
  return {
    metricsUrl,
    stop: async () => {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}

/** On a fresh folder there is nobody who could send a lead. Says whether it was one. */
async function greetFirstStart(databaseUrl: string): Promise<boolean> {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  const account = await createFirstAccount(db);
  await db.destroy();
  if (account !== null) printAccount(account);
  return account !== null;
}

/** Only ever in the account that the installation began with, and with somebody to sign in as. */
async function showDemo(databaseUrl: string, isRead: boolean): Promise<void> {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  const accountId = await findFirstAccount(db);
  const added = accountId === null ? 0 : await fillDemo(databaseUrl, accountId, new Date(), isRead);
  printLine(
    added === 0
      ? 'demo      there are leads already: none were added'
      : `demo      ${added} leads of the last 60 days`,
  );
  // Once: who has it has noted the password, or asks for another one.
  const member = accountId === null ? null : await addDemoMember(db, accountId);
  if (member !== null) printLine(`sign in   ${DEMO_EMAIL}   ${member.password}`);
  await db.destroy();
}

/** Null when there is one already. */
const addDemoMember = (db: Installation, accountId: string): Promise<AddedMember | null> =>
  addMember(db, accountId, DEMO_EMAIL, 'owner').catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'email_taken') return null;
    throw error;
  });

function announce({ url, metricsUrl }: RunningApi): void {
  if (metricsUrl !== null) printLine(`metrics ${metricsUrl}`);
  printLine(`ready ${url}`);
}

/** What was started last goes first. */
async function stopAll(running: readonly (RunningApi | RunningWorker)[]): Promise<void> {
  for (const each of running.toReversed()) await each.stop();
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`leadline: could not stop cleanly: ${error.message}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a port.');
  return port;
}
