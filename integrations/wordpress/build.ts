// Puts the plugin together: its own files and the client of the API. Writes dist/leadline, and dist/leadline.zip to upload in WordPress.
//   npm run build:wordpress [-- FOLDER]

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeZip } from '@leadline/testkit/files/write-zip';

const FOLDER = import.meta.dirname;
const CLIENT = join(FOLDER, '../../clients/php/Leadline.php');

const [, , dist = join(FOLDER, 'dist')] = process.argv;
const plugin = join(dist, 'leadline');
await rm(plugin, { recursive: true, force: true });
await cp(join(FOLDER, 'leadline'), plugin, { recursive: true });
await mkdir(join(plugin, 'includes/client'));
await cp(CLIENT, join(plugin, 'includes/client/Leadline.php'));
await cp(join(FOLDER, '../../LICENSE'), join(plugin, 'LICENSE'));
await writeFile(`${plugin}.zip`, await zip(plugin));

async function zip(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return writeZip(
    await Promise.all(
      paths.sort().map(async (path) => ({
        name: join('leadline', path.slice(folder.length + 1)),
        content: await readFile(path),
      })),
    ),
  );
}
