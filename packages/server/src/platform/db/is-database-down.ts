const DOWN = new Set(
  '25006 40001 40P01 LL002 ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH'.split(
    ' ',
  ),
);

/** Recognizes temporary failures: lost connections, shutdowns, timeouts, failovers, deadlocks, too many connections, and an
 * address that leads to another database. */
export function isDatabaseDown(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return (
    /^(?:08|53|57)/.test(code) ||
    DOWN.has(code) ||
    /connection terminated|not currently accepting connections|client was closed|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i.test(
      message,
    )
  );
}
