// A release is only published if everything that runs in CI or is part of the image is named by a digest.

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const COMMIT = 'c'.repeat(40);
const DIGEST = `sha256:${'d'.repeat(64)}`;
const FILES = [
  ...globSync('.github/workflows/*.yml', { cwd: ROOT }),
  'Dockerfile',
  'compose.yaml',
  '.devcontainer/Dockerfile',
];

/** Runs the check on a copy of all files that it is about, changed by `change`. */
function check(change: (text: string, file: string) => string): {
  status: number | null;
  problems: string[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'pins-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of FILES) {
    cpSync(join(ROOT, file), join(folder, file));
    writeFileSync(join(folder, file), change(read(file), file));
  }
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/check-pins.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, problems: stderr.trim() === '' ? [] : stderr.trim().split('\n') };
}

/** As Renovate does it. */
const pin = (text: string): string =>
  text
    .replace(/(uses: )(docker:\/\/\S+?)(?:@\S+)?$/gm, `$1$2@${DIGEST}`)
    .replace(/(uses: (?!\.\/|docker:)[\w./-]+)@(\S+).*$/gm, `$1@${COMMIT} # $2`)
    .replace(/^(FROM [\w.:/-]+)(?:@\S+)?/gm, `$1@${DIGEST}`)
    .replace(/^( *image: [\w.:/-]+)(?:@\S+)?$/gm, `$1@${DIGEST}`);

test('a tag that can be moved is refused, with its place', () => {
  const { status, problems } = check((text, file) =>
    file === 'Dockerfile'
      ? pin(text).replace(`@${DIGEST}`, '')
      : file.endsWith('nightly.yml')
        ? pin(text).replace(`checkout@${COMMIT} # v5`, 'checkout@v5')
        : pin(text),
  );
  expect(problems).toEqual([
    expect.stringMatching(
      /^\.github\/workflows\/nightly\.yml:\d+: actions\/checkout@v5 has no digest; merge Renovate/,
    ),
    expect.stringMatching(/^Dockerfile:\d+: node:24-bookworm-slim has no digest/),
  ]);
  expect(status).toBe(1);
});

test('digests, workflows of this repository and the image that is built from it are accepted', () => {
  expect(check(pin)).toEqual({ status: 0, problems: [] });
});

test('releases wait for the digests and the scans, and Renovate looks at all of these files', () => {
  const release = read('.github/workflows/release.yml');
  expect(release).toContain('run: node scripts/check-pins.ts');
  expect(release).toMatch(/^ {2}package:\n {4}needs: \[plan, test, pins, scan\]$/m);
  expect(release).toMatch(/^ {2}image:\n {4}needs: \[plan, package\]$/m);
  expect(release).toMatch(/^ {2}publish:\n {4}needs: \[plan, package, image\]$/m);
  for (const manager of ['github-actions', 'dockerfile', 'docker-compose'])
    expect(read('renovate.json')).toContain(`"${manager}"`);
});
