// What an operator can set, all of it in the environment.

export interface ApiConfig {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly metricsHost: string;
  /** Null: no metrics. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): ApiConfig {
  const databaseUrl = env.DATABASE_URL;
  if (databaseUrl === undefined || databaseUrl === '') throw new Error('DATABASE_URL is not set');
  return {
    databaseUrl,
    host: env.HOST ?? '127.0.0.1',
    port: readPort('PORT', env.PORT) ?? 8080,
    metricsHost: env.METRICS_HOST ?? '127.0.0.1',
    metricsPort: readPort('METRICS_PORT', env.METRICS_PORT),
    logLevel: readLevel(env.LOG_LEVEL ?? 'info'),
  };
}

function readPort(name: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port, not "${text}"`);
  return port;
}

function readLevel(text: string): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
  if (!levels.includes(text)) throw new Error(`LOG_LEVEL must be one of ${levels.join(', ')}, not "${text}"`);
  return text;
}
