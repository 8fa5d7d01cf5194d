// What an operator can set, all of it in the environment.

import type { AiConfig } from './assessment/start-lead-assessor.ts';
import type { MailConfig } from './auth/mailer.ts';
import type { SignUp } from './auth/sign-up-policy.ts';
import { MIN_KEY_LENGTH } from './webhooks/seal.ts';

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
  /** Where people reach the dashboard, without a slash at its end. Null: wherever the process listens. */
  readonly publicUrl: string | null;
  readonly signUp: SignUp;
  /** The plan of accounts that people open by themselves. */
  readonly signUpPlan: string;
  readonly mail: MailConfig;
  /** Where the dashboard was built to. Null: there is none. */
  readonly dashboardFolder: string | null;
  /** Proxies in front of the process, whose word on a caller's address counts. */
  readonly trustedProxies: string | null;
  /** Null: nobody reads messages. */
  readonly ai: AiConfig | null;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): ApiConfig {
  const databaseUrl = env.DATABASE_URL;
  if (databaseUrl === undefined || databaseUrl === '') throw new Error('DATABASE_URL is not set');
  return {
    databaseUrl,
    host: env.HOST ?? '127.0.0.1',
    port: readPort('PORT', env.PORT) ?? 8080,
    publicUrl: readPublicUrl(env.PUBLIC_URL),
    signUp: readSignUp(env.SIGN_UP ?? 'open'),
    signUpPlan: env.SIGN_UP_PLAN || 'free',
    mail: readMail(env),
    dashboardFolder: null,
    trustedProxies: env.TRUSTED_PROXIES || null,
    metricsHost: env.METRICS_HOST ?? '127.0.0.1',
    metricsPort: readPort('METRICS_PORT', env.METRICS_PORT),
    logLevel: readLevel(env.LOG_LEVEL ?? 'info'),
    secretKey: readSecretKey(env.SECRET_KEY),
    allowPrivateTargets: readSwitch('WEBHOOKS_ALLOW_PRIVATE', env.WEBHOOKS_ALLOW_PRIVATE),
    ai: readAi(env),
  };
}

function readPublicUrl(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash !== '')
    throw new Error(`PUBLIC_URL must be like https://leads.example.org, not "${text}"`);
  return url.origin;
}

function readSignUp(text: string): SignUp {
  if (text === 'open' || text === 'closed') return text;
  throw new Error(`SIGN_UP must be open or closed, not "${text}"`);
}

function readMail(env: Readonly<Record<string, string | undefined>>): MailConfig {
  const { SMTP_URL: smtpUrl = '', MAIL_FROM: from = '', PUBLIC_URL: publicUrl = '' } = env;
  if (env.MAIL === 'print') return 'print';
  if (smtpUrl === '') return null;
  if (!/^smtps?:/.test(smtpUrl) || !URL.canParse(smtpUrl)) throw new Error('SMTP_URL must begin with smtp:');
  if (from === '') throw new Error('MAIL_FROM is not set');
  // Else links in mails would lead wherever a request's Host header says.
  if (publicUrl === '') throw new Error('PUBLIC_URL is not set, which links in mails need');
  return { smtpUrl, from };
}

function readAi(env: Readonly<Record<string, string | undefined>>): AiConfig | null {
  const mode = env.AI ?? 'local';
  if (mode === 'off') return null;
  if (mode !== 'local') throw new Error(`AI must be local or off, not "${mode}"`);
  return {
    threads: Math.floor(readNumber('AI_THREADS', env.AI_THREADS, 1, 64) ?? 1),
    deadlineMs: readNumber('AI_DEADLINE_MS', env.AI_DEADLINE_MS, 1, 60_000) ?? 100,
    modelFile: env.AI_MODEL_FILE || null,
    llm: readLlm(env),
  };
}

function readLlm(env: Readonly<Record<string, string | undefined>>): AiConfig['llm'] {
  const { LLM_PROVIDER: provider, LLM_URL: url, LLM_MODEL: model, LLM_KEY: key } = env;
  if (provider === undefined || provider === '') return null;
  if (provider !== 'openai-compatible' && provider !== 'anthropic')
    throw new Error(`LLM_PROVIDER must be openai-compatible or anthropic, not "${provider}"`);
  if (model === undefined || model === '') throw new Error('LLM_MODEL is not set');
  if (provider === 'openai-compatible' && !url) throw new Error('LLM_URL is not set');
  if (url && !URL.canParse(url)) throw new Error('LLM_URL is not a URL');
  const monthlyDollars = readNumber('LLM_MONTHLY_DOLLARS', env.LLM_MONTHLY_DOLLARS, 0, 1e9);
  const prices = {
    input: readNumber('LLM_DOLLARS_IN', env.LLM_DOLLARS_IN, 0, 100_000) ?? 0,
    output: readNumber('LLM_DOLLARS_OUT', env.LLM_DOLLARS_OUT, 0, 100_000) ?? 0,
  };
  if (monthlyDollars !== null && prices.input + prices.output === 0)
    throw new Error('LLM_MONTHLY_DOLLARS needs prices to count by: LLM_DOLLARS_IN and LLM_DOLLARS_OUT');
  return {
    provider,
    url: url || null,
    model,
    key: key || null,
    timeoutMs: readNumber('LLM_TIMEOUT_MS', env.LLM_TIMEOUT_MS, 1, 60_000) ?? 4_000,
    prices,
    monthlyDollars,
  };
}

function readNumber(name: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || text === '') return null;
  const number = Number(text);
  if (!(number >= least && number <= most))
    throw new Error(`${name} must be a number from ${least} to ${most}, not "${text}"`);
  return number;
}

function readSecretKey(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (text.length < MIN_KEY_LENGTH)
    throw new Error(
      `SECRET_KEY must have ${MIN_KEY_LENGTH} characters or more; \`openssl rand -base64 32\` makes one`,
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
