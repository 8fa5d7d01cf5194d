// `leadline account` and `leadline key`: what an operator does by hand.

import {
  AI_MODES,
  type AiMode,
  addMember,
  asOperator,
  createAccount,
  createKey,
  type IdKind,
  listKeys,
  type NewAccount,
  readId,
  revokeKey,
  rotateKey,
  setAi,
  setPlan,
  showId,
} from '@leadline/server';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { group } from './group.ts';
import { paint, printable, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withDatabase } from './store-options.ts';

interface JsonOption {
  readonly json?: true;
}

const ROLES = ['owner', 'rep', 'viewer'] as const;
type Role = (typeof ROLES)[number];
const JSON_OPTION = ['--json', 'print JSON'] as const;

export function accountCommand(): Command {
  const create = addStoreOptions(
    new Command('create')
      .description('create an account with a live key and a test key')
      .requiredOption('--email <address>', 'whom to reach about it', readEmail)
      .requiredOption('--plan <plan>', 'free, starter, growth, scale or unlimited')
      .option(...JSON_OPTION),
  ).action(
    async ({ email, plan, json, data }: { email: string; plan: string } & JsonOption & StoreOptions) => {
      const made = await withDatabase({ data }, (db) => createAccount(db, email, plan));
      if (!json) return printAccount(made);
      const { accountId, liveKey, testKey } = made;
      printJson({ account_id: showId('acct', accountId), plan, live_key: liveKey, test_key: testKey });
    },
  );

  const change = addStoreOptions(
    new Command('set-plan')
      .description('move an account to another plan, within five seconds')
      .argument('<account>', 'acct_…', idReader('acct'))
      .argument('<plan>', 'free, starter, growth, scale or unlimited'),
  ).action(async (accountId: string, plan: string, { data }: StoreOptions) => {
    await withDatabase({ data }, (db) => setPlan(db, accountId, plan));
    printLine(`${showId('acct', accountId)} is on the ${plan} plan`);
  });

  const changeAi = addStoreOptions(
    new Command('set-ai')
      .description('choose who reads the messages of an account, within five seconds')
      .argument('<account>', 'acct_…', idReader('acct'))
      .addArgument(
        new Argument('<mode>', 'nobody; the model on this machine; the LLM that the operator set up').choices(
          AI_MODES,
        ),
      )
      .option('--monthly-dollars <dollars>', 'what the LLM may cost the account in a month', readDollars),
  ).action(
    async (
      accountId: string,
      mode: AiMode,
      { monthlyDollars, data }: { monthlyDollars?: number } & StoreOptions,
    ) => {
      await withDatabase({ data }, (db) => setAi(db, accountId, mode, monthlyDollars));
      printLine(`${showId('acct', accountId)}: ai is ${mode}`);
    },
  );

  const add = addStoreOptions(
    new Command('add-member')
      .description('let somebody sign in to the dashboard of an account')
      .argument('<account>', 'acct_…', idReader('acct'))
      .requiredOption('--email <address>', 'who', readEmail)
      .option('--known', 'they have signed up already, and you know that it is them')
      .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('owner')),
  ).action(
    async (
      accountId: string,
      { email, role, known, data }: { email: string; role: Role; known?: true } & StoreOptions,
    ) => {
      const { password } = await withDatabase({ data }, (db) => addMember(db, accountId, email, role, known));
      printLine(`${email} is ${role} of ${showId('acct', accountId)}`);
      if (password !== null) printLine(`password  ${password}   shown this once; to be changed in Profile`);
    },
  );

  return group('account', [create, change, changeAi, add]);
}

