// The files for Docker, Kubernetes and systemd agree with each other and with the settings that the processes know.

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOGIN_VARIABLES } from '@leadline/server';
import { describeEnvironment } from '@leadline/server/config';
import { expect, test } from 'vitest';

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
  const ofOthers = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'SITE'];
  const names = findAll(/^ +([A-Z][A-Z_]+): /gm, read('compose.yaml'));
  expect(unknownOf(names)).toEqual(ofOthers);
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
