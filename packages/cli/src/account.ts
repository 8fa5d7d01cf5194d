// `leadline account` and `leadline key`: accounts, members and API keys.

import {
  AI_MODES,
  type AiMode,
  addMember,
  asOperator,
  cancelDeletion,
  createAccount,
  createKey,
  type IdKind,
  type KeyScope,
  listKeys,
  type NewAccount,
  readId,
  revokeKey,
  rotateKey,
  scheduleDeletion,
  setAi,
  setPlan,
  showId,
} from '@leadline/server';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { moveCommand } from './account-move.ts';
import { exportCommand, importCommand } from './account-transfer.ts';
import { group } from './group.ts';
import { paint, printable, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withDatabase } from './store-options.ts';

interface JsonOption {
  readonly json?: true;
}

const ROLES = ['owner', 'manager', 'rep', 'viewer'] as const;
type Role = (typeof ROLES)[number];
const SCOPES: readonly KeyScope[] = ['api', 'read', 'send', 'intake'];
const JSON_OPTION = ['--json', 'print JSON'] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export function accountCommand(): Command {
  const create = addStoreOptions(
    new Command('create')
      .description('create an account with a live and a test API key')
      .requiredOption('--email <email>', 'contact email', readEmail)
      .requiredOption('--plan <plan>', 'free, starter, growth, scale or unlimited')
      .option(...JSON_OPTION),
  ).action(
    async ({ email, plan, json, data }: { email: string; plan: string } & JsonOption & StoreOptions) => {
      const account = await withDatabase({ data }, (db) => createAccount(db, email, plan));
      if (!json) return printAccount(account);
      const { accountId, liveKey, testKey } = account;
      printJson({ account_id: showId('acct', accountId), plan, live_key: liveKey, test_key: testKey });
    },
  );

  const change = addStoreOptions(
    new Command('set-plan')
      .description('change the plan of an account; takes effect within five seconds')
      .argument('<account>', 'account ID (acct_…)', idReader('acct'))
      .argument('<plan>', 'free, starter, growth, scale or unlimited'),
  ).action(async (accountId: string, plan: string, { data }: StoreOptions) => {
    await withDatabase({ data }, (db) => setPlan(db, accountId, plan));
    printLine(`${showId('acct', accountId)} is on the ${plan} plan`);
  });

  const changeAi = addStoreOptions(
    new Command('set-ai')
      .description('change the AI of an account; takes effect within five seconds')
      .argument('<account>', 'account ID (acct_…)', idReader('acct'))
      .addArgument(new Argument('<mode>', 'off, the local model, or the configured LLM').choices(AI_MODES))
      .option('--monthly-dollars <dollars>', 'monthly LLM budget of the account', readDollars),
  ).action(
    async (
      accountId: string,
      mode: AiMode,
      { monthlyDollars, data }: { monthlyDollars?: number } & StoreOptions,
    ) => {
      await withDatabase({ data }, (db) => setAi(db, accountId, mode, monthlyDollars));
      printLine(`AI of ${showId('acct', accountId)} set to ${mode}`);
    },
  );

  const add = addStoreOptions(
    new Command('add-member')
      .description('give someone access to the dashboard of an account')
      .argument('<account>', 'account ID (acct_…)', idReader('acct'))
      .requiredOption('--email <email>', 'email they sign in with', readEmail)
      .option('--known', 'they have signed up already, and you have verified that the email is theirs')
      .addOption(new Option('--role <role>', 'what they are allowed to do').choices(ROLES).default('owner')),
  ).action(
    async (
      accountId: string,
      { email, role, known, data }: { email: string; role: Role; known?: true } & StoreOptions,
    ) => {
      const { password } = await withDatabase({ data }, (db) => addMember(db, accountId, email, role, known));
      printLine(`added ${email} to ${showId('acct', accountId)} as ${role}`);
      if (password !== null) printLine(`password  ${password}   shown only once; change it in Profile`);
    },
  );

  const remove = addStoreOptions(
    new Command('delete')
      .description('close an account and delete it with all of its data after a grace period')
      .argument('<account>', 'account ID (acct_…)', idReader('acct'))
      .option('--days <days>', 'the grace period, in which the deletion can be cancelled', readDays, 7)
      .addOption(new Option('--now', 'delete it within about a minute').implies({ days: 0 })),
  ).action(async (accountId: string, { days, data }: { days: number } & StoreOptions) => {
    const deleteAt = await withDatabase({ data }, (db) => scheduleDeletion(db, asOperator(accountId), days));
    printLine(`${showId('acct', accountId)} is closed and will be deleted from ${day(deleteAt)} UTC on`);
    if (days > 0) printLine(paint('dim', 'Until then: leadline account cancel-deletion'));
  });

  const keep = addStoreOptions(
    new Command('cancel-deletion')
      .description('keep an account that is waiting to be deleted, and open it again')
      .argument('<account>', 'account ID (acct_…)', idReader('acct')),
  ).action(async (accountId: string, { data }: StoreOptions) => {
    await withDatabase({ data }, (db) => cancelDeletion(db, asOperator(accountId)));
    printLine(`${showId('acct', accountId)} is open again`);
  });

  return group('account', [
    create,
    change,
    changeAi,
    add,
    remove,
    keep,
    moveCommand(),
    exportCommand(),
    importCommand(),
  ]);
}

