// Compiles and runs TypeScript, and runs Python and PHP where they are installed.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Sample } from './read-samples.ts';
import type { Service } from './service.ts';

const MAX_MS = 60_000;

/** What samples without imports take for granted. */
const PREAMBLE = `import { Leadline } from '@leadline/sdk';
const leadline = new Leadline({ url: 'http://127.0.0.1:8080', key: process.env.LEADLINE_KEY ?? '' });
const lead = { email: 'ana@acme.com', message: 'We need 40 laptops by Friday' };
const submission = { id: 'submission-1' };
`;

const whole = ({ code }: Sample): string => (code.includes('import ') ? code : PREAMBLE + code);

export function compileTypeScript(samples: readonly Sample[], { folder }: Service): string | null {
  const project = join(folder, 'typescript');
  mkdirSync(project);
  for (const [index, sample] of samples.entries())
    writeFileSync(join(project, `sample-${index}.ts`), `// ${sample.place}\n${whole(sample)}`);
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    paths: { '@leadline/sdk': [resolve('packages/sdk/src/index.ts')] },
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { status, stdout } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' });
  return status === 0 ? null : stdout;
}

export const runTypeScript = (sample: Sample, service: Service): string | null =>
  run(
    process.execPath,
    ['--input-type=module-typescript', '--eval', service.fillIn(whole(sample))],
    service,
    {
      cwd: resolve('packages/sdk'),
    },
  );

export const runPython = (sample: Sample, service: Service): string | null =>
  run('python3', ['-c', service.fillIn(sample.code)], service, { PYTHONPATH: resolve('clients/python') });

export const runPhp = (sample: Sample, service: Service): string | null =>
  run(
    'php',
    ['-d', `include_path=${resolve('clients/php')}`, '-r', service.fillIn(sample.code)],
    service,
    {},
  );

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

function run(
  program: string,
  args: readonly string[],
  { key, folder }: Service,
  { cwd = folder, ...variables }: Readonly<Record<string, string>>,
): string | null {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    timeout: MAX_MS,
    encoding: 'utf8',
    env: { ...process.env, LEADLINE_KEY: key, ...variables },
  });
  return status === 0 ? null : `${error?.message ?? ''}${stdout.slice(-1_000)}${stderr}`;
}
