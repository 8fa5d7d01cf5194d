// Checks the rooms of packages/server/src, its folders at the top: each imports only rooms of earlier lines of the list in
// docs/architecture.md, opens with a README.md, and no folder grows beyond what fits on a screen. See decision 54.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, readImports } from './read-imports.ts';
import { reportProblems } from './report-problems.ts';

const ROOT = join('packages', 'server', 'src');
const ARCHITECTURE = join('docs', 'architecture.md');
const MAX_ROOMS = 15;
const MAX_FILES = 20;
/** What package.json exports under these names; they may import every room. */
const ENTRY_POINTS = ['index.ts', 'testing.ts'];

const problems: string[] = [];
const rooms = namesIn(ROOT, true);
const lineOf = readOrder();
checkTop();
for (const folder of listFolders(ROOT)) checkSize(folder);
checkOrder();
reportProblems(problems, `${rooms.length} rooms, each above those it imports`);

function checkTop(): void {
  if (rooms.length > MAX_ROOMS) problems.push(`${ROOT} has ${rooms.length} rooms; at most ${MAX_ROOMS}`);
  for (const file of namesIn(ROOT, false))
    if (!ENTRY_POINTS.includes(file)) problems.push(`${join(ROOT, file)} must be in a room`);
  for (const room of rooms) {
    if (!existsSync(join(ROOT, room, 'README.md')))
      problems.push(`${join(ROOT, room)} has no README.md that says what belongs there`);
    if (!lineOf.has(room)) problems.push(`${ARCHITECTURE} doesn't list the room ${room}`);
  }
  for (const room of lineOf.keys())
    if (!rooms.includes(room)) problems.push(`${ARCHITECTURE} lists the room ${room}, which doesn't exist`);
}

function checkSize(folder: string): void {
  const count = namesIn(folder, false).filter((file) => file.endsWith('.ts')).length;
  if (count > MAX_FILES) problems.push(`${folder} has ${count} files side by side; at most ${MAX_FILES}`);
}

function checkOrder(): void {
  for (const [file, targets] of readImports(ROOT)) {
    const room = folderOf(file, ROOT);
    if (room === null || room === '.') continue;
    for (const target of targets) {
      const other = folderOf(target, ROOT);
      if (other === null || other === room) continue;
      if (other === '.' || Number(lineOf.get(other)) >= Number(lineOf.get(room)))
        problems.push(`${file} imports ${target}: ${room} is not below ${other} in ${ARCHITECTURE}`);
    }
  }
}

/** The line of each room in the first block after the sentence that names this script. */
function readOrder(): ReadonlyMap<string, number> {
  const text = readFileSync(ARCHITECTURE, 'utf8');
  const block = /scripts\/check-rooms\.ts[\s\S]*?```\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
  return new Map(block.split('\n').flatMap((line, index) => line.split(' · ').map((room) => [room, index])));
}

function listFolders(folder: string): string[] {
  return [folder, ...namesIn(folder, true).flatMap((name) => listFolders(join(folder, name)))];
}

function namesIn(folder: string, areFolders: boolean): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() === areFolders)
    .map(({ name }) => name);
}
