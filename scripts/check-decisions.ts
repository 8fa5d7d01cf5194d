// Checks that every decision record has a number, a status and a date, and that the index repeats them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportProblems } from './report-problems.ts';

const FOLDER = join('docs', 'decisions');
const HEADER =
  /^# (?<number>\d+)\. (?<title>.+)\n\n- Status: (?<status>proposed|accepted|superseded by \[\d+\]\((?<newer>[\w-]+\.md)\))\n- Date: (?<date>\d{4}-\d{2}-\d{2})\n/;

const problems: string[] = [];
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
for (const file of readdirSync(FOLDER))
  if (/^\d{4}-/.test(file) && !file.startsWith('0000-')) checkRecord(file);

reportProblems(problems, 'decision records are indexed');

function checkRecord(file: string): void {
  const header = HEADER.exec(readFileSync(join(FOLDER, file), 'utf8'))?.groups;
  if (header === undefined) {
    problems.push(`${file} does not start like docs/decisions/0000-template.md`);
    return;
  }
  const { number, title, status, newer, date } = header;
  if (number !== String(Number(file.slice(0, 4))))
    problems.push(`${file} is numbered ${number} in its title`);
  if (newer !== undefined && !existsSync(join(FOLDER, newer)))
    problems.push(`${file} is superseded by ${newer}, which does not exist`);
  const row = `| ${number} | [${title}](${file}) | ${status} | ${date} |`;
  if (!index.includes(row)) problems.push(`docs/decisions/README.md needs the row\n  ${row}`);
}
