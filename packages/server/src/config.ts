// Configuration for the API and the worker, read from environment variables.

import type { AiConfig } from './assessment/start-lead-assessor.ts';
import type { MailConfig } from './auth/mailer.ts';
import type { SignUp } from './auth/sign-up-policy.ts';
import type { SsoConfig } from './auth/sso/sso-config.ts';
import type { DiskConfig } from './db/disk-space.ts';
import {
  describeMissing,
  type Environment,
  readEnvironment,
  splitKeys,
  type VariableName,
} from './environment.ts';
import { readSecretFiles } from './secret-files.ts';
import type { TracingConfig } from './tracing/start-tracing.ts';

export { describeEnvironment } from './environment.ts';
export { readSecretFiles } from './secret-files.ts';

const MIB = 1024 ** 2;

/** Shared by the API process and the worker. */
export interface WorkerConfig {
  /** The directory, which also is the cell "main". */
  readonly databaseUrl: string;
  /** The cells whose jobs the worker runs. Empty for all. */
  readonly workerCells: readonly string[];
  /** The version of the product, for the metrics. Null outside the command. */
  readonly release: string | null;
  readonly metricsHost: string;
  /** Null if metrics are off. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** Null if no traces are sent. */
  readonly tracing: TracingConfig | null;
  /** Encrypts the URLs and secrets of webhook endpoints. Null if webhooks are off. */
  readonly secretKey: string | null;
  /** Only for reading, while SECRET_KEY is being replaced. */
  readonly otherSecretKeys: readonly string[];
  /** Allows webhooks to use private addresses, plain HTTP and any port. */
  readonly allowPrivateTargets: boolean;
  readonly disk: DiskConfig;
  readonly mail: MailConfig;
  /** The dashboard's URL, without a trailing slash. If null, the address the API listens on is used. */
  readonly publicUrl: string | null;
}

export interface ApiConfig extends WorkerConfig {
  /** A separate login for users and sessions. If null, `databaseUrl` is used for these too. */
  readonly authDatabaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  readonly signUp: SignUp;
  /** The plan for accounts that people create by signing up. */
  readonly signUpPlan: string;
  /** How long an account stays closed before it is deleted. */
  readonly accountDeletionDays: number;
  /** Null without single sign-on. */
  readonly sso: SsoConfig | null;
  /** The folder that contains the built dashboard, or null to run without one. */
  readonly dashboardFolder: string | null;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string | null;
  /** Null if AI is off. */
  readonly ai: AiConfig | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Variables): ApiConfig {
  const values = readEnvironment(readSecretFiles(env));
  return {
    ...pickWorkerConfig(values),
    authDatabaseUrl: values.AUTH_DATABASE_URL ?? null,
    host: values.HOST,
    port: values.PORT,
    publicUrl: readPublicUrl(values),
    signUp: values.SIGN_UP,
    signUpPlan: values.SIGN_UP_PLAN,
    accountDeletionDays: values.ACCOUNT_DELETION_DAYS,
    sso: readSso(values),
    dashboardFolder: null,
    trustedProxies: values.TRUSTED_PROXIES ?? null,
    ai: readAi(values),
  };
}

export const readWorkerConfig = (env: Variables): WorkerConfig =>
  pickWorkerConfig(readEnvironment(readSecretFiles(env)));

const pickWorkerConfig = (values: Environment): WorkerConfig => ({
  databaseUrl: values.DATABASE_URL,
  workerCells: splitList(values.WORKER_CELLS ?? ''),
  release: null,
  metricsHost: values.METRICS_HOST,
  metricsPort: values.METRICS_PORT ?? null,
  logLevel: values.LOG_LEVEL,
  tracing: readTracing(values),
  secretKey: values.SECRET_KEY ?? null,
  otherSecretKeys: splitKeys(values.OTHER_SECRET_KEYS ?? ''),
  allowPrivateTargets: values.WEBHOOKS_ALLOW_PRIVATE === '1',
  disk: {
    dataDiskPath: values.DATA_DISK_PATH ?? null,
    minFreeBytes: values.MIN_FREE_DISK_MB * MIB,
    maxDatabaseBytes: values.MAX_DATABASE_MB === undefined ? null : values.MAX_DATABASE_MB * MIB,
  },
  mail: readMail(values),
  publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
});

function readPublicUrl({ PUBLIC_URL: url, HOST: host }: Environment): string | null {
  if (url !== undefined) return new URL(url).origin;
  if (isLoopback(host)) return null;
  throw new Error(
    `HOST=${host} lets other computers connect, so PUBLIC_URL has to say which address they use: links in emails, cookies and the check of the Host header depend on it (example: PUBLIC_URL=https://leads.example.org)`,
  );
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function readTracing(values: Environment): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  if (endpoint === undefined) return null;
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

function readMail(values: Environment): MailConfig {
  const { SMTP_URL: smtpUrl } = values;
  if (smtpUrl === undefined) return null;
  // Without PUBLIC_URL, links in emails would point to whatever the request's Host header says.
  requireValue(values, 'PUBLIC_URL', 'SMTP_URL');
  return { smtpUrl, from: requireValue(values, 'MAIL_FROM', 'SMTP_URL') };
}

function readSso(values: Environment): SsoConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_ALLOWED_DOMAINS: domains } = values;
  const isOnly = values.OIDC_ONLY === '1';
  if (issuer === undefined) {
    if (isOnly) throw new Error(describeMissing('OIDC_ISSUER', 'OIDC_ONLY'));
    return null;
  }
  // The provider sends people back to this URL, which must not depend on the Host header.
  requireValue(values, 'PUBLIC_URL', 'OIDC_ISSUER');
  requireValue(values, 'SECRET_KEY', 'OIDC_ISSUER');
  return {
    issuer,
    clientId: requireValue(values, 'OIDC_CLIENT_ID', 'OIDC_ISSUER'),
    clientSecret: requireValue(values, 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER'),
    name: values.OIDC_NAME,
    allowedDomains: domains === undefined ? null : splitList(domains),
    isOnly,
  };
}

const splitList = (text: string): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function readAi(values: Environment): AiConfig | null {
  if (values.AI === 'off') return null;
  return {
    threads: values.AI_THREADS,
    deadlineMs: values.AI_DEADLINE_MS,
    modelFile: values.AI_MODEL_FILE ?? null,
    llm: readLlm(values),
  };
}

function readLlm(values: Environment): AiConfig['llm'] {
  const { LLM_PROVIDER: provider, LLM_URL: url, LLM_MONTHLY_DOLLARS: monthlyDollars } = values;
  if (provider === undefined) return null;
  if (provider === 'openai-compatible') requireValue(values, 'LLM_URL', 'LLM_PROVIDER');
  const prices = { input: values.LLM_DOLLARS_IN, output: values.LLM_DOLLARS_OUT };
  if (monthlyDollars !== undefined && prices.input + prices.output === 0)
    throw new Error('LLM_MONTHLY_DOLLARS needs the prices LLM_DOLLARS_IN and LLM_DOLLARS_OUT');
  return {
    provider,
    url: url ?? null,
    model: requireValue(values, 'LLM_MODEL', 'LLM_PROVIDER'),
    key: values.LLM_KEY ?? null,
    timeoutMs: values.LLM_TIMEOUT_MS,
    prices,
    monthlyDollars: monthlyDollars ?? null,
  };
}

function requireValue<Name extends VariableName>(
  values: Environment,
  name: Name,
  neededBy: VariableName,
): NonNullable<Environment[Name]> {
  const value = values[name];
  if (value === undefined) throw new Error(describeMissing(name, neededBy));
  return value as NonNullable<Environment[Name]>;
}
