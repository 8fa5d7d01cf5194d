// `leadline serve` runs everything in one process. In production, `leadline api` and `leadline worker` (see worker.ts) run
// separately and are configured with environment variables.

import { join, resolve } from 'node:path';

import {
  addMember,
  checkEnvironment,
  createFirstAccount,
  DomainError,
  describeEnvironment,
  findFirstAccount,
  type Installation,
  type NewPassword,
  openInstallation,
  openPool,
  type RunningApi,
  type RunningWorker,
  readConfig,
  readSecretFiles,
  resetPassword,
  SETUP_TOKEN_HOURS,
  showId,
  startApi,
} from '@leadline/server';
import { Command, InvalidArgumentError } from 'commander';
import { describeKeys } from './account.ts';
import { DASHBOARD_FOLDER } from './dashboard-folder.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { userFolder } from './input.ts';
import { migrateAll } from './migrate-all.ts';
import { printLine } from './output.ts';
import { RELEASE } from './release.ts';
import { readOrCreateSecretKey } from './secret-key.ts';
import { describeSetupLink } from './setup-token.ts';
import { chooseSecretPlace, forgetSecret, type SecretPlace, showSecret } from './show-secrets.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { addStoreOptions, leaveStore, openStore, type StoreOptions } from './store-options.ts';
import { beginWorker } from './supervise-worker.ts';

const DEMO_EMAIL = 'demo@leadline.example';
/** The name of its file. */
const SETUP_LINK = 'setup-link';
const DEMO_NAMES = { name: 'Robin Hale', accountName: 'Brightwater Projects' };

interface ServeOptions extends StoreOptions {
  readonly port?: number;
  readonly metricsPort?: number;
  readonly demo?: true;
}

export const serveCommand = (): Command =>
  addStoreOptions(
    new Command('serve')
      .option('--port <port>', 'port to listen on; 0 picks a free one (default: PORT or 8080)', readPort)
      .option(
        '--metrics-port <port>',
        'port for Prometheus metrics (default: METRICS_PORT or none)',
        readPort,
      )
      .option('--demo', 'add invented leads if the account has none')
      .addHelpText(
        'after',
        '\nThe environment variables of `leadline api` apply too; see `leadline api --help`.',
      ),
  ).action(async ({ port, metricsPort, demo, data }: ServeOptions) => {
    const running: (RunningApi | RunningWorker)[] = [];
    checkEnvironment(process.env); // before anything is started or migrated
    // The first start takes a while, and silence would look like a failure.
    const opening = openStore({ data }, () => printLine('Starting PostgreSQL …'));
    const signals = stopOnSignal(async () => {
      await stopAll(running);
      await (await opening).close();
    });
    const store = await opening;
    try {
      // If a cell is down, only its own accounts are affected: they get 503 until it is back and migrated.
      if (!(await migrateAll(store.url))) process.exitCode = 0;
      const config = readConfig({
        LOG_LEVEL: 'warn',
        ...(store.isLocal
          ? { SECRET_KEY: await readOrCreateSecretKey(data), DATA_DISK_PATH: resolve(userFolder, data) }
          : {}),
        ...readSecretFiles(process.env),
        ...(store.isLocal ? { AUTH_DATABASE_URL: '' } : {}),
        DATABASE_URL: store.url,
      });
      const place = chooseSecretPlace(store.isLocal ? resolve(userFolder, data) : null);
      const replacement = config.mail === null ? chooseMail(place) : null;
      const mail = config.mail ?? replacement;
      // They start at the same time: each takes a second or more to load its code, on a thread of its own.
      const { worker, started } = beginWorker({
        ...config,
        metricsPort: null,
        // Its emails are about leads, and what is erased must not remain in files.
        mail: replacement === null || replacement === 'print' ? mail : null,
        publicUrl: config.publicUrl ?? `http://127.0.0.1:${port ?? config.port}`,
      });
      running.push(worker);
      const starting = startApi(
        {
          ...config,
          mail,
          release: RELEASE,
          dashboardFolder: DASHBOARD_FOLDER,
          port: port ?? config.port,
          metricsPort: metricsPort ?? config.metricsPort,
        },
        worker,
      );
      const [workerStart, apiStart] = await Promise.allSettled([started, starting]);
      if (apiStart.status === 'fulfilled') running.push(apiStart.value);
      if (workerStart.status === 'rejected') throw workerStart.reason;
      const api = await starting;
      if (store.isLocal || demo === true) await createAccountOnFirstStart(store.url, place);
      if (demo) await addDemo(store.url, config.ai !== null, place);
      const isSetUp = await announce(api, place);
      if (isSetUp) printLine(`Open ${api.url} and sign in.`);
      const appears = replacement === 'print' ? 'here' : `in ${replacement?.folder}`;
      if (isSetUp && replacement !== null)
        printLine(`If you forgot your password, ask for a new one there. The link appears ${appears}.`);
    } catch (error) {
      if (signals.isStopping) return;
      await stopAll(running); // before the database stops
      await leaveStore(store, { tries: 15 });
      throw error;
    }
  });

