// An API for tests of signing up and signing in. Somebody has already set up Leadline and sign-up is open, so that every
// test can start with its own person.

import type { Installation, RunningApi } from '@leadline/server';
import type { ApiConfig } from '@leadline/server/testing';
import { afterAll, beforeAll } from 'vitest';
import { openOwner } from '../database/accounts.ts';
import { cloneDatabase } from '../database/clone-database.ts';
import { chooseOneCell, cloneAlone, spreadOverCells } from '../database/test-cells.ts';
import { startTestApi } from '../service/start-in-process.ts';
import { addFirstUser } from './first-user.ts';
import { Person } from './person.ts';

export interface AuthSuite {
  readonly databaseUrl: string;
  /** Of the cell that all accounts live in, with `inOneCell`. */
  readonly accountUrl: string;
  readonly owner: Installation;
  readonly api: RunningApi;
  /** A new person who has not signed up yet. */
  person(): Person;
  /** Every email sent so far, newest last. */
  readonly mails: string[];
}

interface SuiteOptions extends Partial<ApiConfig> {
  /** Starts with a database in which nobody has signed up. */
  readonly isEmpty?: boolean;
  /** For suites that look at the database itself. */
  readonly inOneCell?: true;
  /** For suites that make cells of their own. */
  readonly withoutCells?: true;
}

export function useAuthSuite({
  isEmpty = false,
  inOneCell,
  withoutCells,
  ...changes
}: SuiteOptions = {}): AuthSuite {
  const suite = { mails: [] as string[] } as { -readonly [K in keyof AuthSuite]: AuthSuite[K] };
  let people = 0;
  const write = process.stdout.write.bind(process.stdout);
  beforeAll(async () => {
    process.stdout.write = ((text: string | Uint8Array, ...rest: never[]) => {
      if (typeof text === 'string' && text.startsWith('\n── ')) {
        suite.mails.push(text);
        return true;
      }
      return write(text, ...rest);
    }) as typeof process.stdout.write;
    suite.databaseUrl = await (withoutCells ? cloneAlone() : cloneDatabase());
    await spreadOverCells(suite.databaseUrl);
    suite.accountUrl = inOneCell ? await chooseOneCell(suite.databaseUrl) : suite.databaseUrl;
    suite.owner = openOwner(suite.databaseUrl);
    if (!isEmpty) await addFirstUser(suite.owner);
    suite.api = await startTestApi(suite.databaseUrl, { mail: 'print', ...changes });
  });
  afterAll(async () => {
    process.stdout.write = write;
    await suite.api.stop();
    await suite.owner.destroy();
  });
  suite.person = () => new Person(() => suite.api.url, `person${++people}@example.org`);
  return suite;
}
