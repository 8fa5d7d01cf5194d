// Emails as files, where there is neither a mail server nor a terminal.

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMailer } from '../../src/platform/email/mailer.ts';

async function makeFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'leadline-mails-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  return join(parent, 'emails');
}

const MAIL = {
  to: 'ana@acme.com',
  subject: 'Reset your password',
  text: 'Open \x1b[31mhttps://leads.example',
};

test('an email is written to a file that only its owner can read, without control characters', async () => {
  const folder = await makeFolder();
  const written: string[] = [];
  const mailer = openMailer({ folder }, { onWritten: (file) => written.push(file) });
  await mailer.send(MAIL);
  const [file = ''] = written;
  expect(await readFile(file, 'utf8')).toBe(
    '── mail to ana@acme.com ── Reset your password\nOpen �[31mhttps://leads.example\n──\n',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('only the last hundred emails are kept, and no other file is deleted', async () => {
  const folder = await makeFolder();
  const written: string[] = [];
  const mailer = openMailer({ folder }, { onWritten: (file) => written.push(file) });
  await mailer.send(MAIL);
  await writeFile(join(folder, 'notes'), '');
  const old = Array.from({ length: 120 }, (_, index) => `2026-01-01T00-00-00.${100 + index}Z-0.txt`);
  await Promise.all(old.map((name) => writeFile(join(folder, name), '')));
  await mailer.send(MAIL);
  const left = await readdir(folder);
  expect(left).toContain('notes');
  expect(left.filter((name) => name.endsWith('.txt'))).toHaveLength(100);
  expect(written.map((file) => left.includes(file.slice(folder.length + 1)))).toEqual([true, true]);
});