export const apiCommand = (): Command =>
  new Command('api').addHelpText('after', describeEnvironment('api')).action(async () => {
    let api: RunningApi | null = null;
    stopOnSignal(async () => api?.stop());
    api = await startApi({ ...readConfig(process.env), release: RELEASE, dashboardFolder: DASHBOARD_FOLDER });
    await announce(api, chooseSecretPlace(null));
  });

/** A new installation needs an account before it can receive leads. */
async function createAccountOnFirstStart(databaseUrl: string, place: SecretPlace): Promise<void> {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  const account = await createFirstAccount(db);
  await db.destroy();
  if (account === null) return;
  const id = showId('acct', account.accountId);
  printLine(`account   ${id}`);
  await showSecret(place, {
    name: 'api-keys',
    text: describeKeys(account),
    label: 'keys    ',
    otherwise: `for another one: leadline key create --account ${id}`,
  });
}

/** Adds the demo data and a demo user to the installation's first account. */
async function addDemo(databaseUrl: string, usesAi: boolean, place: SecretPlace): Promise<void> {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  const accountId = await findFirstAccount(db);
  // First, so that the account isn't named after one of the invented colleagues.
  const member = accountId === null ? null : await addDemoMember(db, accountId);
  if (member !== null)
    await showSecret(place, {
      name: 'demo-login',
      text: `sign in   ${DEMO_EMAIL}   ${member.password}`,
      label: `sign in   ${DEMO_EMAIL}, password`,
      otherwise: 'each start makes another one',
    });
  const added =
    accountId === null
      ? 0
      : await fillDemo(databaseUrl, accountId, new Date(), usesAi, member?.userId ?? null);
  printLine(
    added === 0
      ? 'demo      not added: the account already has leads'
      : `demo      ${added} leads from the last 60 days`,
  );
  await db.destroy();
}

/** The demo user gets a new password with every start, because passwords are only shown once and the first start may
 * have been interrupted. Returns null if somebody outside the account uses the email. */
async function addDemoMember(db: Installation, accountId: string): Promise<NewPassword | null> {
  const known = await resetPassword(db, accountId, DEMO_EMAIL);
  if (known !== null) return known;
  try {
    const { userId, password } = await addMember(db, accountId, DEMO_EMAIL, 'owner', false, DEMO_NAMES);
    return password === null ? null : { userId, password };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_taken') return null;
    throw error;
  }
}

/** Returns whether somebody has signed up. */
async function announce(api: RunningApi, place: SecretPlace): Promise<boolean> {
  if (api.metricsUrl !== null) printLine(`metrics ${api.metricsUrl}`);
  // The API also starts while its database is down; the operator can create a link later.
  const isNew = await api.needsSetup().catch(() => null);
  if (isNew) await announceSetup(api, place);
  if (isNew === false) await forgetSecret(place, SETUP_LINK);
  printLine(`ready ${api.url}`);
  return !isNew;
}

async function announceSetup({ createSetupLink }: RunningApi, place: SecretPlace): Promise<void> {
  if (place === 'nowhere') {
    printLine('set up    nobody has signed up yet; for a link to do so: leadline setup-token');
    return;
  }
  const link = await createSetupLink().catch(() => null);
  if (link === null) return;
  await showSecret(place, {
    name: SETUP_LINK,
    text: describeSetupLink(link),
    label: 'set up    link',
    otherwise: `it works once, within ${SETUP_TOKEN_HOURS} hours; for another one: leadline setup-token`,
  });
}

/** Where emails appear if there is no mail server. */
function chooseMail(place: SecretPlace): 'print' | { readonly folder: string } | null {
  if (place === 'terminal') return 'print';
  return place === 'nowhere' ? null : { folder: join(place.folder, 'emails') };
}

/** Stops everything in the reverse of the order it was started. */
async function stopAll(running: readonly (RunningApi | RunningWorker)[]): Promise<void> {
  for (const process of running.toReversed()) await process.stop();
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('Use a port from 0 to 65535.');
  return port;
}
