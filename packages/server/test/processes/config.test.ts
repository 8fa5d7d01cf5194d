// The environment: defaults, and errors that say which variable is wrong and how to fix it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig, readWorkerConfig } from '../../src/processes/config/config.ts';
import { describeEnvironment } from '../../src/processes/config/environment.ts';

const DATABASE_URL = 'postgres://127.0.0.1/leadline';
const SMTP_URL = 'smtps://user:password@mail.example.org';

test('everything but DATABASE_URL has a default or can stay unset', () => {
  expect(readConfig({ DATABASE_URL })).toEqual({
    databaseUrl: DATABASE_URL,
    authDatabaseUrl: null,
    accountDeletionDays: 7,
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    signUp: 'closed',
    signUpPlan: 'free',
    mail: null,
    sso: null,
    dashboardFolder: null,
    trustedProxies: null,
    workerCells: [],
    release: null,
    metricsHost: '127.0.0.1',
    metricsPort: null,
    logLevel: 'info',
    tracing: null,
    secretKey: null,
    otherSecretKeys: [],
    allowPrivateTargets: false,
    disk: { dataDiskPath: null, minFreeBytes: 512 * 1024 * 1024, maxDatabaseBytes: null },
    ai: { threads: 1, deadlineMs: 100, modelFile: null, llm: null },
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };
  const key = 'a key that is long enough for a test';

  test('is read without the line break at its end', () => {
    expect(readConfig({ DATABASE_URL, SECRET_KEY_FILE: write(`${key}\n`) }).secretKey).toBe(key);
    expect(readWorkerConfig({ DATABASE_URL_FILE: write(DATABASE_URL) }).databaseUrl).toBe(DATABASE_URL);
  });

  test('may be empty if it is that of the mail server', () => {
    expect(readConfig({ DATABASE_URL, SMTP_URL_FILE: write('\n') }).mail).toBe(null);
  });

  test('is rejected beside the variable itself, if it is empty and if it is missing', () => {
    const read = (path: string, env = {}) => readConfig({ DATABASE_URL, SECRET_KEY_FILE: path, ...env });
    expect(() => read(write(key), { SECRET_KEY: key })).toThrow(
      'set either SECRET_KEY or SECRET_KEY_FILE, not both',
    );
    expect(() => read(write('\n'))).toThrow(/^SECRET_KEY_FILE: ".+" is empty$/);
    expect(() => read(join(folder, 'none'))).toThrow(/^SECRET_KEY_FILE: failed to read ".+" \(ENOENT\)$/);
  });

  test('is checked like the variable, and never shown', () => {
    expect(() => readConfig({ DATABASE_URL, SECRET_KEY_FILE: write('short') })).toThrow(
      /^SECRET_KEY must be at least \d+ characters long \(example/,
    );
  });
});

test('a blank variable counts as not set', () => {
  const blank = {
    HOST: '',
    PORT: ' ',
    TRUSTED_PROXIES: '\t',
    MAX_DATABASE_MB: ' ',
    SIGN_UP: '',
    LOG_LEVEL: '',
    AI: '',
    METRICS_PORT: '',
    SECRET_KEY: '',
  };
  expect(readConfig({ DATABASE_URL, ...blank })).toEqual(readConfig({ DATABASE_URL }));
});

test('values are read', () => {
  expect(
    readConfig({
      DATABASE_URL,
      PORT: '0',
      METRICS_PORT: '9464',
      PUBLIC_URL: 'https://leads.example.org/',
      SMTP_URL,
      MAIL_FROM: 'leads@example.org',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      LLM_PROVIDER: 'openai-compatible',
      LLM_URL: 'http://127.0.0.1:11434/v1',
      LLM_MODEL: 'small',
      LLM_DOLLARS_IN: '0.5',
      LLM_MONTHLY_DOLLARS: '20',
    }),
  ).toMatchObject({
    port: 0,
    metricsPort: 9464,
    publicUrl: 'https://leads.example.org',
    mail: { smtpUrl: SMTP_URL, from: 'leads@example.org' },
    allowPrivateTargets: true,
    ai: {
      llm: {
        provider: 'openai-compatible',
        url: 'http://127.0.0.1:11434/v1',
        model: 'small',
        key: null,
        timeoutMs: 4_000,
        prices: { input: 0.5, output: 0 },
        monthlyDollars: 20,
      },
    },
  });
});

describe('single sign-on', () => {
  const OIDC = {
    DATABASE_URL,
    PUBLIC_URL: 'https://leads.example.org',
    SECRET_KEY: 'x'.repeat(32),
    OIDC_ISSUER: 'https://id.example.org/realms/acme/',
    OIDC_CLIENT_ID: 'leadline',
    OIDC_CLIENT_SECRET: 'hush',
  };

  test('is read, and the issuer is kept as it is', () => {
    const given = {
      ...OIDC,
      OIDC_NAME: 'Acme ID',
      OIDC_ALLOWED_DOMAINS: ' Acme.com,acme.org, ',
      OIDC_ONLY: '1',
    };
    expect(readConfig(given).sso).toEqual({
      issuer: 'https://id.example.org/realms/acme/',
      clientId: 'leadline',
      clientSecret: 'hush',
      name: 'Acme ID',
      allowedDomains: ['acme.com', 'acme.org'],
      isOnly: true,
    });
  });

  test.each(['PUBLIC_URL', 'SECRET_KEY', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])('needs %s', (name) => {
    expect(() => readConfig({ ...OIDC, [name]: '' })).toThrow(`${name} is not set, but OIDC_ISSUER needs it`);
  });

  test('cannot be the only way without a provider', () => {
    expect(() => readConfig({ DATABASE_URL, OIDC_ONLY: '1' })).toThrow('OIDC_ISSUER is not set');
  });

  test.each(['http://id.example.org', 'https://user:password@id.example.org', 'id.example.org'])(
    'does not accept the issuer %s',
    (issuer) => {
      expect(() => readConfig({ ...OIDC, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER must be');
    },
  );
});

test('PUBLIC_URL can stay unset only if nobody else can connect', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1'])
    expect(readConfig({ DATABASE_URL, HOST }).publicUrl).toBeNull();
  expect(readConfig({ DATABASE_URL, HOST: '::', PUBLIC_URL: 'http://leads.internal' })).toMatchObject({
    host: '::',
    publicUrl: 'http://leads.internal',
  });
  expect(readWorkerConfig({ DATABASE_URL, HOST: '0.0.0.0' }).databaseUrl).toBe(DATABASE_URL);
});

test('MAIL, which many shells set to a mailbox, is ignored', () => {
  expect(readConfig({ DATABASE_URL, MAIL: '/var/mail/ana' }).mail).toBeNull();
});

describe('a mistake is reported with the variable, the rule and an example', () => {
  test.each([
    [{ DATABASE_URL: '' }, /^DATABASE_URL is not set \(example: DATABASE_URL=postgres:/],
    [
      { DATABASE_URL: 'foo' },
      /^DATABASE_URL must be a URL that starts with postgres: and ends with the name of a database \(/,
    ],
    [{ DATABASE_URL: 'mysql://db/leadline' }, /^DATABASE_URL must be/],
    [{ DATABASE_URL: 'postgres://user:password@db' }, /^DATABASE_URL must be/],
    [{ AUTH_DATABASE_URL: 'https://db/leadline' }, /^AUTH_DATABASE_URL must be/],
    [
      { TRUSTED_PROXIES: 'foo' },
      /^TRUSTED_PROXIES must be IP addresses or networks, .+, not "foo" \(example/,
    ],
    [{ TRUSTED_PROXIES: '10.0.0.1,10.0.0.0/33' }, /^TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES must be .+ no network that contains every address/],
    [{ TRUSTED_PROXIES: '::/0' }, /^TRUSTED_PROXIES must be/],
    [
      { DATA_DISK_PATH: '/no/such/folder' },
      /^DATA_DISK_PATH: failed to look at "\/no\/such\/folder" \(ENOENT\)\. Name a folder/,
    ],
    [{ AI_MODEL_FILE: '/no/such/file' }, /^AI_MODEL_FILE: failed to read "\/no\/such\/file" \(ENOENT\)/],
    [{ AI_MODEL_FILE: tmpdir() }, /^AI_MODEL_FILE: ".+" is not a file/],
    [{ MAIL_FROM: 'leads', SMTP_URL }, /^MAIL_FROM must be an email address/],
    [{ MAIL_FROM: 'leads@example.org' }, /^SMTP_URL is not set, but MAIL_FROM needs it/],
    [{ OIDC_CLIENT_ID: 'leadline' }, /^OIDC_ISSUER is not set, but OIDC_CLIENT_ID needs it/],
    [{ OIDC_ALLOWED_DOMAINS: '@acme.com' }, /^OIDC_ALLOWED_DOMAINS must be domains/],
    [{ OTHER_SECRET_KEYS: 'x'.repeat(32) }, /^SECRET_KEY is not set, but OTHER_SECRET_KEYS needs it/],
    [{ LLM_KEY: 'sk-1' }, /^LLM_PROVIDER is not set, but LLM_KEY needs it/],
    [{ LLM_URL: 'ftp://llm' }, /^LLM_URL must be a URL that starts with http: or https:/],
    [{ MIN_FREE_DISK_MB: '-1' }, /^MIN_FREE_DISK_MB must be a whole number/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http" (example: PORT=8080)'],
    [{ PORT: '65536' }, /^PORT must be a whole number/],
    [{ PORT: '80.5' }, /^PORT must be a whole number/],
    [{ METRICS_PORT: '-1' }, /^METRICS_PORT must be a whole number/],
    [{ SIGN_UP: 'yes' }, 'SIGN_UP must be open or closed, not "yes" (example: SIGN_UP=open)'],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of trace, debug, .+, not "loud"/],
    [{ WEBHOOKS_ALLOW_PRIVATE: 'true' }, /^WEBHOOKS_ALLOW_PRIVATE must be 1 or 0, not "true"/],
    [{ PUBLIC_URL: 'leads.example.org' }, /^PUBLIC_URL must be an http or https URL without a path/],
    [{ PUBLIC_URL: 'https://example.org/leads' }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'ftp://example.org' }, /^PUBLIC_URL must be/],
    [{ HOST: '0.0.0.0' }, /^HOST=0.0.0.0 lets other computers connect, so PUBLIC_URL has to say/],
    [{ HOST: 'leads.internal' }, /PUBLIC_URL=https:/],
    [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must be a URL that starts with smtp: or smtps: \(/],
    [{ SMTP_URL, PUBLIC_URL: 'https://a.example' }, /^MAIL_FROM is not set, but SMTP_URL needs it/],
    [{ SMTP_URL, MAIL_FROM: 'a@b.example' }, /^PUBLIC_URL is not set, but SMTP_URL needs it/],
    [{ AI: 'on' }, /^AI must be local or off/],
    [{ AI_THREADS: '0' }, /^AI_THREADS must be a whole number from 1 to 64/],
    [{ LLM_PROVIDER: 'x' }, /^LLM_PROVIDER must be openai-compatible or anthropic/],
    [{ LLM_PROVIDER: 'anthropic' }, /^LLM_MODEL is not set, but LLM_PROVIDER needs it/],
    [{ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm' }, /^LLM_URL is not set/],
    [
      { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'm', LLM_MONTHLY_DOLLARS: '5' },
      'LLM_MONTHLY_DOLLARS needs the prices LLM_DOLLARS_IN and LLM_DOLLARS_OUT',
    ],
  ])('%j', (env, message) => {
    expect(() => readConfig({ DATABASE_URL, ...env })).toThrow(message);
  });

  test('two mistakes are reported together', () => {
    expect(() => readConfig({ DATABASE_URL, PORT: 'x', AI: 'on' })).toThrow(/PORT must be .+; AI must be/);
  });

  test('the value of a secret is not shown', () => {
    expect(() => readConfig({ DATABASE_URL, SECRET_KEY: 'too-short' })).toThrow(
      'SECRET_KEY must be at least 32 characters long (example: SECRET_KEY="$(openssl rand -base64 32)")',
    );
  });
});

describe('a name that is almost one of ours', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
    ['PUBLIC_URLS', 'PUBLIC_URL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['LEADLINE_SECRET_KEY', 'SECRET_KEY'],
    ['LLM_API_KEY', 'LLM_KEY'],
    ['OIDC_CLIENT', 'OIDC_CLIENT_ID'],
    ['SMTP_HOST', 'SMTP_URL'],
  ])('%s is reported, and %s suggested', (name, meant) => {
    const read = () =>
      readWorkerConfig({ ...(meant === 'DATABASE_URL' ? {} : { DATABASE_URL }), [name]: 'x' });
    expect(read).toThrow(`Leadline has no variable ${name}; rename it to ${meant}, or remove it`);
  });

  test('is ignored if ours is set too, or if it is common elsewhere', () => {
    const others = {
      DATABASE_URI: 'sqlite:',
      HOSTNAME: 'pod-1',
      PORTS: '1',
      MAIL: '/var/mail/ana',
      LLM_SERVICE_HOST: '10.0.0.1',
      LEADLINE_PORT: 'tcp://10.0.0.1:80',
      OTEL_SERVICE_NAME: 'leadline',
      OTEL_TRACES_SAMPLER: 'always_on',
      NODE_COMPILE_CACHE: '/tmp',
      SECRET_KEYS: '',
    };
    expect(readConfig({ DATABASE_URL, ...others })).toEqual(readConfig({ DATABASE_URL }));
  });

  test('is reported if it asks for a file where none is read', () => {
    expect(() => readConfig({ DATABASE_URL, PUBLIC_URL_FILE: '/run/url' })).toThrow(
      'PUBLIC_URL_FILE: only secrets can be read from files; set PUBLIC_URL instead',
    );
  });
});

test('every variable is in the documentation', () => {
  const docs = ['operations.md', 'ai.md'].map((file) =>
    readFileSync(join(import.meta.dirname, '../../../../docs', file), 'utf8'),
  );
  const names = [...describeEnvironment('api').matchAll(/^ {2}([A-Z_]+) /gm)].map(
    ([, name]) => name as string,
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !docs.join('').includes(`\`${name}\``))).toEqual([]);
});
