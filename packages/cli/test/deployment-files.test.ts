// The files for Docker, Kubernetes and systemd agree with each other and with the settings that the processes know.

import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOGIN_VARIABLES } from '@leadline/server';
import { describeEnvironment } from '@leadline/server/config';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const findAll = (pattern: RegExp, text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

const known = new Set([
  ...findAll(/\b([A-Z][A-Z_]+)\b/g, describeEnvironment('api')),
  ...Object.keys(LOGIN_VARIABLES).flatMap((name) => [name, `${name}_FILE`]),
]);
const unknownOf = (names: readonly string[]): string[] => names.filter((name) => !known.has(name));

/** The services of compose.yaml by name, as text. */
const [, composeServices = ''] = /^services:\n([\s\S]*?)^\S/m.exec(read('compose.yaml')) ?? [];
const services = [...composeServices.matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n|\n)*)/gm)].map(
  ([, name = '', text = '']) => [name, text] as const,
);

/** Of the service itself, or those that all services with the same image share. */
function limitsOf(service: string): { memory: string | undefined; logging: string | undefined } {
  const own = services.find(([name]) => name === service)?.[1] ?? '';
  const [shared = ''] = /^x-leadline: &leadline\n(?: {2}.*\n)*/m.exec(read('compose.yaml')) ?? [];
  const texts = own.includes('<<: *leadline') ? [own, shared] : [own];
  const find = (name: string): string | undefined =>
    texts.flatMap((text) => findAll(new RegExp(`^ +${name}: (.+)$`, 'gm'), text))[0];
  return { memory: find('mem_limit'), logging: find('logging') };
}

test('the Dockerfile copies the manifest of every package', () => {
  const packages = readdirSync(join(ROOT, 'packages')).sort();
  expect(findAll(/^COPY packages\/(\w+)\/package\.json packages\/\w+\/$/gm, read('Dockerfile'))).toEqual(
    packages,
  );
});

test('.env.example names every variable of compose.yaml and no other', () => {
  const used = findAll(/\$\{([A-Z_]+)/g, read('compose.yaml')).sort();
  expect(findAll(/^(?:# )?([A-Z_]+)=/gm, read('.env.example')).sort()).toEqual(used);
});

test('compose.yaml sets only variables that exist', () => {
  const ofOthers = ['POSTGRES_USER', 'POSTGRES_PASSWORD_FILE', 'POSTGRES_DB', 'SITE'];
  const names = findAll(/^ +([A-Z][A-Z_]+): /gm, read('compose.yaml'));
  expect(unknownOf(names)).toEqual(ofOthers);
});

test('compose.yaml passes secrets as files, which make-secrets.sh creates once', () => {
  const compose = read('compose.yaml');
  expect(compose).not.toMatch(/^ +(?:SECRET_KEY|SMTP_URL|\w*DATABASE_URL|POSTGRES_PASSWORD): /m);
  const declared = findAll(/^ {2}([\w-]+): \{ file: /gm, compose).sort();
  const granted = findAll(/^ {4}secrets: \[(.+)\]$/gm, compose).flatMap((list) => list.split(', '));
  expect([...new Set(granted)].sort()).toEqual(declared);
  expect(findAll(/\/run\/secrets\/([\w-]+)/g, compose).sort()).toEqual(declared);
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const make = (): string[] => {
    execFileSync(join(ROOT, 'deploy/compose/make-secrets.sh'), [folder]);
    return readdirSync(folder)
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8'));
  };
  const made = make();
  expect(readdirSync(folder).sort()).toEqual(declared);
  expect(make()).toEqual(made);
  expect(new Set(made).size).toBe(declared.length);
});

test('every process has the same memory limit with Docker Compose, systemd and Kubernetes', () => {
  const megabytes = (limit = ''): number => {
    const [, number, unit] = /^(\d+)([MG])i?$/i.exec(limit) ?? [];
    return Number(number) * (unit?.toUpperCase() === 'G' ? 1_024 : 1);
  };
  const limits = (service: string, unit: string) => [
    limitsOf(service).memory,
    findAll(/^MemoryMax=(.+)$/gm, read(`deploy/systemd/${unit}.service`))[0],
    findAll(/^ +limits: \{ memory: (\w+) \}$/gm, read(`deploy/kubernetes/base/${service}.yaml`))[0],
  ];
  expect(limits('api', 'leadline-api@').map(megabytes)).toEqual([1_536, 1_536, 1_536]);
  expect(limits('worker', 'leadline-worker').map(megabytes)).toEqual([1_024, 1_024, 1_024]);
  expect(limits('migrate', 'leadline-migrate').map(megabytes)).toEqual([1_024, 1_024, 1_024]);
  expect(megabytes(findAll(/--log-opt max-size=(\w+)/g, read('docs/deploy.md'))[0])).toBe(20);
});

test('no service of compose.yaml can fill the disk with its log or take all memory', () => {
  expect(services.map(([name]) => name)).toEqual(['postgres', 'migrate', 'api', 'worker', 'admin', 'caddy']);
  for (const [name] of services)
    expect(limitsOf(name), name).toEqual({ memory: expect.stringMatching(/\d/), logging: '*logging' });
  expect(read('compose.yaml')).toMatch(
    /&logging\n {2}driver: local\n {2}options: \{ max-size: \d+m, max-file: '\d' \}/,
  );
});

test('pods reach nothing in the cluster but DNS and PostgreSQL, and not every pod is a trusted proxy', () => {
  const policies = read('deploy/kubernetes/base/network-policies.yaml');
  expect(policies).toContain('policyTypes: [Ingress, Egress]');
  for (const network of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
    expect(policies).toContain(network);
  const [proxies = ''] = findAll(
    /TRUSTED_PROXIES=(\S+)/g,
    read('deploy/kubernetes/production/kustomization.yaml'),
  );
  expect(Number(proxies.split('/')[1])).toBeGreaterThanOrEqual(24);
});

test('the manifests for Kubernetes set only variables that exist', () => {
  const files = globSync('deploy/kubernetes/**/*.yaml', { cwd: ROOT }).map(read).join('\n');
  const names = [...findAll(/\{ name: ([A-Z_]+), value/g, files), ...findAll(/^ +- ([A-Z_]+)=/gm, files)];
  expect(names.length).toBeGreaterThan(5);
  expect(unknownOf(names)).toEqual([]);
});

test('the units of systemd have metrics on ports of their own', () => {
  const environmentOf = (name: string, instance: string): Map<string, string> => {
    const lines = findAll(/^Environment=(.*)$/gm, read(`deploy/systemd/${name}.service`)).join(' ');
    return new Map(
      lines
        .replaceAll('%i', instance)
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    );
  };
  const ports = [
    ...['8081', '8082'].map((port) => environmentOf('leadline-api@', port)),
    environmentOf('leadline-worker', ''),
  ].flatMap((environment) => ['PORT', 'METRICS_PORT'].map((name) => environment.get(name)));
  expect(ports).toEqual(['8081', '18081', '8082', '18082', undefined, '9464']);
});

test('the units of systemd set only variables that exist, from credentials they load', () => {
  for (const file of globSync('deploy/systemd/*.service', { cwd: ROOT })) {
    const unit = read(file);
    const names = findAll(/[= ]([A-Z_]+)=/g, findAll(/^(Environment=.*)$/gm, unit).join('\n'));
    expect(unknownOf(names)).toEqual(['NODE_COMPILE_CACHE']);
    expect(findAll(/%d\/([\w-]+)/g, unit).sort()).toEqual(
      findAll(/^LoadCredential=([\w-]+):/gm, unit).sort(),
    );
  }
});
