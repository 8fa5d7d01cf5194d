// What an operator can set, all of it in the environment.

import { LEAST_KEY_LENGTH } from './webhooks/seal.ts';

/** What the API process and the worker share. */
export interface WorkerConfig {
  readonly databaseUrl: string;
  readonly metricsHost: string;
  /** Null: no metrics. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** Encrypts addresses and secrets of webhook endpoints. Null: there are no webhooks. */
  readonly secretKey: string | null;
  /** Whether webhooks may go to private addresses, by plain http, to any port. */
  readonly allowPrivateTargets: boolean;
}

export interface ApiConfig extends WorkerConfig {
  readonly host: string;
  readonly port: number;
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
    secretKey: readSecretKey(env.SECRET_KEY),
    allowPrivateTargets: readSwitch('WEBHOOKS_ALLOW_PRIVATE', env.WEBHOOKS_ALLOW_PRIVATE),
  };
}

function readSecretKey(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (text.length < LEAST_KEY_LENGTH)
    throw new Error(
      `SECRET_KEY must have ${LEAST_KEY_LENGTH} characters or more; \`openssl rand -base64 32\` makes one`,
    );
  return text;
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || text === '0') return false;
  if (text === '1') return true;
  throw new Error(`${name} must be 1 or 0, not "${text}"`);
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
