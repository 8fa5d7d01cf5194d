// Follows the redirects of single sign-on like a browser, with separate cookies for the service and the provider.

import type { ApiResponse } from '../http/call.ts';
import type { Person } from './person.ts';

/** Starts single sign-on and follows it to the point where the provider sends the browser back. Returns that URL. */
export async function visitProvider(person: Person, next?: string): Promise<string> {
  const start = await person.call('/api/auth/sign-in/sso', next === undefined ? {} : { next });
  if (start.status !== 200) throw new Error(`could not start: ${start.text}`);
  return followRedirects(start.body.data.url);
}

/** `cookies` are those of the provider. */
export async function followRedirects(from: string, cookies = new Map<string, string>()): Promise<string> {
  let url = from;
  const { origin } = new URL(from);
  for (let step = 0; step < 10; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider returned ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (new URL(url).origin !== origin) return url;
  }
  throw new Error('too many redirects');
}

/** Returns to the service with the URL from the provider. */
export const comeBack = (person: Person, url: string): Promise<ApiResponse> => {
  const { pathname, search } = new URL(url);
  return person.call(pathname + search, undefined, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
};

export const signInBySso = async (person: Person, next?: string): Promise<ApiResponse> =>
  comeBack(person, await visitProvider(person, next));

/** Has the provider confirm a session without asking. Returns the answer to the browser that comes back. */
export async function confirmSilently(
  person: Person,
  providerCookies: Map<string, string>,
  next = '/',
): Promise<ApiResponse> {
  const start = await person.call('/api/auth/sign-in/sso', { next, silent: true });
  if (start.status !== 200) throw new Error(`could not start: ${start.text}`);
  return comeBack(person, await followRedirects(start.body.data.url, providerCookies));
}
