// Finds the turns of phrase that used to make this repository read like a translation. It is a short list of the worst,
// not a language checker; CONTRIBUTING.md says how we write.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { reportProblems } from './report-problems.ts';

const PATTERNS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\b(?:whoever|whomever)\b/i, 'name the person: the caller, the sender, an operator'],
  [/\b(?:tell|tells|told) of\b/i, 'describes, reports'],
  [/(?<!\bthere )\b(?:is|are|was) none\b/i, 'is not a …'],
  [/\bas (?:it|they) came\b/i, 'as received'],
  [/\bwhat (?:became|becomes|has become) of\b/i, 'the status or the result of'],
  [/\b(?:stand|stands|stood) (?:in|at|beside|under)\b/i, 'is in'],
  [/(?<!['"`].*)\be-mails?\b/, 'email'], // in quotes it may be what a form sends
  [/\b(?:MOST|LEAST|LONGEST|FEWEST)_[A-Z]/, 'MAX_ or MIN_'],
  [/\bfunction (?:tell|say)[A-Z]/, 'describe or format'],
  [/\b(?:const|let) (?:said|told)\b/, 'a noun'],
];

/** Text that other people write, lists of words, and this list. */
const EXEMPT =
  /\/(?:cases|corpus|lexicon|demo)\/|\/money\/[a-z-]*words\.ts$|header-spellings|judgements|^CHANGELOG|^scripts\/check-english\.ts$|^packages\/assessor\/evaluation\//;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|sql|md|sh|ya?ml)$|^\.ci\//.test(file) && !EXEMPT.test(`/${file}`.slice(1)));
const problems = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      PATTERNS.filter(([pattern]) => pattern.test(line)).map(
        ([pattern, instead]) => `${file}:${index + 1} “${pattern.exec(line)?.[0].trim()}”: write ${instead}`,
      ),
    ),
);
reportProblems(problems, 'no known mistranslations');
