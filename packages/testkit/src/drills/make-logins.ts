// URLs for the three logins of a production setup.

export type Logins = Readonly<
  Record<'API_DATABASE_URL' | 'AUTH_DATABASE_URL' | 'WORKER_DATABASE_URL', string>
>;

export function makeLogins(databaseUrl: string): Logins {
  const login = (name: string): string => {
    const url = new URL(databaseUrl);
    url.username = name;
    url.password = `password-of-${name}`;
    return url.href;
  };
  return {
    API_DATABASE_URL: login('drill_api'),
    AUTH_DATABASE_URL: login('drill_auth'),
    WORKER_DATABASE_URL: login('drill_worker'),
  };
}
