// Nothing is released that wasn't scanned, and nobody gets an image that wasn't signed. Each removal here must be noticed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../.github/workflows');
const read = (name: string): string => readFileSync(join(FOLDER, `${name}.yml`), 'utf8');
const WORKFLOWS = { release: read('release'), scan: read('scan') };

interface Job {
  /** Everything before its steps. */
  readonly head: string;
  /** In order. */
  readonly steps: readonly string[];
}

/** Two spaces in, as all of our workflows are written. */
function readJobs(workflow: string): ReadonlyMap<string, Job> {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m);
  return new Map(
    [...jobs.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n| {2}#.*\n)*)/gm)].map(([, name = '', text = '']) => {
      const [head = '', ...steps] = text.split(/^ {6}- /m);
      return [name, { head, steps }];
    }),
  );
}

function needsOf(jobs: ReadonlyMap<string, Job>, name: string): Set<string> {
  const listed = /^ {4}needs: (.+)$/m.exec(jobs.get(name)?.head ?? '')?.[1] ?? '';
  const direct = listed.match(/[\w-]+/g) ?? [];
  return new Set(direct.flatMap((one) => [one, ...needsOf(jobs, one)]));
}

/** Whether it always runs and its failure fails the job. */
const isStrict = (step: string): boolean =>
  !/^ *(?:if|continue-on-error): /m.test(step) && !/\|\| true/.test(step);

function findProblems({ release, scan }: typeof WORKFLOWS): string[] {
  const problems: string[] = [];
  const expectThat = (isTrue: boolean, problem: string): void => void (isTrue || problems.push(problem));
  const jobs = readJobs(release);
  const image = jobs.get('image')?.steps ?? [];
  const placeOf = (pattern: RegExp): number =>
    image.findIndex((step) => pattern.test(step) && isStrict(step));

  const build = placeOf(/build-push-action[\s\S]*\n +id: build\n[\s\S]*\n +push: true\n/);
  const sign = placeOf(
    /\n +IMAGE: \S+ ?github\.repository ?\}\}@\$\{\{ steps\.build\.outputs\.digest \}\}\n[\s\S]*cosign sign .*"\$IMAGE"\n +cosign verify "\$IMAGE"/,
  );
  const latest = placeOf(
    /\n +DIGEST: \$\{\{ steps\.build\.outputs\.digest \}\}\n[\s\S]*:latest" "\$REPOSITORY@\$DIGEST"/,
  );
  expectThat(build >= 0, 'the image is not pushed');
  expectThat(sign > build, 'the image is not signed by its digest and verified');
  expectThat(placeOf(/cosign-installer/) >= 0, 'cosign is not installed');
  expectThat(/^ {6}id-token: write/m.test(jobs.get('image')?.head ?? ''), 'the image can’t be signed');
  expectThat(latest > sign, 'the latest image is not the one that was signed before');
  expectThat(release.split(':latest').length === 2, 'something else is called the latest');
  expectThat(needsOf(jobs, 'publish').has('image'), 'packages are published without the image');

  const isScanned = /^ {4}uses: \.\/\.github\/workflows\/scan\.yml$/m.test(jobs.get('scan')?.head ?? '');
  expectThat(isScanned && !/continue-on-error/.test(release), 'a release is not scanned');
  for (const job of ['package', 'image', 'publish'])
    expectThat(needsOf(jobs, job).has('scan'), `${job} does not wait for the scan`);

  const scans = readJobs(scan);
  const has = (job: string, pattern: RegExp): boolean =>
    scans.get(job)?.steps.some((step) => pattern.test(step) && isStrict(step)) ?? false;
  expectThat(/^ {2}workflow_call:$/m.test(scan), 'releases can’t call the scan');
  expectThat(/^ {2}schedule:\n +- cron: /m.test(scan), 'nothing is scanned between commits');
  expectThat(!/^ {4}(?:if|continue-on-error): /m.test(scan), 'a scan can be skipped or fail in silence');
  expectThat(has('dependencies', /run: npm audit --omit=dev --audit-level=high/), 'vulnerable dependencies');
  expectThat(has('dependencies', /npm audit signatures/), 'packages without a signature');
  expectThat(has('secrets', /gitleaks[\s\S]*args: git --redact/), 'secrets in the history');
  expectThat(has('image', /build-push-action[\s\S]*tags: leadline:scanned\n/), 'the image is not built');
  expectThat(
    has(
      'image',
      /trivy-action[\s\S]*image-ref: leadline:scanned\n[\s\S]*scanners: vuln,secret\n[\s\S]*severity: HIGH,CRITICAL\n[\s\S]*exit-code: '1'\n/,
    ),
    'vulnerabilities of the image',
  );
  return problems;
}

