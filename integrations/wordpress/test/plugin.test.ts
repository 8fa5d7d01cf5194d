// Cheap checks of the plugin: PHP's own tests, syntax, safety and translations. `npm run drill -- wordpress` runs it in a real WordPress.

import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');
const PLUGIN = join(FOLDER, 'leadline');

const php = (...words: readonly string[]): string => {
  const { stdout, stderr, error } = spawnSync('php', words, { encoding: 'utf8' });
  if (error !== undefined) throw new Error('PHP is missing: install php-cli');
  return stdout + stderr;
};

describe('PHP', () => {
  const results = php(join(FOLDER, 'test/unit/run.php'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly title: string; readonly problem: string | null });

  test.each(results)('$title', ({ problem }) => {
    expect(problem).toBeNull();
  });

  test('every test ran', () => {
    expect(results.length).toBeGreaterThan(30);
  });
});

test('every file is valid PHP', () => {
  const files = globSync('{leadline,test,tools}/**/*.php', { cwd: FOLDER });
  expect(files.length).toBeGreaterThan(20);
  const parse =
    'foreach (array_slice($argv, 1) as $file) token_get_all(file_get_contents($file), TOKEN_PARSE);';
  expect(php('-r', parse, ...files.map((file) => join(FOLDER, file)))).toBe('');
});

test('output is escaped, input is read after its nonce was checked, and statements are prepared', () => {
  expect(php(join(FOLDER, 'tools/check.php'))).toBe('');
});

test('the check finds what it is for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-plugin-'));
  try {
    writeFileSync(
      join(folder, 'bad.php'),
      `<?php
      function show() { echo '<p>', $name, esc_html( $a ) . $b, esc_html__( 'x', 'leadline' ); }
      function save() { return $_POST['url']; }
      function find() { global $wpdb; $wpdb->query( $sql ); $wpdb->get_var( "SELECT $id" ); return __( 'text' ); }`,
    );
    expect(php(join(FOLDER, 'tools/check.php'), folder).trimEnd().split('\n')).toEqual([
      'bad.php can be called directly',
      'bad.php:2 prints without escaping: $name',
      'bad.php:2 prints without escaping: $b',
      'bad.php:3 reads $_POST before rights and nonce are checked',
      'bad.php:4 runs a statement that is not prepared',
      'bad.php:4 has $id in a statement',
      'bad.php:4 translates without the text domain',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('leadline.pot has all texts', () => {
  expect(php(join(FOLDER, 'tools/make-pot.php'))).toBe(
    readFileSync(join(PLUGIN, 'languages/leadline.pot'), 'utf8'),
  );
});

test('the version is the same everywhere, and readme.txt has what wordpress.org asks for', () => {
  const header = readFileSync(join(PLUGIN, 'leadline.php'), 'utf8');
  const readme = readFileSync(join(PLUGIN, 'readme.txt'), 'utf8');
  const version = /Version: +(\S+)/.exec(header)?.[1];
  expect(header).toContain(`const VERSION     = '${version}';`);
  expect(readme).toContain(`Stable tag: ${version}\n`);
  for (const name of ['Requires at least', 'Requires PHP'])
    expect(new RegExp(`^${name}: (\\S+)`, 'm').exec(readme)?.[1]).toBe(
      new RegExp(`${name}: +(\\S+)`).exec(header)?.[1],
    );
  expect(readme).toMatch(/^=== Leadline ===\nContributors: \S+\nTags: (?:[\w ]+, ){0,4}[\w ]+\n/);
  // wordpress.org cuts the short description after 150 characters.
  expect(/\n\n(.+)\n\n== Description ==/.exec(readme)?.[1]?.length).toBeLessThanOrEqual(150);
  expect([...readme.matchAll(/^== (.+) ==$/gm)].map(([, name]) => name)).toEqual([
    'Description',
    'Installation',
    'Frequently Asked Questions',
    'Screenshots',
    'Changelog',
  ]);
});

test('the built plugin contains the client of the API, and nothing for tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-plugin-'));
  try {
    execFileSync(process.execPath, [join(FOLDER, 'build.ts'), folder]);
    const files = globSync('**/*.{php,js,json,txt,pot}', { cwd: join(folder, 'leadline') });
    expect(files).toContain('includes/client/Leadline.php');
    expect(files.filter((file) => /test|tools/.test(file))).toEqual([]);
    // The list of files in the archive.
    const archive = readFileSync(join(folder, 'leadline.zip'), 'latin1');
    for (const file of files) expect(archive).toContain(`leadline/${file}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
