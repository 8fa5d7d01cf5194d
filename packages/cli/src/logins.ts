// The logins that are created along with a schema, from the environment.

import { LOGIN_VARIABLES, readSecretFiles, requireDatabaseUrl } from '@leadline/server';

const LOGINS = Object.keys(LOGIN_VARIABLES) as (keyof typeof LOGIN_VARIABLES)[];

export const LOGINS_HELP = `  ${LOGINS.join(', ')}
                if set, creates the login in each URL with its password, and grants it the role it needs

URLs can be read from files instead: DATABASE_URL_FILE, ${LOGINS.map((name) => `${name}_FILE`).join(', ')}`;

export function readLogins(): { readonly [Name in keyof typeof LOGIN_VARIABLES]?: string | undefined } {
  const env = readSecretFiles(process.env, LOGINS);
  for (const name of LOGINS) if (env[name]) requireDatabaseUrl(name, env[name]);
  return Object.fromEntries(LOGINS.map((name) => [name, env[name]]));
}
