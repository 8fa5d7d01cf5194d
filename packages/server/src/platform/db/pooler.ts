// A connection pooler between us and PostgreSQL, such as PgBouncer, as named in the URL: postgres://…?pooler=transaction.

/** "session": a connection stays ours until we close it, but the pooler refuses startup options. "transaction": every
 * transaction may run on another connection, so nothing we set outside one can be relied on. */
export type Pooler = 'none' | 'session' | 'transaction';

export function splitPooler(databaseUrl: string): { connectionString: string; pooler: Pooler } {
  const url = new URL(databaseUrl);
  const pooler = url.searchParams.get('pooler');
  if (pooler === null) return { connectionString: databaseUrl, pooler: 'none' };
  if (pooler !== 'session' && pooler !== 'transaction')
    throw new Error('pooler in DATABASE_URL must be session or transaction');
  url.searchParams.delete('pooler');
  return { connectionString: url.href, pooler };
}

/** The pooler is there, but the URL doesn't say so. */
export class UnknownPooler extends Error {
  constructor() {
    super(
      'a connection pooler between Leadline and PostgreSQL refuses startup options: add pooler=session or pooler=transaction to DATABASE_URL and AUTH_DATABASE_URL. See "Connection poolers" in docs/operations.md.',
    );
  }
}

/** Protocol violation, in PgBouncer's words: "unsupported startup parameter in options: search_path". */
export const isFromUnknownPooler = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === '08P01' && /startup parameter/i.test(String(message));
};
