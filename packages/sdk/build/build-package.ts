// Builds the npm package: the same code as an ES module and for CommonJS, with types for both.

import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');
const FORMATS = { esm: 'module', cjs: 'commonjs' } as const;

export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const [format, type] of Object.entries(FORMATS)) {
    mkdirSync(join(folder, format), { recursive: true });
    writeJson(join(folder, format, 'package.json'), { type });
    await bundle(folder, format as keyof typeof FORMATS);
    writeTypes(join(folder, format));
  }
  cpSync(join(PACKAGE, 'README.md'), join(folder, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeJson(join(folder, 'package.json'), makeManifest());
}

const bundle = (folder: string, format: keyof typeof FORMATS) =>
  build({
    entryPoints: [join(PACKAGE, 'src/index.ts')],
    outfile: join(folder, format, 'index.js'),
    bundle: true,
    // For Node, it names the exports of CommonJS so that `import` finds them; no code differs.
    platform: format === 'cjs' ? 'node' : 'neutral',
    format,
    target: 'es2022',
    logLevel: 'warning',
  });

function writeTypes(folder: string): void {
  execFileSync(
    'tsc',
    [
      '-p',
      join(PACKAGE, 'tsconfig.json'),
      '--noEmit',
      'false',
      '--declaration',
      '--emitDeclarationOnly',
      '--outDir',
      folder,
    ],
    { stdio: 'inherit' },
  );
  // The compiler keeps the names of the sources, which the package does not contain.
  for (const file of globSync(join(folder, '**/*.d.ts')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
}

/** The SDK is released with the product, so it has the same version. */
function makeManifest(): object {
  const { name, description, license } = readManifest('packages/sdk');
  const { version } = readManifest('packages/cli');
  const entry = (format: string) => ({ types: `./${format}/index.d.ts`, default: `./${format}/index.js` });
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { import: entry('esm'), require: entry('cjs') } },
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    files: ['esm', 'cjs'],
  };
}

const readManifest = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, string>;

const writeJson = (path: string, value: object): void =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
