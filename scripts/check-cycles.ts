// Checks that no files import each other in a circle, and in the server no folders either.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { listSources } from './list-sources.ts';
import { reportProblems } from './report-problems.ts';

/** Files or folders, each with those it imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Packages that are large enough for their folders to be layers. Entry points beside the folders may import all of them. */
const LAYERED = ['server'];

const problems: string[] = [];
for (const name of readdirSync('packages')) {
  const folder = join('packages', name, 'src');
  if (!existsSync(folder)) continue;
  const files = readImports(folder);
  for (const cycle of findCycles(files)) problems.push(`files import each other: ${cycle.join(' → ')}`);
  if (!LAYERED.includes(name)) continue;
  for (const cycle of findCycles(groupByFolder(files, folder)))
    problems.push(`folders import each other: ${cycle.map((part) => join(folder, part)).join(' → ')}`);
}
reportProblems(problems, 'no import cycles');

function readImports(folder: string): Graph {
  return new Map(
    listSources(folder).map((file) => {
      const targets = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, target = '']) =>
        normalize(join(dirname(file), target)),
      );
      return [file, new Set(targets)];
    }),
  );
}

/** By the first folder below `root`; files that are directly in it are a group of their own. */
function groupByFolder(files: Graph, root: string): Graph {
  const folderOf = (file: string): string => {
    const parts = relative(root, file).split(sep);
    return parts.length === 1 ? '.' : (parts[0] as string);
  };
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const folder = folderOf(file);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const target of targets) if (folderOf(target) !== folder) imported.add(folderOf(target));
  }
  return folders;
}

/** One for each group of nodes that reach each other, from its first node back to it. */
function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const found = new Set<string>();
  for (const start of [...graph.keys()].toSorted()) {
    if (found.has(start)) continue;
    const path = findPathBack(graph, start);
    if (path === null) continue;
    for (const node of path) found.add(node);
    cycles.push(path);
  }
  return cycles;
}

/** The shortest. */
function findPathBack(graph: Graph, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [start];
        for (let at = node; at !== start; at = cameFrom.get(at) as string) path.unshift(at);
        return [start, ...path];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return null;
}
