const AWAY = new Set(
  '25006 40001 40P01 ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH'.split(
    ' ',
  ),
);

/** Connections refused or lost, shutdowns, queries that took too long, a standby that has just taken over, deadlocks, too
 * many connections: it may pass. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return (
    /^(?:08|53|57)/.test(code) ||
    AWAY.has(code) ||
    /connection terminated|client was closed|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i.test(
      message,
    )
  );
}
