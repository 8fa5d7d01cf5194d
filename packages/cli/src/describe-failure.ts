// Describes a failure in one line. LEADLINE_DEBUG=1 adds the stack trace.

interface Failure extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  /** The variable that chose the port. */
  readonly setting?: string;
  readonly errors?: readonly Failure[];
}

export function describeFailure(error: unknown): string {
  if (process.env.LEADLINE_DEBUG && error instanceof Error) return error.stack ?? error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = '', message, address, port, hostname, setting, errors }: Failure = error;
  const first = errors?.[0];
  if (first !== undefined) return describeFailure(first);
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${address} is already in use; choose another one with ${setting ?? '--port or PORT'}`;
    case 'ECONNREFUSED':
      return `cannot reach the database at ${address}:${port}: connection refused. Is it running?`;
    case 'EADDRNOTAVAIL':
    case 'EACCES':
      if (setting === undefined && port === undefined) return message;
      return `cannot listen on port ${port} of ${address} (${code}); correct ${setting ?? 'HOST or PORT'}`;
    case 'ENOTFOUND':
      if (setting !== undefined) return `cannot listen on the unknown host "${hostname}"; correct ${setting}`;
      return `cannot reach the database: unknown host "${hostname}". Check DATABASE_URL.`;
    case '28P01':
    case '28000':
      return `cannot sign in to the database: ${message}. Check DATABASE_URL.`;
    case '3D000':
      return `${message}. Create it, or correct DATABASE_URL.`;
    case '42P01':
    case '42883':
    case '22023':
      return `the database schema does not match this version (${message}). Run "leadline migrate".`;
    case '42501':
      return `${message}. Run this as the owner of the tables.`;
    case 'no_response': // from the SDK
      return `${message}. Is the service running?`;
    default:
      if (/password must be a (?:non-empty )?string/.test(message))
        return 'the database asks for a password, and DATABASE_URL has none: postgres://user:password@host/database';
      return /timeout/i.test(message) && /connect/i.test(message)
        ? `the database did not answer in time (${message}). Is it running, or is the machine overloaded? Try again.`
        : message;
  }
}
