// Checks that no code looks for words in our own sentences: an error, a ledger entry or a log line is recognised by its
// code, so that its wording can change at any time. Patterns over what other people write are fine.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { listSources } from './list-sources.ts';
import { reportProblems } from './report-problems.ts';

interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Pattern extends Found {
  matches(sentence: string): boolean;
}

/** These read what customers and senders write, or SQL. */
const READS_OTHERS = /^packages\/(?:engine\/src\/(?:reading|facts|money)|server\/src\/leads\/request-log)\//;

const patterns: Pattern[] = [];
const sentences: Found[] = [];
const packages = readdirSync('packages').map((name) => join('packages', name, 'src'));
for (const folder of [...packages, 'bench', 'drills']) for (const file of listSources(folder)) collect(file);

const problems = patterns.flatMap((pattern) => {
  const match = sentences.find(({ file, text }) => file !== pattern.file && pattern.matches(text));
  return match === undefined
    ? []
    : [`${pattern.file}:${pattern.line} looks for ${pattern.text} in “${match.text}” (${match.file})`];
});
reportProblems(
  problems,
  `no pattern of ${patterns.length} looks for words in ${sentences.length} sentences of ours`,
);

function collect(file: string): void {
  const source = readFileSync(file, 'utf8');
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  visit(parseAst(source, { lang }, file), (node) => {
    const at = { file, line: source.slice(0, node.start).split('\n').length };
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (regex !== undefined) {
      if (!isProse(regex.pattern) || READS_OTHERS.test(file)) return;
      const expression = new RegExp(regex.pattern, regex.flags.replace('g', ''));
      patterns.push({ ...at, text: `/${regex.pattern}/`, matches: (sentence) => expression.test(sentence) });
    } else if (node.type === 'CallExpression') {
      const text = searchedText(node);
      if (text !== null)
        patterns.push({ ...at, text: `“${text}”`, matches: (sentence) => sentence.includes(text) });
    } else if (node.type === 'Literal' && typeof node.value === 'string') addSentence(at, node.value);
    else if (node.type === 'TemplateElement') addSentence(at, (node.value as { cooked: string }).cooked);
  });
}

/** Two words in a row: code rarely has them, prose always does. */
function isProse(pattern: string): boolean {
  return /[a-z]{2,}(?: |\\s[+*]?)[a-z]{2,}/i.test(pattern);
}

function addSentence(at: Omit<Found, 'text'>, text: string): void {
  if (text.trim().split(/\s+/).length >= 3) sentences.push({ ...at, text });
}

/** The prose in `text.includes('at most')`, `startsWith` and `endsWith`. */
function searchedText({ callee, arguments: given }: Node): string | null {
  const { type, property } = callee as Node;
  const name = type === 'MemberExpression' ? (property as Node).name : null;
  const [first] = given as readonly Node[];
  const text = first?.type === 'Literal' ? first.value : null;
  const isSearch = name === 'includes' || name === 'startsWith' || name === 'endsWith';
  return isSearch && typeof text === 'string' && isProse(text) ? text : null;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && 'start' in value) see(value as Node);
    for (const [field, child] of Object.entries(value)) if (field !== 'regex') visit(child, see);
  }
}