export function keyCommand(): Command {
  const accountOption = ['--account <account>', 'account ID (acct_…)', idReader('acct')] as const;

  const create = addStoreOptions(
    new Command('create')
      .description('create an API key')
      .requiredOption(...accountOption)
      .option('--test', 'create a test key')
      .addOption(
        new Option(
          '--scope <scope>',
          'what it can do: everything (api), only read, only send leads, or only send leads in an intake URL',
        )
          .choices(SCOPES)
          .default('api'),
      )
      .addOption(new Option('--intake', 'the same as --scope intake').implies({ scope: 'intake' }))
      .option('--name <name>', 'what it is for', 'Key')
      .option(
        '--expires <when>',
        'when it stops working: after days (90d) or at a date (2027-01-31)',
        readExpiry,
      )
      .option(...JSON_OPTION),
  ).action(
    async ({
      account,
      test,
      scope,
      name,
      expires,
      json,
      data,
    }: {
      account: string;
      test?: true;
      scope: KeyScope;
      name: string;
      expires?: Date;
    } & JsonOption &
      StoreOptions) => {
      const created = await withDatabase({ data }, (db) =>
        createKey(db, asOperator(account), test ? 'test' : 'live', name, scope, null, expires ?? null),
      );
      printNewKey(created, json);
      if (scope === 'intake' && !json) printLine(`intake URL: POST /api/intake/${created.key}`);
    },
  );

  const list = addStoreOptions(
    new Command('list')
      .description('list the API keys of an account')
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
    for (const { keyId, mode, scope, name, hint, expiresAt, ending, lastUsedAt } of keys) {
      const state =
        expiresAt === null
          ? ''
          : expiresAt > new Date()
            ? `  expires ${day(expiresAt)}`
            : ending === null
              ? `  expired ${day(expiresAt)}`
              : `  ${ending}`;
      const used = lastUsedAt === null ? 'never used' : `used ${day(lastUsedAt)}`;
      const kind = scope === 'intake' ? scope : mode;
      const twin = scope === 'intake' && mode === 'test' ? '  for test leads' : '';
      const access = scope === 'read' || scope === 'send' ? `  ${scope} only` : '';
      printLine(
        `${showId('key', keyId)}  ll_${kind}_…${hint}  ${printable(name)}  ${used}${access}${twin}${state}`,
      );
    }
  });

  const revoke = addStoreOptions(
    new Command('revoke')
      .description('revoke an API key; takes effect within five seconds')
      .argument('<key>', 'key ID (key_…); see `leadline key list`', idReader('key')),
  ).action(async (keyId: string, { data }: StoreOptions) => {
    await withDatabase({ data }, (db) => revokeKey(db, keyId));
    printLine(`revoked ${showId('key', keyId)}`);
  });

  const rotate = addStoreOptions(
    new Command('rotate')
      .description('replace an API key; the old one keeps working for a while')
      .argument('<key>', 'key ID (key_…)', idReader('key'))
      .option('--grace <hours>', 'how long the old key keeps working', readHours, 24)
      .option(...JSON_OPTION),
  ).action(async (keyId: string, { grace, json, data }: { grace: number } & JsonOption & StoreOptions) => {
    printNewKey(await withDatabase({ data }, (db) => rotateKey(db, keyId, grace)), json);
  });

  return group('key', [create, list, rotate, revoke]);
}

function printAccount(account: NewAccount): void {
  printLine(`account   ${showId('acct', account.accountId)}`);
  printLine(describeKeys(account));
}

export function describeKeys({ liveKey, testKey }: NewAccount): string {
  const hint = paint(
    'dim',
    "Keys are shown only once. Leads sent with the test key don't count toward your plan.",
  );
  return `live key  ${liveKey}\ntest key  ${testKey}\n${hint}`;
}

function printNewKey({ keyId, key }: { keyId: string; key: string }, json?: true): void {
  if (json) {
    printJson({ key_id: showId('key', keyId), key });
    return;
  }
  printLine(`${showId('key', keyId)}  ${key}`);
  printLine(paint('dim', 'The key is shown only once.'));
}

const printJson = (value: unknown): void => printLine(JSON.stringify(value, null, 2));

const day = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

const idReader =
  (kind: IdKind) =>
  (text: string): string => {
    const id = readId(kind, text);
    if (id === null) throw new InvalidArgumentError(`Use an ID like ${kind}_….`);
    return id;
  };

/** A date begins at midnight UTC. */
function readExpiry(text: string): Date {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(Date.now() + Number(days) * DAY_MS);
  const time = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('Use a number of days such as 90d, or a date such as 2027-01-31.');
  return new Date(time);
}

function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new InvalidArgumentError('Use an email such as you@example.org.');
  return text;
}

function readDollars(text: string): number {
  const dollars = Number(text);
  if (text.trim() === '' || !(dollars >= 0 && dollars < 1e8))
    throw new InvalidArgumentError('Use an amount such as 50.');
  return dollars;
}

function readDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 0 || days > 365)
    throw new InvalidArgumentError('Use whole days from 0 to 365.');
  return days;
}

function readHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 0 || hours > 8760)
    throw new InvalidArgumentError('Use whole hours from 0 to 8760.');
  return hours;
}
