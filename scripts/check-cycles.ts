// Checks that no files import each other in a circle, and in the server no folders either, at any depth.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Graph, groupByFolder, readImports } from './read-imports.ts';
import { reportProblems } from './report-problems.ts';

/** Packages that are large enough for their folders to be layers; check-rooms.ts checks the order of those at the top. Entry
 * points beside the folders may import all of them. */
const LAYERED = ['server'];

const problems: string[] = [];
for (const name of readdirSync('packages')) {
  const folder = join('packages', name, 'src');
  if (!existsSync(folder)) continue;
  const files = readImports(folder);
  for (const cycle of findCycles(files)) problems.push(`files import each other: ${cycle.join(' → ')}`);
  if (!LAYERED.includes(name)) continue;
  for (const root of listFolders(files, folder))
    for (const cycle of findCycles(groupByFolder(files, root)))
      problems.push(`folders import each other: ${cycle.map((part) => join(root, part)).join(' → ')}`);
}
reportProblems(problems, 'no import cycles');

/** `root` and every folder below it that has files, however deep. */
function listFolders(files: Graph, root: string): ReadonlySet<string> {
  const folders = new Set([root]);
  for (const file of files.keys())
    for (let folder = dirname(file); !relative(root, folder).startsWith('..'); folder = dirname(folder))
      folders.add(folder);
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
