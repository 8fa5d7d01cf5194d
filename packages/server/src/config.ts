// Configuration for the API and the worker, read from environment variables.

import type { AiConfig } from './assessment/start-lead-assessor.ts';
import type { MailConfig } from './auth/mailer.ts';
import type { SignUp } from './auth/sign-up-policy.ts';
import { describeMissing, type Environment, readEnvironment, type VariableName } from './environment.ts';

/** Shared by the API process and the worker. */
export interface WorkerConfig {
  readonly databaseUrl: string;
  readonly metricsHost: string;
  /** Null if metrics are off. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** Encrypts the URLs and secrets of webhook endpoints. Null if webhooks are off. */
  readonly secretKey: string | null;
  /** Allows webhooks to use private addresses, plain HTTP and any port. */
  readonly allowPrivateTargets: boolean;
}

export interface ApiConfig extends WorkerConfig {
  readonly host: string;
  readonly port: number;
  /** The dashboard's URL, without a trailing slash. If null, the address the process listens on is used. */
  readonly publicUrl: string | null;
  readonly signUp: SignUp;
  /** The plan for accounts that people create by signing up. */
  readonly signUpPlan: string;
  /** How long an account stays closed before it is deleted. */
  readonly accountDeletionDays: number;
  readonly mail: MailConfig;
  /** The folder that contains the built dashboard, or null to run without one. */
  readonly dashboardFolder: string | null;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string | null;
  /** Null if AI is off. */
  readonly ai: AiConfig | null;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): ApiConfig {
  const values = readEnvironment(env);
  return {
    databaseUrl: values.DATABASE_URL,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    signUp: values.SIGN_UP,
    signUpPlan: values.SIGN_UP_PLAN,
    accountDeletionDays: values.ACCOUNT_DELETION_DAYS,
    mail: readMail(values),
    dashboardFolder: null,
    trustedProxies: values.TRUSTED_PROXIES ?? null,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT ?? null,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY ?? null,
    allowPrivateTargets: values.WEBHOOKS_ALLOW_PRIVATE === '1',
    ai: readAi(values),
  };
}

function readMail(values: Environment): MailConfig {
  const { SMTP_URL: smtpUrl } = values;
  if (smtpUrl === undefined) return null;
  // Without PUBLIC_URL, links in emails would point to whatever the request's Host header says.
  requireValue(values, 'PUBLIC_URL', 'SMTP_URL');
  return { smtpUrl, from: requireValue(values, 'MAIL_FROM', 'SMTP_URL') };
}

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
