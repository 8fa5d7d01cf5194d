// `leadline secret-key`: says which values still need an old SECRET_KEY, and re-encrypts them with the current one.

import {
  countOldSecrets,
  type Installation,
  inEachCell,
  makeSecretKeys,
  type OldSecrets,
  openInstallation,
  openPool,
  readSecretFiles,
  readWorkerConfig,
  reEncryptSecrets,
  type SecretKeys,
} from '@leadline/server';
import { Command } from 'commander';
import { type DoneInCell, reportFailures } from './cell-results.ts';
import { group } from './group.ts';
import { EXIT_REJECTED, printLine } from './output.ts';
import { readOrCreateSecretKey } from './secret-key.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export function secretKeyCommand(): Command {
  const status = addStoreOptions(
    new Command('status')
      .description('count the values that are not encrypted with SECRET_KEY; exit code 1 if there are any')
      .option('--json', 'print JSON'),
  ).action(async ({ json, data }: { json?: true } & StoreOptions) => {
    const old = addUp((await withSecretKeys({ data }, countOldSecrets)).map(({ value }) => value));
    if (json) printLine(JSON.stringify(old));
    else printLine(describeOld(old));
    if (!isNone(old)) process.exitCode = EXIT_REJECTED;
  });

  const reEncrypt = addStoreOptions(
    new Command('re-encrypt').description(
      'encrypt everything with SECRET_KEY that was encrypted with one of OTHER_SECRET_KEYS',
    ),
  ).action(async ({ data }: StoreOptions) => {
    const cells = await withSecretKeys({ data }, (db, keys) =>
      reEncryptSecrets(db, keys, (count) => printLine(`re-encrypted ${count}`)),
    );
    const remaining = addUp(cells.map(({ value }) => value.remaining));
    if (cells.every(({ value }) => value.reEncrypted === 0)) printLine('nothing to re-encrypt');
    printLine(describeOld(remaining));
    if (isNone(remaining)) return;
    printLine(
      'Check that OTHER_SECRET_KEYS has every earlier key and that all processes use the new SECRET_KEY, then run this again.',
    );
    process.exitCode = EXIT_REJECTED;
  });

  return group('secret-key', [status, reEncrypt]);
}

/** Of all cells. The directory has the secrets of people and keys, the cells those of webhooks. */
const addUp = (counts: readonly OldSecrets[]): OldSecrets =>
  counts.reduce(
    (sum, { webhooks, crms, twoFactors, intakeKeys, sessions }) => ({
      webhooks: sum.webhooks + webhooks,
      twoFactors: sum.twoFactors + twoFactors,
      crms: sum.crms + crms,
      intakeKeys: sum.intakeKeys + intakeKeys,
      sessions: sum.sessions + sessions,
    }),
    { webhooks: 0, crms: 0, twoFactors: 0, intakeKeys: 0, sessions: 0 },
  );

const isNone = ({ webhooks, crms, twoFactors, intakeKeys, sessions }: OldSecrets): boolean =>
  webhooks + crms + twoFactors + intakeKeys + sessions === 0;

const describeOld = (old: OldSecrets): string =>
  isNone(old)
    ? 'everything is encrypted with SECRET_KEY; no other key is needed to decrypt'
    : `still encrypted with another key: webhooks ${old.webhooks}, CRM connections ${old.crms}, two-factor secrets ${old.twoFactors}, intake keys ${old.intakeKeys}, sessions of single sign-on ${old.sessions}`;

const withSecretKeys = <T>(
  { data }: StoreOptions,
  work: (db: Installation, keys: SecretKeys) => Promise<T>,
): Promise<DoneInCell<T>[]> =>
  withStore({ data }, async (directoryUrl, isLocal) => {
    const { secretKey, otherSecretKeys } = readWorkerConfig({
      ...(isLocal ? { SECRET_KEY: await readOrCreateSecretKey(data) } : {}),
      ...readSecretFiles(process.env),
      DATABASE_URL: directoryUrl,
    });
    if (secretKey === null) throw new Error('SECRET_KEY is not set');
    const keys = makeSecretKeys(secretKey, otherSecretKeys);
    const results = await inEachCell(directoryUrl, async (url) => {
      const db = openInstallation(openPool(url, { size: 1 }));
      try {
        return await work(db, keys);
      } finally {
        await db.destroy();
      }
    });
    const done = reportFailures(results, 'was left out');
    if (done.length < results.length)
      throw new Error('keep the old key, and run this again when all cells can be reached');
    return done;
  });