export function keyCommand(): Command {
  const accountOption = ['--account <account>', 'acct_…', idReader('acct')] as const;

  const create = addStoreOptions(
    new Command('create')
      .description('create a key')
      .requiredOption(...accountOption)
      .option('--test', 'a test key')
      .option('--intake', 'a key that stands in an address and can only send leads')
      .option('--name <name>', 'what it is for', 'Key')
      .option(...JSON_OPTION),
  ).action(
    async ({
      account,
      test,
      intake,
      name,
      json,
      data,
    }: { account: string; test?: true; intake?: true; name: string } & JsonOption & StoreOptions) => {
      const made = await withDatabase({ data }, (db) =>
        createKey(db, asOperator(account), test ? 'test' : 'live', name, intake ? 'intake' : 'api'),
      );
      printNewKey(made, json);
      if (intake && !json) printLine(`its address: POST /api/intake/${made.key}`);
    },
  );

  const list = addStoreOptions(
    new Command('list')
      .description('list the keys of an account')
      .requiredOption(...accountOption)
      .option(...JSON_OPTION),
  ).action(async ({ account, json, data }: { account: string } & JsonOption & StoreOptions) => {
    const keys = await withDatabase({ data }, (db) => listKeys(db, account));
    if (json) {
      return printJson(
        keys.map(({ keyId, mode, scope, name, hint, createdAt, expiresAt, lastUsedAt }) => ({
          key_id: showId('key', keyId),
          mode,
          scope,
          name,
          hint,
          created_at: createdAt,
          expires_at: expiresAt,
          last_used_at: lastUsedAt,
        })),
      );
    }
    if (keys.length === 0) printLine('no keys');
    for (const { keyId, mode, scope, name, hint, expiresAt, lastUsedAt } of keys) {
      const state =
        expiresAt === null ? '' : expiresAt <= new Date() ? '  revoked' : `  ends ${day(expiresAt)}`;
      const used = lastUsedAt === null ? 'never used' : `used ${day(lastUsedAt)}`;
      const kind = scope === 'intake' ? scope : mode;
      const twin = scope === 'intake' && mode === 'test' ? '  for test leads' : '';
      printLine(`${showId('key', keyId)}  ll_${kind}_…${hint}  ${printable(name)}  ${used}${twin}${state}`);
    }
  });

  const revoke = addStoreOptions(
    new Command('revoke')
      .description('revoke a key; every process refuses it within five seconds')
      .argument('<key>', 'key_… (see `leadline key list`)', idReader('key')),
  ).action(async (keyId: string, { data }: StoreOptions) => {
    await withDatabase({ data }, (db) => revokeKey(db, keyId));
    printLine(`${showId('key', keyId)} is revoked`);
  });

  const rotate = addStoreOptions(
    new Command('rotate')
      .description('create a key in the place of another, which goes on working for a while')
      .argument('<key>', 'key_…', idReader('key'))
      .option('--grace <hours>', 'how long the old key goes on working', readHours, 24)
      .option(...JSON_OPTION),
  ).action(async (keyId: string, { grace, json, data }: { grace: number } & JsonOption & StoreOptions) => {
    printNewKey(await withDatabase({ data }, (db) => rotateKey(db, keyId, grace)), json);
  });

  return group('key', [create, list, rotate, revoke]);
}

export function printAccount({ accountId, liveKey, testKey }: NewAccount): void {
  printLine(`account   ${showId('acct', accountId)}`);
  printLine(`live key  ${liveKey}`);
  printLine(`test key  ${testKey}`);
  printLine(paint('dim', 'Keys are shown this once. Leads sent with the test key count against no plan.'));
}

function printNewKey({ keyId, key }: { keyId: string; key: string }, json?: true): void {
  if (json) {
    printJson({ key_id: showId('key', keyId), key });
    return;
  }
  printLine(`${showId('key', keyId)}  ${key}`);
  printLine(paint('dim', 'The key is shown this once.'));
}

const printJson = (value: unknown): void => printLine(JSON.stringify(value, null, 2));

const day = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

const idReader =
  (kind: IdKind) =>
  (text: string): string => {
    const id = readId(kind, text);
    if (id === null) throw new InvalidArgumentError(`It must be an id like ${kind}_….`);
    return id;
  };

function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new InvalidArgumentError('It must be an email address.');
  return text;
}

function readDollars(text: string): number {
  const dollars = Number(text);
  if (text.trim() === '' || !(dollars >= 0 && dollars < 1e8))
    throw new InvalidArgumentError('It must be an amount.');
  return dollars;
}

function readHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 0 || hours > 8760)
    throw new InvalidArgumentError('It must be whole hours.');
  return hours;
}
