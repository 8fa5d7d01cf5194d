// Bundles the engine and its golden cases for a browser, to show that both run there.

import { build } from 'esbuild';

const { metafile } = await build({
  entryPoints: ['packages/engine/test/browser-entry.ts'],
  outfile: 'packages/engine/dist/engine.js',
  bundle: true,
  minify: true,
  platform: 'browser',
  format: 'iife',
  globalName: 'leadline',
  target: 'es2024',
  metafile: true,
  logLevel: 'warning',
});
const [output] = Object.values(metafile.outputs);
console.log(`packages/engine/dist/engine.js  ${Math.round((output?.bytes ?? 0) / 1024)} KiB`);
