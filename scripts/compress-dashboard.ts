// Compresses the built dashboard once, so that no request pays for it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const FOLDER = 'packages/dashboard/dist/assets';

for (const file of readdirSync(FOLDER).filter((name) => /\.(?:js|css)$/.test(name))) {
  const bytes = readFileSync(join(FOLDER, file));
  writeFileSync(join(FOLDER, `${file}.br`), brotliCompressSync(bytes));
  writeFileSync(join(FOLDER, `${file}.gz`), gzipSync(bytes, { level: 9 }));
}
