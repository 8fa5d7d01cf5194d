// Runs every command and code sample of the documentation against a real service: `npm run docs:test`.

import { readSamples, type Sample } from './read-samples.ts';
import { compileTypeScript, isInstalled, runPhp, runPython, runTypeScript } from './run-code.ts';
import { prepareFolder, runShell } from './run-shell.ts';
import { type Service, startService } from './service.ts';

/** Output, data and configuration: nothing that a reader runs. */
const NOT_CODE: ReadonlySet<string> = new Set(['', 'text', 'csv']);

const all = readSamples();
const samples = all.filter(({ language }) => !NOT_CODE.has(language));
const problems: string[] = [];
const counts = new Map<string, number>();

const runnable = samples.filter(({ notRunBecause }) => notRunBecause === null);
const service = await startService();
try {
  prepareFolder(service, all);
  runAll(service);
} finally {
  await service.stop();
}
report();

function runAll(at: Service): void {
  const typescript = of('ts');
  check('TypeScript', compileTypeScript(typescript, at), 0);
  for (const sample of typescript) check(sample.place, runTypeScript(sample, at));
  for (const [language, program, run] of [
    ['python', 'python3', runPython],
    ['php', 'php', runPhp],
  ] as const)
    for (const sample of of(language))
      if (isInstalled(program)) check(sample.place, run(sample, at));
      else count(`not run: ${program} is not installed`);
  for (const [page, commands] of Map.groupBy(of('sh'), ({ page }) => page))
    check(page, runShell(commands, at), commands.length);
  for (const sample of of('json')) check(sample.place, parseJson(sample.code));
  for (const { place, language } of runnable)
    if (!['ts', 'python', 'php', 'sh', 'json'].includes(language))
      problems.push(`${place}: nothing runs ${language}; mark it with "not-run: …" and the reason`);
}

function of(language: string): Sample[] {
  return runnable.filter((sample) => sample.language === language);
}

function check(place: string, problem: string | null, samplesInIt = 1): void {
  if (problem === null) count('run', samplesInIt);
  else problems.push(`${place}\n${problem.trim()}`);
}

function count(what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}

/** `…` stands for the rest of an object or list. */
function parseJson(code: string): string | null {
  try {
    for (const line of code.startsWith('{\n') ? [code] : code.trim().split('\n'))
      JSON.parse(line.replaceAll(/,?\s*…(?=\s*[}\]])/g, ''));
    return null;
  } catch (error) {
    return String(error);
  }
}

function report(): void {
  for (const { notRunBecause } of samples) if (notRunBecause !== null) count(`not run: ${notRunBecause}`);
  for (const [what, times] of counts) console.log(`${String(times).padStart(3)} ${what}`);
  for (const problem of problems) console.error(`\n${problem}`);
  if (problems.length > 0) process.exit(1);
}
