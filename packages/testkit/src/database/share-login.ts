// The login that the directory and its cells share.

import { openPool } from '@leadline/server';

/** All cells have the same logins. A local server starts with a password of its own. Returns the URL with the new one. */
export async function shareLogin(directoryUrl: string, url: string): Promise<string> {
  const { username, password } = new URL(directoryUrl);
  if (new URL(url).password !== password) {
    const pool = openPool(url, { size: 1 });
    await pool.query(`alter role ${username} password '${password}'`);
    await pool.end();
  }
  return Object.assign(new URL(url), { password }).href;
}

/** As the directory stores it. */
export const withoutLogin = (url: string): string =>
  Object.assign(new URL(url), { username: '', password: '' }).href;
