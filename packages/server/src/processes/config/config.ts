// Configuration for the API and the worker, read from environment variables.

import { statfsSync, statSync } from 'node:fs';
import type { SsoConfig } from '../../auth/sso/sso-config.ts';
import type { SignUp } from '../../auth/users/sign-up-policy.ts';
import type { DiskConfig } from '../../platform/disk/disk-space.ts';
import type { MailConfig } from '../../platform/email/mailer.ts';
import type { TracingConfig } from '../../platform/tracing/start-tracing.ts';
import type { AiConfig } from '../../scoring/assessment/start-lead-assessor.ts';
import {
  describeMissing,
  type Environment,
  readEnvironment,
  splitList,
  type VariableName,
} from './environment.ts';
import { requireKnownNames } from './known-names.ts';
import { readSecretFiles } from './secret-files.ts';

export { describeEnvironment } from './environment.ts';
export { requireKnownNames } from './known-names.ts';
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
  const values = readVariables(env);
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

export const readWorkerConfig = (env: Variables): WorkerConfig => pickWorkerConfig(readVariables(env));

/** For `leadline serve`, which has defaults of its own: only what is wrong whatever they are. */
export function checkEnvironment(env: Variables): void {
  requireKnownNames(env);
  const given = readSecretFiles(env);
  readEnvironment({ ...given, DATABASE_URL: given.DATABASE_URL?.trim() || 'postgres://127.0.0.1/leadline' });
}

function readVariables(env: Variables): Environment {
  requireKnownNames(env);
  return readEnvironment(readSecretFiles(env));
}

const pickWorkerConfig = (values: Environment): WorkerConfig => ({
  databaseUrl: values.DATABASE_URL,
  workerCells: splitList((values.WORKER_CELLS ?? '').toLowerCase()),
  release: null,
  metricsHost: values.METRICS_HOST,
  metricsPort: values.METRICS_PORT ?? null,
  logLevel: values.LOG_LEVEL,
  tracing: readTracing(values),
  ...readSecretKeys(values),
  allowPrivateTargets: values.WEBHOOKS_ALLOW_PRIVATE === '1',
  disk: {
    dataDiskPath: readDataDiskPath(values),
    minFreeBytes: values.MIN_FREE_DISK_MB * MIB,
    maxDatabaseBytes: values.MAX_DATABASE_MB === undefined ? null : values.MAX_DATABASE_MB * MIB,
  },
  mail: readMail(values),
  publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
});

function readSecretKeys(values: Environment): Pick<WorkerConfig, 'secretKey' | 'otherSecretKeys'> {
  const { SECRET_KEY: secretKey = null, OTHER_SECRET_KEYS: others = '' } = values;
  if (secretKey === null) rejectWithout(values, 'SECRET_KEY', ['OTHER_SECRET_KEYS']);
  return { secretKey, otherSecretKeys: splitList(others) };
}

function readDataDiskPath({ DATA_DISK_PATH: path }: Environment): string | null {
  if (path === undefined) return null;
  try {
    statfsSync(path);
    return path;
  } catch (error) {
    throw new Error(
      `DATA_DISK_PATH: failed to look at "${path}" (${codeOf(error)}). Name a folder on the disk of PostgreSQL's data that this process can see, or unset it if PostgreSQL is on another machine.`,
    );
  }
}

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
  if (smtpUrl === undefined) {
    rejectWithout(values, 'SMTP_URL', ['MAIL_FROM']);
    return null;
  }
  // Without PUBLIC_URL, links in emails would point to whatever the request's Host header says.
  requireValue(values, 'PUBLIC_URL', 'SMTP_URL');
  return { smtpUrl, from: requireValue(values, 'MAIL_FROM', 'SMTP_URL') };
}

function readSso(values: Environment): SsoConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_ALLOWED_DOMAINS: domains } = values;
  const isOnly = values.OIDC_ONLY === '1';
  if (issuer === undefined) {
    if (isOnly) throw new Error(describeMissing('OIDC_ISSUER', 'OIDC_ONLY'));
    rejectWithout(values, 'OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ALLOWED_DOMAINS']);
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
    allowedDomains: domains === undefined ? null : splitList(domains.toLowerCase()),
    isOnly,
  };
}

function readAi(values: Environment): AiConfig | null {
  if (values.AI === 'off') return null;
  return {
    threads: values.AI_THREADS,
    deadlineMs: values.AI_DEADLINE_MS,
    modelFile: readModelFile(values),
    llm: readLlm(values),
  };
}

function readModelFile({ AI_MODEL_FILE: path }: Environment): string | null {
  if (path === undefined) return null;
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch (error) {
    throw new Error(`AI_MODEL_FILE: failed to read "${path}" (${codeOf(error)}). Check the path.`);
  }
  if (!isFile) throw new Error(`AI_MODEL_FILE: "${path}" is not a file`);
  return path;
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

function readLlm(values: Environment): AiConfig['llm'] {
  const { LLM_PROVIDER: provider, LLM_URL: url, LLM_MONTHLY_DOLLARS: monthlyDollars } = values;
  if (provider === undefined) {
    rejectWithout(values, 'LLM_PROVIDER', ['LLM_MODEL', 'LLM_URL', 'LLM_KEY', 'LLM_MONTHLY_DOLLARS']);
    return null;
  }
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

/** For variables that mean nothing without another one: an operator who sets them expects something to happen. */
function rejectWithout(values: Environment, needed: VariableName, names: readonly VariableName[]): void {
  const name = names.find((name) => values[name] !== undefined);
  if (name !== undefined) throw new Error(describeMissing(needed, name));
}
