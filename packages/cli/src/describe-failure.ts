// What went wrong, in one line for an operator. LEADLINE_DEBUG=1 shows where.

interface Failure extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly errors?: readonly Failure[];
}

export function describeFailure(error: unknown): string {
  if (process.env.LEADLINE_DEBUG && error instanceof Error) return error.stack ?? error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = '', message, address, port, hostname, errors }: Failure = error;
  const first = errors?.[0];
  if (first !== undefined) return describeFailure(first);
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${address} is in use`;
    case 'ECONNREFUSED':
      return `cannot reach the database at ${address}:${port}: nobody answers there`;
    case 'ENOTFOUND':
      return `cannot reach the database: there is no host "${hostname}"`;
    case '28P01':
    case '28000':
      return `the database refuses the user: ${message}`;
    case '3D000':
      return message;
    case '42P01':
    case '42883':
    case '22023':
      return `the database is not ready for this version (${message}); run "leadline migrate"`;
    case '42501':
      return `${message}; this needs the owner of the tables`;
    default:
      return message;
  }
}
