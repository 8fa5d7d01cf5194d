// Acts like a user's browser: keeps cookies and sends requests from the dashboard's origin.

import { type ApiResponse, type CallOptions, call } from '../http/call.ts';

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

  async call(path: string, body?: unknown, options: CallOptions = {}): Promise<ApiResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await call(this.#url(), path, body, {
      ...options,
      headers: { ...(cookie === '' ? {} : { cookie }), 'sec-fetch-site': 'same-origin', ...options.headers },
    });
    for (const setCookie of response.headers.getSetCookie()) {
      const [pair = ''] = setCookie.split(';');
      const cut = pair.indexOf('=');
      const value = pair.slice(cut + 1);
      if (value === '' || /max-age=0/i.test(setCookie)) this.cookies.delete(pair.slice(0, cut));
      else this.cookies.set(pair.slice(0, cut), value);
    }
    return response;
  }

  /** The first person needs a setup token. */
  signUp = (setupToken?: string): Promise<ApiResponse> =>
    this.call('/api/auth/sign-up/email', {
      name: 'Ana Lopez',
      email: this.email,
      password: PASSWORD,
      setupToken,
    });

  signIn = (password = PASSWORD): Promise<ApiResponse> =>
    this.call('/api/auth/sign-in/email', { email: this.email, password });

  /** Signs up and creates an account. Returns the account's ID. */
  async createAccount(company = 'Acme'): Promise<string> {
    await this.signUp();
    const { body } = await this.call('/api/accounts', { name: company });
    return body.data.account_id;
  }
}
