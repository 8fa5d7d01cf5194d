// Checks that Markdown files link to files and headings, and name npm scripts and drills, that exist, and that the files which
// CONTRIBUTING.md names do. Addresses of other sites aren't visited.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { slugOf } from '../docs/.vitepress/heading-slug.ts';
import { reportProblems } from './report-problems.ts';

const LINK = /\]\(<?([^()\s<>]+)>?(?: "[^"]*")?\)/g;
const HEADING = /^#{1,6} +(.+?) *#*$/gm;
const ANCHOR = /<a (?:id|name)="([^"]+)"/g;
const FENCED = /^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2`*$/gm;

/** Below packages/, or from the root. */
const PATH = /`((?:[\w-]+\/)+[\w.-]+)`/g;
const SCRIPT = /\bnpm run (?:-s )?([\w:-]+)/g;
const DRILL = /\bnpm run (?:-s )?drill -- ([\w-]+)/g;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
const known = new Map<string, ReadonlySet<string>>();
const problems: string[] = [];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
});
for (const file of files.split('\n')) if (file !== '' && existsSync(file)) checkFile(file);
reportProblems(problems, 'links and names of scripts are right');

function checkFile(file: string): void {
  for (const [, link = ''] of readProse(file).matchAll(LINK)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [path = '', fragment] = decodeURI(link).split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) problems.push(`${file}: ${link} does not exist`);
    else if (fragment !== undefined && target.endsWith('.md') && !anchorsOf(target).has(fragment))
      problems.push(`${file}: ${link} names no heading of ${target}`);
  }
  if (file === 'CONTRIBUTING.md')
    for (const [, path = ''] of readProse(file).matchAll(PATH))
      if (!existsSync(path) && !existsSync(join('packages', path)))
        problems.push(`${file}: ${path} does not exist`);
  for (const [, script = ''] of readFileSync(file, 'utf8').matchAll(SCRIPT))
    if (!/[A-Z]/.test(script) && !(script in scripts))
      problems.push(`${file}: package.json has no script ${script}`);
  for (const [, drill = ''] of readFileSync(file, 'utf8').matchAll(DRILL))
    if (drill !== 'NAME' && !existsSync(`drills/${drill}.ts`) && !existsSync(`bench/${drill}.ts`))
      problems.push(`${file}: there is no drill ${drill}`);
}

function readProse(file: string): string {
  return readFileSync(file, 'utf8').replace(FENCED, '');
}

/** As GitHub makes them: of two equal headings, the second ends with "-1". */
function anchorsOf(file: string): ReadonlySet<string> {
  let anchors = known.get(file);
  if (anchors === undefined) {
    const text = readProse(file);
    const found = new Set([...text.matchAll(ANCHOR)].map(([, name = '']) => name));
    for (const [, heading = ''] of text.matchAll(HEADING)) {
      const slug = slugOf(heading);
      let name = slug;
      for (let count = 1; found.has(name); count++) name = `${slug}-${count}`;
      found.add(name);
    }
    anchors = found;
    known.set(file, anchors);
  }
  return anchors;
}