test('what is released is scanned and signed', () => {
  expect(findProblems(WORKFLOWS)).toEqual([]);
});

const SIGNING = /^ {6}- name: Sign the image[\s\S]*?(?=^ {6}- name: )/m;
const LATEST = /^ {6}- name: Call the signed image the latest[\s\S]*?(?=^$)/m;
const BUILT_TAG = /tags: ghcr\.io\/.*plan\.outputs\.version \}\}$/m;

/** Each changes one of the two. */
const inRelease = (change: (text: string) => string) => ({
  ...WORKFLOWS,
  release: change(WORKFLOWS.release),
});
const inScan = (change: (text: string) => string) => ({ ...WORKFLOWS, scan: change(WORKFLOWS.scan) });

test.each<[string, typeof WORKFLOWS, string]>([
  ['no signature', inRelease((text) => text.replace(SIGNING, '')), 'the image is not signed'],
  ['no check of the signature', inRelease((text) => text.replace('cosign verify', 'echo')), 'not signed'],
  ['a signature of a tag', inRelease((text) => text.replace('}}@${{', '}}:${{')), 'not signed'],
  [
    'a signature that may fail',
    inRelease((text) => text.replace('- name: Sign', '- continue-on-error: true\n        name: Sign')),
    'not signed',
  ],
  [
    'the latest before the signature',
    inRelease((text) => {
      const [latest = ''] = LATEST.exec(text) ?? [];
      return text.replace(LATEST, '').replace(SIGNING, (signing) => `${latest}\n${signing}`);
    }),
    'the latest image is not the one that was signed',
  ],
  [
    'the latest with the build',
    inRelease((text) => text.replace(BUILT_TAG, (tag) => `${tag},ghcr.io/leadline:latest`)),
    'something else is called the latest',
  ],
  [
    'no right to sign',
    inRelease((text) => text.replaceAll('id-token: write', 'id-token: none')),
    'can’t be signed',
  ],
  ['no scan', inRelease((text) => text.replace('uses: ./.github/workflows/scan.yml', '')), 'is not scanned'],
  ['a scan nobody waits for', inRelease((text) => text.replace('pins, scan]', 'pins]')), 'does not wait'],
  [
    'packages before the image',
    inRelease((text) => text.replace('needs: [plan, package, image]', 'needs: [plan, package]')),
    'without the image',
  ],
  [
    'a scan that finds and passes',
    inScan((text) => text.replace("exit-code: '1'", "exit-code: '0'")),
    'vulnerabilities',
  ],
  [
    'another image',
    inScan((text) => text.replace('image-ref: leadline:scanned', 'image-ref: node:24')),
    'vulnerabilities',
  ],
  ['no secrets', inScan((text) => text.replace(/^ {2}secrets:\n[\s\S]*?(?=^ {2}image:)/m, '')), 'secrets'],
  ['no audit', inScan((text) => text.replace('npm audit --omit=dev', 'npm ls')), 'vulnerable dependencies'],
  ['nothing between commits', inScan((text) => text.replace(/^ {2}schedule:\n.*\n/m, '')), 'between commits'],
])('%s is noticed', (_name, workflows, problem) => {
  expect(workflows).not.toEqual(WORKFLOWS);
  expect(findProblems(workflows).join('; ')).toContain(problem);
});
