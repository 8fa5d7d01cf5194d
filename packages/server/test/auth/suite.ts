// People with browsers, without the browser: each keeps cookies and says where its requests come from.

import { afterAll, beforeAll } from 'vitest';
import type { RunningApi } from '../../src/api.ts';
import type { ApiConfig } from '../../src/config.ts';
import type { Installation } from '../../src/db/installation.ts';
import { type Answer, type CallOptions, call, startTestApi } from '../support/api.ts';
import { cloneDatabase, openOwner } from '../support/database.ts';

export const PASSWORD = 'correct horse battery';

export class Person {
  readonly email: string;
  readonly cookies: Map<string, string>;
  readonly #url: () => string;

  constructor(url: () => string, email: string, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#url = url;
    this.email = email;
    this.cookies = new Map(cookies);
  }

  async call(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(this.#url(), path, body, {
      ...options,
      headers: { ...(cookie === '' ? {} : { cookie }), 'sec-fetch-site': 'same-origin', ...options.headers },
    });
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';');
      const cut = pair.indexOf('=');
      const value = pair.slice(cut + 1);
      if (value === '' || /max-age=0/i.test(each)) this.cookies.delete(pair.slice(0, cut));
      else this.cookies.set(pair.slice(0, cut), value);
    }
    return answer;
  }

  signUp = (): Promise<Answer> =>
    this.call('/api/auth/sign-up/email', { name: 'Ana Lopez', email: this.email, password: PASSWORD });

  signIn = (password = PASSWORD): Promise<Answer> =>
    this.call('/api/auth/sign-in/email', { email: this.email, password });

  /** Signs up and opens an account. */
  async settle(company = 'Acme'): Promise<string> {
    await this.signUp();
    const { body } = await this.call('/api/accounts', { name: company });
    return body.data.account_id;
  }
}

export interface AuthSuite {
  readonly databaseUrl: string;
  readonly owner: Installation;
  readonly api: RunningApi;
  person(): Person;
  /** What has been mailed, newest last. */
  readonly mails: string[];
}

/** An API with an empty database of its own. */
export function useAuthSuite(changes: Partial<ApiConfig> = {}): AuthSuite {
  const suite = { mails: [] as string[] } as { -readonly [K in keyof AuthSuite]: AuthSuite[K] };
  let people = 0;
  const write = process.stdout.write.bind(process.stdout);
  beforeAll(async () => {
    process.stdout.write = ((text: string | Uint8Array, ...rest: never[]) => {
      if (typeof text === 'string' && text.includes('── mail to')) {
        suite.mails.push(text);
        return true;
      }
      return write(text, ...rest);
    }) as typeof process.stdout.write;
    suite.databaseUrl = await cloneDatabase();
    suite.owner = openOwner(suite.databaseUrl);
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
