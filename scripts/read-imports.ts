// Which files import which, by relative paths.

import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { listSources } from './list-sources.ts';

/** Files or folders, each with those it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

export function readImports(folder: string): Graph {
  return new Map(
    listSources(folder).map((file) => {
      const targets = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, target = '']) =>
        normalize(join(dirname(file), target)),
      );
      return [file, new Set(targets)];
    }),
  );
}

/** By the first folder below `root`; files that are directly in it are a group of their own. Leaves out files outside of it. */
export function groupByFolder(files: Graph, root: string): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const folder = folderOf(file, root);
    if (folder === null) continue;
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const target of targets) {
      const other = folderOf(target, root);
      if (other !== null && other !== folder) imported.add(other);
    }
  }
  return folders;
}

/** `.` for files directly in `root`; null for files outside of it. */
export function folderOf(file: string, root: string): string | null {
  const [first = '', ...others] = relative(root, file).split(sep);
  if (first === '..') return null;
  return others.length === 0 ? '.' : first;
}
